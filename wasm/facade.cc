#include "facade.h"

#include <string.h>

#include "address.h"
#include "tlkv/block_manager.h"
#include "tlkv/c_api.h"
#include "tlkv/envelope_scanner.h"
#include "tlkv/envelope_writer.h"
#include "tlkv/f16.h"

namespace tlkv::facade {
namespace {

EnvelopeWriter envelope;  // encodeEnvelope() in JavaScript runs to its end

const BlockLedger& LedgerAt(Address ledger) { return *At<BlockLedger>(ledger); }

EnvelopeShape LoadShape(Address shape) {
  const uint32_t* words = At<uint32_t>(shape);
  return {words[0], words[1], words[2], words[3]};
}

// Lines in a buffer of fixed size; a line that does not fit is left out.
struct Lines {
  char* text;
  size_t capacity;
  size_t size = 0;

  static void Add(void* user, const char* line) {
    Lines& lines = *static_cast<Lines*>(user);
    const size_t n = strlen(line);
    if (n + 2 > lines.capacity - lines.size) return;
    memcpy(lines.text + lines.size, line, n);
    lines.size += n;
    lines.text[lines.size++] = '\n';
    lines.text[lines.size] = '\0';
  }
};

// A text of the core, which is shorter than the field it goes to.
void Copy(const char* text, char* out) { memcpy(out, text, strlen(text) + 1); }

}  // namespace

Address PoolLedger(Address pool) { return AddressOf(&PoolOf(At<tl_kv_pool>(pool)).ledger()); }

void LedgerStats(Address ledger, Address out) {
  const BlockLedger& l = LedgerAt(ledger);
  uint32_t* words = At<uint32_t>(out);
  words[0] = l.free_count();
  words[1] = l.used_count();
  words[2] = l.cached_count();
  words[3] = static_cast<uint32_t>(l.counters().evictions);
}

void LedgerCounters(Address ledger, Address out) {
  const auto& c = LedgerAt(ledger).counters();
  const uint64_t counts[] = {c.hits,   c.hit_tokens,    c.misses,     c.evictions,
                             c.copies, c.registrations, c.duplicates, c.peak_used};
  memcpy(At<void>(out), counts, sizeof counts);
}

void LedgerUsage(Address ledger, Address out) {
  const auto usage = LedgerAt(ledger).Usage();
  const uint64_t counts[] = {usage.tokens_held, usage.slots_reserved};
  memcpy(At<void>(out), counts, sizeof counts);
}

void LedgerState(Address ledger, Address out) {
  const BlockLedger& l = LedgerAt(ledger);
  const uint32_t n = l.n_blocks();
  uint64_t* hashes = At<uint64_t>(out);
  uint32_t* refs = At<uint32_t>(out + size_t{n} * 8);
  uint32_t* fills = refs + n;
  uint32_t* lists = fills + n;
  for (BlockId id = 0; id < n; ++id) {
    hashes[id] = l.Hash(id);
    refs[id] = l.RefCount(id);
    fills[id] = l.Fill(id);
  }
  for (uint32_t i = 0; i < l.free_count(); ++i) *lists++ = l.FreeAt(i);
  for (BlockId id = l.Oldest(); id != kNoBlock; id = l.Newer(id)) *lists++ = id;
}

tl_status LedgerCheckInvariants(Address ledger, Address text, uint32_t capacity) {
  Lines lines{At<char>(text), capacity};
  lines.text[0] = '\0';
  return LedgerAt(ledger).CheckInvariants(Lines::Add, &lines);
}

tl_status BlockManagerCreate(uint32_t num_blocks, uint32_t block_size, Address out) {
  BlockManager* manager = New<BlockManager>();
  if (manager == nullptr) return TL_ENOMEM;
  if (const tl_status s = manager->Create(num_blocks, block_size); s != TL_OK) {
    Delete(manager);
    return s;
  }
  *At<Address>(out) = AddressOf(manager);
  return TL_OK;
}

void BlockManagerDestroy(Address manager) { Delete(At<BlockManager>(manager)); }

tl_status BlockManagerAllocate(Address manager, double seq, double n_tokens) {
  return At<BlockManager>(manager)->Allocate(Integer(seq), Integer(n_tokens));
}

tl_status BlockManagerAppendSlot(Address manager, double seq, Address out) {
  BlockManager::Slot slot;
  const tl_status s = At<BlockManager>(manager)->AppendSlot(Integer(seq), &slot);
  if (s != TL_OK) return s;
  uint32_t* words = At<uint32_t>(out);
  words[0] = slot.block;
  words[1] = slot.offset;
  words[2] = slot.copy_from;
  return TL_OK;
}

tl_status BlockManagerFork(Address manager, double parent, double child) {
  return At<BlockManager>(manager)->Fork(Integer(parent), Integer(child));
}

tl_status BlockManagerFreeSeq(Address manager, double seq) {
  return At<BlockManager>(manager)->FreeSeq(Integer(seq));
}

uint32_t BlockManagerFree(Address manager, Address out) {
  const BlockLedger& ledger = At<BlockManager>(manager)->ledger();
  if (out != 0) {
    for (uint32_t i = 0; i < ledger.free_count(); ++i) At<uint32_t>(out)[i] = ledger.FreeAt(i);
  }
  return ledger.free_count();
}

void BlockManagerRefs(Address manager, Address out) {
  const BlockLedger& ledger = At<BlockManager>(manager)->ledger();
  for (BlockId id = 0; id < ledger.n_blocks(); ++id) At<uint32_t>(out)[id] = ledger.RefCount(id);
}

uint32_t BlockManagerSequences(Address manager, Address out) {
  uint32_t size = 0;
  for (const BlockManager::Sequence* sequence : At<BlockManager>(manager)->sequences()) {
    const uint32_t n = static_cast<uint32_t>(sequence->blocks.size());
    if (out != 0) {
      uint32_t* words = At<uint32_t>(out) + size;
      memcpy(words, &sequence->id, 8);
      memcpy(words + 2, &sequence->length, 8);
      words[4] = n;
      if (n != 0) memcpy(words + 5, sequence->blocks.data(), n * sizeof(BlockId));
    }
    size += 5 + n;
  }
  return size;
}

Address ScannerCreate() { return AddressOf(New<EnvelopeScanner>()); }

void ScannerDestroy(Address scanner) { Delete(At<EnvelopeScanner>(scanner)); }

void ScannerStart(Address scanner, double total_bytes, Address pool) {
  const EnvelopeShape shape = pool != 0 ? LoadShape(pool) : EnvelopeShape{};
  At<EnvelopeScanner>(scanner)->Start(Integer(total_bytes), pool != 0 ? &shape : nullptr);
}

tl_status ScannerPush(Address scanner, Address bytes, uint32_t n) {
  return At<EnvelopeScanner>(scanner)->Push(At<void>(bytes), n);
}

tl_status ScannerFinish(Address scanner) { return At<EnvelopeScanner>(scanner)->Finish(); }

void ScannerSummary(Address scanner, Address out) {
  const EnvelopeScanner& s = *At<EnvelopeScanner>(scanner);
  const EnvelopeHeader header = s.has_header() ? s.header() : EnvelopeHeader{0, 0, 0, 0, {}};
  *At<ScanSummary>(out) = {
      .n_blocks = header.n_blocks,
      .block_tokens = header.shape.block_tokens,
      .n_layers = header.shape.n_layers,
      .n_kv_heads = header.shape.n_kv_heads,
      .head_dim = header.shape.head_dim,
      .version = header.version,
      .dtype = header.dtype,
      .stored_crc = s.has_crc() ? s.stored_crc() : 0,
      .computed_crc = s.has_crc() ? s.computed_crc() : 0,
      .records_there = s.records_there(),
      .findings_listed = static_cast<uint32_t>(s.findings().size()),
      .warnings_listed = static_cast<uint32_t>(s.warnings().size()),
      .findings = s.findings_count(),
      .warnings = s.warnings_count(),
  };
}

void ScannerFinding(Address scanner, bool is_warning, uint32_t index, Address out) {
  const EnvelopeScanner& s = *At<EnvelopeScanner>(scanner);
  const Finding& finding = (is_warning ? s.warnings() : s.findings())[index];
  const Description words = Describe(finding, s.header(), s.pool());
  ScanFinding& result = *At<ScanFinding>(out);
  result.begin = finding.begin;
  result.end = finding.end;
  result.record = finding.record;
  result.status = StatusOf(finding.rule);
  Copy(Name(finding.rule), result.rule);
  Copy(words.title.c_str(), result.title);
  Copy(words.expected.c_str(), result.expected);
  Copy(words.found.c_str(), result.found);
}

void EnvelopeStart(Address shape, uint32_t n_blocks, Address out, uint32_t capacity) {
  size_t written;
  static_cast<void>(
      envelope.Start(LoadShape(shape), n_blocks, At<uint8_t>(out), capacity, &written));
}

void EnvelopeRecord(uint64_t hash, uint32_t n_tokens, Address payload) {
  envelope.Record(hash, n_tokens, At<uint8_t>(payload));
}

void EnvelopeSeal() { envelope.Seal(); }

void F16Decode(Address halves, uint32_t n, Address values) {
  F16ToF32(At<uint16_t>(halves), n, At<float>(values));
}

void F16Encode(Address values, uint32_t n, Address halves) {
  F32ToF16(At<float>(values), n, At<uint16_t>(halves));
}

}  // namespace tlkv::facade
