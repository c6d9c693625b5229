import { readFixture } from '../../reference/files';

const golden = [...readFixture('golden/worked-example.tlkv')];

/**
 * What every host is asked to do with the package, as text: the function \`tryPackage\`, which takes the module's
 * names, and gives \`answer\` if a pool, the bytes of an envelope and a typed error are what they must be.
 */
export const program = `
async function tryPackage({ init, KvPool, BlockManager, OutOfBlocksError, crc32c }) {
  await init();
  const golden = Uint8Array.from(${JSON.stringify(golden)});
  const pool = new KvPool({ nBlocks: 2, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 });
  const [id] = pool.importBlocks(golden);
  const bytes = pool.exportBlocks([id]);
  let error;
  try {
    pool.alloc(2);
  } catch (caught) {
    error = caught;
  }
  const typed = error instanceof OutOfBlocksError && error.code;
  const { free, used } = pool.stats();
  const slot = new BlockManager(2, 2);
  slot.allocate(1, 2);
  return [crc32c(new TextEncoder().encode('123456789')), bytes.join() === golden.join(), typed, free, used,
    slot.appendSlot(1).block].join(' ');
}
`;
export const answer = '3808858755 true TL_EFULL 1 1 1';
