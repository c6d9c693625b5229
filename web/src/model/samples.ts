/** Small envelopes that come with the page, as hex text so that opening one asks the server for nothing. */
import everyRule from '../../samples/every_rule.hex?raw';
import f16Specials from '../../samples/f16_specials.hex?raw';
import futureVersion from '../../samples/future_version.hex?raw';
import layersAndHeads from '../../samples/layers_and_heads.hex?raw';
import oneBitFlipped from '../../samples/one_bit_flipped.hex?raw';
import partialTail from '../../samples/partial_tail.hex?raw';
import workedExample from '../../samples/worked_example.hex?raw';
import { parseHex } from './paste.ts';

export interface Sample {
  readonly name: string;
  readonly about: string;
  readonly bytes: Uint8Array;
}

/** The hex is read when the bytes are first asked for, not while the page starts. */
function sample(name: string, about: string, hex: string): [string, Sample] {
  let bytes: Uint8Array | undefined;
  const read = () => {
    const parsed = parseHex(hex);
    if ('error' in parsed) throw new Error(`sample ${name}: ${parsed.error}`);
    return parsed.bytes;
  };
  return [
    name,
    {
      name,
      about,
      get bytes() {
        bytes ??= read();
        return bytes;
      },
    },
  ];
}

export const SAMPLES: ReadonlyMap<string, Sample> = new Map([
  sample('worked-example', 'One full block of tokens 1 2, small enough to read by hand', workedExample),
  sample('one-bit-flipped', 'Refused: the same block with one bit turned over', oneBitFlipped),
  sample('partial-tail', 'Three blocks of 2, the last one half full, zeros past its fill', partialTail),
  sample('layers-and-heads', 'Two layers, two heads: find one value in the heat map', layersAndHeads),
  sample('f16-specials', 'Accepted with a warning: subnormals, −0, infinities and NaNs', f16Specials),
  sample('future-version', 'Refused: version 2, with a right CRC', futureVersion),
  sample('every-rule', 'Refused for one reason after another: every rule from R2 on, but R7', everyRule),
]);
