/** The scenarios that come with the page: every file of web/scenarios. The menu has them in this order. */
import allOrNothing from '../../scenarios/all_or_nothing.json' with { type: 'json' };
import beamSearch from '../../scenarios/beam_search.json' with { type: 'json' };
import blockSize from '../../scenarios/block_size.json' with { type: 'json' };
import contiguousAgainstPaged from '../../scenarios/contiguous_against_paged.json' with { type: 'json' };
import copyInAFullPool from '../../scenarios/copy_in_a_full_pool.json' with { type: 'json' };
import differentTokensOneHash from '../../scenarios/different_tokens_one_hash.json' with { type: 'json' };
import doubleUnref from '../../scenarios/double_unref.json' with { type: 'json' };
import exportAndImport from '../../scenarios/export_and_import.json' with { type: 'json' };
import forkAndCopy from '../../scenarios/fork_and_copy.json' with { type: 'json' };
import forkAtABoundary from '../../scenarios/fork_at_a_boundary.json' with { type: 'json' };
import heldIsSafe from '../../scenarios/held_is_safe.json' with { type: 'json' };
import leastRecentlyUsed from '../../scenarios/least_recently_used.json' with { type: 'json' };
import lifeOfABlock from '../../scenarios/life_of_a_block.json' with { type: 'json' };
import onlyFullBlocks from '../../scenarios/only_full_blocks.json' with { type: 'json' };
import parallelSampling from '../../scenarios/parallel_sampling.json' with { type: 'json' };
import releaseOrder from '../../scenarios/release_order.json' with { type: 'json' };
import sameTokensTwice from '../../scenarios/same_tokens_twice.json' with { type: 'json' };
import sharedSystemPrompt from '../../scenarios/shared_system_prompt.json' with { type: 'json' };
import workedFork from '../../scenarios/worked_fork.json' with { type: 'json' };
import { checkScenario, type Scenario } from './scenario.ts';

const FILES: Readonly<Record<string, unknown>> = {
  'worked-fork': workedFork,
  'contiguous-against-paged': contiguousAgainstPaged,
  'life-of-a-block': lifeOfABlock,
  'fork-and-copy': forkAndCopy,
  'fork-at-a-boundary': forkAtABoundary,
  'parallel-sampling': parallelSampling,
  'beam-search': beamSearch,
  'shared-system-prompt': sharedSystemPrompt,
  'least-recently-used': leastRecentlyUsed,
  'release-order': releaseOrder,
  'held-is-safe': heldIsSafe,
  'all-or-nothing': allOrNothing,
  'copy-in-a-full-pool': copyInAFullPool,
  'double-unref': doubleUnref,
  'only-full-blocks': onlyFullBlocks,
  'same-tokens-twice': sameTokensTwice,
  'different-tokens-one-hash': differentTokensOneHash,
  'export-and-import': exportAndImport,
  'block-size': blockSize,
};

export const FIRST_SCENARIO = 'worked-fork';

export const SCENARIOS: ReadonlyMap<string, Scenario> = new Map(
  Object.entries(FILES).map(([name, file]) => [name, checkScenario(file)]),
);
