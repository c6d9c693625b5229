/** The functions of tlkv.wasm. Pointers and sizes come back as signed 32-bit numbers: `>>> 0` them. */
export interface TlkvModule {
  tl_kv_pool_create(cfg: number, out: number): number;
  tl_kv_pool_destroy(pool: number): void;
  tl_kv_alloc(pool: number, n: number, ids: number): number;
  tl_kv_ref(pool: number, id: number): void;
  tl_kv_unref(pool: number, id: number): number;
  tl_kv_cow(pool: number, id: number, out: number): number;
  tl_kv_set_fill(pool: number, id: number, n: number): number;
  tl_kv_fill(pool: number, id: number): number;
  tl_kv_block_ptr(pool: number, id: number, layer: number, isV: number): number;
  tl_kv_block_hash(parent: bigint, tokens: number, n: number): bigint;
  tl_kv_register(pool: number, id: number, hash: bigint): number;
  tl_kv_lookup(pool: number, hash: bigint, id: number): number;
  tl_kv_export_bytes(pool: number, n: number): number;
  tl_kv_export(pool: number, ids: number, n: number, buf: number, cap: number, written: number): number;
  tl_kv_import(pool: number, buf: number, len: number, ids: number): number;
  tl_crc32c(data: number, n: number, crc: number): number;
  tlkv_crc32c_start(crc: number): void;
  tlkv_crc32c_update(piece: number, n: number): void;
  tlkv_crc32c_end(): number;
  tl_last_error(): number;
  tl_set_last_error(message: number): void;
  tl_alloc(n: number, align: number): number;
  tl_free(pointer: number): void;

  // The facade (wasm/facade.h).
  poolLedger(pool: number): number;
  ledgerStats(ledger: number, out: number): void;
  ledgerCounters(ledger: number, out: number): void;
  ledgerUsage(ledger: number, out: number): void;
  ledgerState(ledger: number, out: number): void;
  ledgerCheckInvariants(ledger: number, text: number, capacity: number): number;

  observerCreate(ledger: number): number;
  observerDestroy(ledger: number, observer: number): void;
  observerTake(observer: number, out: number): void;
  ledgerTellWritten(ledger: number, block: number, nTokens: number): void;
  ledgerReplay(nBlocks: number, blockTokens: number, operations: number, n: number, out: number): number;
  ledgerDestroy(ledger: number): void;
  ledgerRegistrations(ledger: number, out: number): void;
  ledgerLookupPrefix(ledger: number, hashes: number, n: number, out: number): number;
  blockHashes(parents: number, n: number, counts: number, blockTokens: number): void;

  blockManagerCreate(numBlocks: number, blockSize: number, out: number): number;
  blockManagerDestroy(manager: number): void;
  blockManagerAllocate(manager: number, seq: number, nTokens: number): number;
  blockManagerAppendSlot(manager: number, seq: number, out: number): number;
  blockManagerFork(manager: number, parent: number, child: number): number;
  blockManagerFreeSeq(manager: number, seq: number): number;
  blockManagerFree(manager: number, out: number): number;
  blockManagerRefs(manager: number, out: number): void;
  blockManagerSequences(manager: number, out: number): number;

  scannerCreate(): number;
  scannerDestroy(scanner: number): void;
  scannerStart(scanner: number, totalBytes: number, pool: number): void;
  scannerPush(scanner: number, bytes: number, n: number): number;
  scannerFinish(scanner: number): number;
  scannerSummary(scanner: number, out: number): void;
  scannerFinding(scanner: number, isWarning: boolean, index: number, out: number): void;
  envelopeStart(shape: number, nBlocks: number, out: number, capacity: number): void;
  envelopeRecord(hash: bigint, nTokens: number, payload: number): void;
  envelopeSeal(): void;

  sequencesCreate(
    pool: number,
    nBlocks: number,
    blockTokens: number,
    checkTokens: boolean,
    out: number,
  ): number;
  sequencesDestroy(handle: number): void;
  sequencesLedger(handle: number): number;
  sequencesCanOpen(
    handle: number,
    tokens: number,
    n: number,
    salt: bigint,
    mayReuseAll: boolean,
    out: number,
  ): number;
  sequencesOpen(
    handle: number,
    seq: number,
    tokens: number,
    n: number,
    salt: bigint,
    mayReuseAll: boolean,
    out: number,
  ): number;
  sequencesAppend(handle: number, seq: number, tokens: number, n: number, copy: number): number;
  sequencesAppendEach(handle: number, seqs: number, n: number, out: number): number;
  sequencesFork(handle: number, parent: number, child: number): number;
  sequencesTruncate(handle: number, seq: number, n: number): number;
  sequencesClose(handle: number, seq: number): number;
  sequencesFind(handle: number, seq: number, out: number): number;
  sequencesIds(handle: number, out: number): number;
  sequencesBlockTables(handle: number, seqs: number, n: number, width: number, out: number): number;
  sequencesSlotMapping(
    handle: number,
    seqs: number,
    from: number,
    n: number,
    out: number,
    cap: number,
    written: number,
  ): number;
  sequencesLengths(handle: number, seqs: number, n: number, out: number): number;
  sequencesExport(handle: number, seq: number, buf: number, cap: number, written: number): number;
  sequencesImport(
    handle: number,
    seq: number,
    data: number,
    len: number,
    tokens: number,
    n: number,
    salt: bigint,
    registerBlocks: boolean,
  ): number;

  f16Decode(halves: number, n: number, values: number): void;
  f16Encode(values: number, n: number, halves: number): void;
}
