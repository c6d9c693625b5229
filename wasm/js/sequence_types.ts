/** What opening a prompt takes. */
export interface Admission {
  /** Whether there are blocks enough. */
  readonly fits: boolean;
  /** Registered blocks that are shared. */
  readonly hitBlocks: number;
  /** How many of those were cached; they cannot be evicted any more. */
  readonly revivedBlocks: number;
  /** Blocks taken for the rest. */
  readonly newBlocks: number;
  /** Blocks that can be taken once the hits are held. */
  readonly available: number;
  /** Tokens whose keys and values are there already; the others are to be computed. */
  readonly cachedTokens: number;
}

/** A copy on write: the first `tokens` positions of source are what target begins with. */
export interface BlockCopy {
  readonly source: number;
  readonly target: number;
  readonly tokens: number;
}

export interface OpenOptions {
  /** A namespace: prompts under different salts never share blocks. 0n, the default, is the common one. */
  readonly salt?: bigint | undefined;
  /** Reuse every token of the prompt. Otherwise at least one is left to compute, for its logits. */
  readonly reuseAll?: boolean | undefined;
}
