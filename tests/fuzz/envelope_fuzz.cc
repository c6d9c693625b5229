// Any bytes as an envelope: the reader and the scanner say the same of them, in pieces of any size;
// an import that is refused changes nothing, and what one has let in comes out again.
//
// The first byte of the input says how: bit 0 seals the rest with a right CRC, bit 1 imports into a
// pool of the worked example's shape instead of the envelope's own, bit 2 into a pool that is full.
// The second one is the size of the pieces.
#include <string>
#include <vector>

#include "byte_choices.h"
#include "support/counting_allocator.h"
#include "support/pool_state.h"
#include "support/test_pool.h"
#include "tlkv/byte_io.h"
#include "tlkv/crc32c.h"
#include "tlkv/envelope_reader.h"
#include "tlkv/envelope_scanner.h"

namespace tlkv_test {
namespace {

struct Place {
  tlkv::Rule rule;
  uint32_t record;
  uint64_t begin, end, expected, found;

  explicit Place(const tlkv::Finding& f)
      : rule(f.rule),
        record(f.record),
        begin(f.begin),
        end(f.end),
        expected(f.expected),
        found(f.found) {}
  bool operator==(const Place&) const = default;
};

struct Report {
  std::vector<Place> findings, warnings;
  uint32_t records_there = 0;
  uint32_t computed_crc = 0;

  bool operator==(const Report&) const = default;
};

Report Scan(const Bytes& bytes, size_t piece) {
  tlkv::EnvelopeScanner scanner;
  scanner.Start(bytes.size(), nullptr);
  for (size_t at = 0; at < bytes.size(); at += piece) {
    const size_t n = std::min(piece, bytes.size() - at);
    const Bytes alone(bytes.data() + at, bytes.data() + at + n);  // so that over-reads show
    EXPECT_EQ(scanner.Push(alone.data(), n), TL_OK);
  }
  EXPECT_EQ(scanner.Finish(), TL_OK);
  Report report;
  for (const tlkv::Finding& f : scanner.findings()) report.findings.emplace_back(f);
  for (const tlkv::Finding& f : scanner.warnings()) report.warnings.emplace_back(f);
  for (const auto* list : {&scanner.findings(), &scanner.warnings()}) {
    for (const tlkv::Finding& f : *list) {
      const tlkv::Description words = Describe(f, scanner.header(), scanner.pool());
      EXPECT_NE(*words.title.c_str(), '\0');
      EXPECT_NE(*words.expected.c_str(), '\0');
      EXPECT_NE(*words.found.c_str(), '\0');
      EXPECT_LE(f.begin, f.end);
      EXPECT_LE(f.end, bytes.size());
    }
  }
  report.records_there = scanner.records_there();
  if (scanner.has_crc()) report.computed_crc = scanner.computed_crc();
  return report;
}

void CompareReaders(const Bytes& bytes, size_t piece) {
  const Report report = Scan(bytes, bytes.size() + 1);
  EXPECT_EQ(report, Scan(bytes, piece));
  tlkv::EnvelopeReader reader;
  const tlkv::Finding first = reader.Open(bytes.data(), bytes.size(), nullptr);
  EXPECT_EQ(first.rule == tlkv::Rule::kNone, report.findings.empty());
  if (!report.findings.empty()) EXPECT_EQ(report.findings[0], Place(first));
}

// A pool of the envelope's shape if that is small enough, else of the worked example's.
tl_kv_cfg ConfigFor(const Bytes& bytes, bool worked_shape) {
  if (worked_shape || bytes.size() < tlkv::kHeaderBytes) return SmallConfig(4);
  const tlkv::EnvelopeShape shape = tlkv::LoadHeader(bytes.data()).shape;
  if (shape.HasZero() || shape.PayloadBytes() > 4096) return SmallConfig(4);
  return Config(4, shape.block_tokens, shape.n_layers, shape.n_kv_heads, shape.head_dim);
}

void Import(const Bytes& bytes, const tl_kv_cfg& cfg, bool into_a_full_pool) {
  TestPool pool(cfg);
  if (into_a_full_pool) (void)pool.Alloc(cfg.n_blocks);
  const PoolState before = Observe(pool);
  std::vector<uint32_t> ids(cfg.n_blocks, kUntouched);
  const tl_status status = tl_kv_import(pool, bytes.data(), bytes.size(), ids.data());
  if (status != TL_OK) {
    EXPECT_TRUE(status == TL_EFORMAT || status == TL_ESHAPE || status == TL_EFULL) << status;
    EXPECT_EQ(std::string(tl_last_error()).substr(0, 14), "tl_kv_import: ");
    EXPECT_EQ(Observe(pool), before);
    EXPECT_EQ(ids, std::vector<uint32_t>(cfg.n_blocks, kUntouched));
    return;
  }
  ids.resize(tlkv::LoadHeader(bytes.data()).n_blocks);
  const Bytes exported = pool.Export(ids);
  const Report report = Scan(bytes, bytes.size());
  EXPECT_EQ(report.findings.size(), 0u);
  // With nothing past a fill and no hash twice, the very bytes; else a canonical form of them.
  bool canonical = true;
  for (const Place& w : report.warnings)
    canonical = canonical && w.rule == tlkv::Rule::kW3NotFinite;
  if (canonical) EXPECT_EQ(exported, bytes);
  for (const Place& w : Scan(exported, exported.size()).warnings) {
    EXPECT_EQ(w.rule, tlkv::Rule::kW3NotFinite);
  }
  TestPool second(cfg);
  EXPECT_EQ(second.Export(second.Import(exported, static_cast<uint32_t>(ids.size()))), exported);
}

}  // namespace
}  // namespace tlkv_test

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tlkv_test;
  if (size < 2) return 0;
  CountingAllocator allocator;
  const uint8_t how = data[0];
  const size_t piece = size_t{data[1]} + 1;
  Bytes bytes(data + 2, data + size);
  if ((how & 1) != 0 && bytes.size() >= 4) {
    const size_t end = bytes.size() - 4;
    tlkv::StoreLe32(&bytes[end], tlkv::Crc32c(bytes.data(), end, 0));
  }
  CompareReaders(bytes, piece);
  Import(bytes, ConfigFor(bytes, (how & 2) != 0), (how & 4) != 0);
  return 0;
}
