import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from '../../web/src/model/address.ts';
import { TOPICS } from '../../web/src/model/learn.ts';
import { SCENARIOS } from '../../web/src/model/scenarios.ts';

const root = new URL('../../', import.meta.url);

test.each(Object.entries(TOPICS))(
  '%s has a scenario, and a place in the format that is there',
  (_, topic) => {
    const { scenario, where } = topic as { scenario: string; where?: string };
    expect(SCENARIOS.has(scenario)).toBe(true);
    const [file, section] = where?.split(/,(.*)/) ?? [];
    if (file) expect(readFileSync(new URL(file, root), 'utf8')).toContain(`\n## ${section?.trim()}\n`);
  },
);

test.each(['#/learn', '#/learn/lru', '#/pool', '#/pool/beam-search/3', '#/pool/beam-search/3/contiguous'])(
  '%s is an address',
  (address) => expect(formatAddress(parseAddress(address))).toBe(address),
);
