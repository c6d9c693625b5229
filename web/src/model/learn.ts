/** What each structure is, in a few sentences: the text of the Learn view and of the notes beside the structures. */

export interface Topic {
  readonly title: string;
  readonly text: string;
  /** In the letters of formats/kv-block.md. */
  readonly formula?: string;
  /** Where it is laid down to the byte. */
  readonly where?: string;
  /** A scenario that shows it. */
  readonly scenario: string;
}

export type TopicName = keyof typeof TOPICS;

const topic = (of: Topic): Topic => of;

export const TOPICS = {
  block: topic({
    title: 'Block',
    text: 'A model keeps keys and values, K and V, of every token it has read, so that it need not compute them again. A block is room for those of B tokens that follow one another, in all layers and heads. It is free, used or cached, never two of these.',
    formula: 'bytes of a block: P = L · 2 · H · B · D · 2',
    where: 'formats/kv-block.md, 1. Blocks',
    scenario: 'life-of-a-block',
  }),
  table: topic({
    title: 'Sequence and block table',
    text: 'A sequence, a request for example, is a list of block ids: its block table. The blocks may lie anywhere in the pool. All are full but the last, so the place of a token is found by one division.',
    formula: 'token i: entry ⌊i / B⌋ of the table, position i mod B; slot = id · B + i mod B',
    where: 'formats/kv-block.md, 1. Blocks',
    scenario: 'worked-fork',
  }),
  sum: topic({
    title: 'The sum',
    text: 'Whatever is called, each block is in exactly one state, so the three counts add up to the number of blocks. A block that is lost or counted twice is found at once.',
    formula: 'free + used + cached = N',
    where: 'formats/kv-block.md, 1. Blocks',
    scenario: 'double-unref',
  }),
  refcount: topic({
    title: 'Refcount and copy on write',
    text: 'The refcount says how many hold a block. A fork copies nothing: it holds the same blocks. Whoever wants to write asks first (cow). With ref 1 the answer is the block itself; above 1 it is a copy, and the others keep what they had.',
    formula: 'ref = 1: write in place; ref > 1: copy, and the old block has ref − 1',
    scenario: 'fork-and-copy',
  }),
  free: topic({
    title: 'Free stack',
    text: 'Blocks that hold nothing, the one freed last on top. It is taken first: its memory is likely still in the processor’s caches. Taking and giving back cost the same, however many blocks there are.',
    scenario: 'life-of-a-block',
  }),
  lru: topic({
    title: 'LRU list',
    text: 'Cached blocks: nobody holds them, but they have a name and may be asked for again. They stand in the order in which they were let go. When nothing is free, the oldest is evicted: it loses its name and contents. A sequence gives back its last block first, because the head of a prefix is of use without its tail and the tail is not without its head.',
    scenario: 'release-order',
  }),
  index: topic({
    title: 'Prefix index',
    text: 'A full block gets a name made of its tokens and of the name of the block before it, so that one name stands for everything up to its end. The index leads from the name to the block. A new prompt asks for its blocks one by one until one is missing: what was found need not be computed. The page calls names h0, h1, … in the order in which they come up.',
    formula: 'hash(parent, tokens) = fnv1a64(le64(parent), le32(token), …); the first parent is 0',
    where: 'formats/kv-block.md, 2. The block hash',
    scenario: 'shared-system-prompt',
  }),
  contiguous: topic({
    title: 'Why pages at all',
    text: 'Without pages each request needs one array for the longest text it may become. Most requests end long before, and what they reserved was of use to nobody. In blocks a request wastes less than one block, at its end.',
    formula: 'wasted: up to longest − 1 positions in an array, up to B − 1 in blocks',
    scenario: 'contiguous-against-paged',
  }),
  size: topic({
    title: 'How large a block should be',
    text: 'Large blocks make short tables, but leave more empty at the end, are copied whole, and are found again only if all of their tokens come again. Small blocks do the reverse.',
    scenario: 'block-size',
  }),
  envelope: topic({
    title: 'Envelope',
    text: 'A .tlkv file carries blocks from one engine to another: a header with the shape, then for each block its name, its fill and its payload, and at the end a checksum of everything. It carries no tokens: who imports it sees K and V, and trusts the names or not.',
    formula: 'bytes = 28 + n · (12 + P) + 4',
    where: 'formats/kv-block.md, 3. The envelope',
    scenario: 'export-and-import',
  }),
} as const;

export function isTopic(name: string): name is TopicName {
  return Object.hasOwn(TOPICS, name);
}
