/** Short names for hashes, h0, h1, ..., in the order in which calls first mention them. */
export class HashNames {
  private readonly index = new Map<bigint, number>();
  private readonly hashes: bigint[] = [];

  add(hash: bigint): void {
    if (this.index.has(hash)) return;
    this.index.set(hash, this.hashes.length);
    this.hashes.push(hash);
  }

  nameOf(hash: bigint): string | undefined {
    const at = this.index.get(hash);
    return at === undefined ? undefined : `h${at}`;
  }

  hashOf(name: string): bigint | undefined {
    return /^h\d+$/.test(name) ? this.hashes[Number(name.slice(1))] : undefined;
  }

  get all(): readonly bigint[] {
    return this.hashes;
  }
}
