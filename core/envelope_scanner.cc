#include "tlkv/envelope_scanner.h"

#include <string.h>

#include "tlkv/byte_io.h"

namespace tlkv {
namespace {

constexpr uint64_t kNothing = UINT64_MAX;

bool NotFinite(uint16_t f16) { return (f16 & 0x7C00) == 0x7C00; }

size_t Least(uint64_t a, size_t b) { return a < b ? static_cast<size_t>(a) : b; }

// The order of W2 before W3 and after W1 within a record, records ascending.
bool Before(const Finding& a, const Finding& b) {
  return a.record != b.record ? a.record < b.record : a.rule < b.rule;
}

// Heapsort: in place, O(n log n) for any input, and none of the C++ runtime.
template <class T, class Less>
void Sort(Array<T>& a, Less less) {
  const auto sift = [&](size_t root, size_t n) {
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
      if (child + 1 < n && less(a[child], a[child + 1])) ++child;
      if (!less(a[root], a[child])) return;
      std::swap(a[root], a[child]);
    }
  };
  for (size_t i = a.size() / 2; i-- > 0;) sift(i, a.size());
  for (size_t n = a.size(); n-- > 1;) {
    std::swap(a[0], a[n]);
    sift(0, n);
  }
}

}  // namespace

void EnvelopeScanner::Start(uint64_t total_bytes, const EnvelopeShape* pool) {
  *this = EnvelopeScanner();
  total_ = total_bytes;
  checks_pool_ = pool != nullptr;
  if (checks_pool_) pool_ = *pool;
}

uint32_t EnvelopeScanner::stored_crc() const { return LoadLe32(crc_bytes_); }

tl_status EnvelopeScanner::Push(const void* data, size_t n) {
  if (n > total_ - at_) {
    return Fail(TL_EINVAL, n, " bytes pushed at ", at_, " go past the ", total_, " announced");
  }
  const uint8_t* bytes = static_cast<const uint8_t*>(data);
  if (has_crc() && at_ < total_ - kCrcBytes) {
    crc_.Update(bytes, Least(total_ - kCrcBytes - at_, n));
  }
  while (n != 0) {
    size_t taken;
    if (const tl_status s = PushPart(bytes, n, &taken); s != TL_OK) return s;
    bytes += taken;
    n -= taken;
  }
  return TL_OK;
}

// Takes the bytes up to the next place where something begins or ends.
tl_status EnvelopeScanner::PushPart(const uint8_t* bytes, size_t n, size_t* taken) {
  if (at_ >= kHeaderBytes && record_ < records_there_) return PushToRecord(bytes, n, taken);
  if (at_ < kHeaderBytes) {
    *taken = Least(kHeaderBytes - at_, n);
    memcpy(header_bytes_ + at_, bytes, *taken);
    if (at_ + *taken == kHeaderBytes) {
      if (const tl_status s = EndHeader(); s != TL_OK) return s;
    }
  } else if (at_ < total_ - Least(total_, kCrcBytes)) {
    *taken = Least(total_ - kCrcBytes - at_, n);  // bytes that belong to no record
  } else {
    *taken = n;
    memcpy(crc_bytes_ + (at_ - (total_ - kCrcBytes)), bytes, n);
  }
  at_ += *taken;
  return TL_OK;
}

tl_status EnvelopeScanner::PushToRecord(const uint8_t* bytes, size_t n, size_t* taken) {
  const uint64_t in_record = at_ - RecordOffset();
  if (in_record < kRecordHeaderBytes) {
    *taken = Least(kRecordHeaderBytes - in_record, n);
    memcpy(record_header_ + in_record, bytes, *taken);
    at_ += *taken;
    return in_record + *taken == kRecordHeaderBytes ? EndRecordHeader() : TL_OK;
  }
  *taken = Least(record_bytes_ - in_record, n);
  ScanPayload(bytes, *taken);
  at_ += *taken;
  return in_record + *taken == record_bytes_ ? EndRecord() : TL_OK;
}

tl_status EnvelopeScanner::EndHeader() {
  header_ = LoadHeader(header_bytes_);
  record_bytes_ = header_.shape.RecordBytes();
  if (has_crc() && !header_.shape.HasZero()) {
    const uint64_t whole = (total_ - kMinEnvelopeBytes) / record_bytes_;
    records_there_ = whole < header_.n_blocks ? static_cast<uint32_t>(whole) : header_.n_blocks;
  }
  return AddHeaderFindings();
}

tl_status EnvelopeScanner::EndRecordHeader() {
  const uint64_t offset = RecordOffset();
  const Finding tokens = CheckTokens(header_.shape, record_header_, record_, offset);
  const Finding partial = CheckPartialHash(header_.shape, record_header_, record_, offset);
  for (const Finding& f : {tokens, partial}) {
    if (f.rule == Rule::kNone) continue;
    if (const tl_status s = AddFinding(f); s != TL_OK) return s;
  }
  fill_ = tokens.rule == Rule::kNone ? LoadLe32(record_header_ + 8) : header_.shape.block_tokens;
  marks_ = {kNothing, 0, kNothing, 0, 0};
  const uint64_t hash = LoadLe64(record_header_);
  if (hash == 0 || named_.size() == kMaxHashesKept) return TL_OK;
  if (const tl_status s = named_.ReserveMore(1); s != TL_OK) return s;
  named_.Push({hash, record_});
  return TL_OK;
}

tl_status EnvelopeScanner::EndRecord() {
  if (marks_.first_past_fill != kNothing) {
    const Finding f{.rule = Rule::kW1PastFill,
                    .record = record_,
                    .begin = marks_.first_past_fill,
                    .end = marks_.end_past_fill,
                    .expected = fill_};
    if (const tl_status s = AddWarning(f); s != TL_OK) return s;
  }
  if (marks_.first_not_finite != kNothing) {
    const Finding f{.rule = Rule::kW3NotFinite,
                    .record = record_,
                    .begin = marks_.first_not_finite,
                    .end = marks_.end_not_finite,
                    .found = marks_.first_value};
    if (const tl_status s = AddWarning(f); s != TL_OK) return s;
  }
  ++record_;
  return TL_OK;
}

// The n bytes at at_ belong to the payload of the record at hand.
void EnvelopeScanner::ScanPayload(const uint8_t* bytes, size_t n) {
  const uint64_t in_payload = at_ - RecordOffset() - kRecordHeaderBytes;
  if (fill_ < header_.shape.block_tokens) MarkPastFill(bytes, n, in_payload);
  uint64_t offset = at_;
  if (in_payload % 2 == 1) {
    const uint8_t value[2] = {half_value_, bytes[0]};
    MarkNotFinite(value, 2, offset - 1);
    ++bytes, --n, ++offset;
  }
  MarkNotFinite(bytes, n - n % 2, offset);
  if (n % 2 == 1) half_value_ = bytes[n - 1];
}

void EnvelopeScanner::MarkNotFinite(const uint8_t* values, size_t n, uint64_t offset) {
  constexpr size_t kChunk = 4096;
  for (size_t from = 0; from < n; from += kChunk) {
    const size_t to = n - from < kChunk ? n : from + kChunk;
    // Most payloads have none: this loop has no branch, so that it is vectorised.
    bool any = false;
    for (size_t i = from; i < to; i += 2) any |= NotFinite(LoadLe16(values + i));
    if (!any) continue;
    for (size_t i = from; i < to; i += 2) {
      const uint16_t value = LoadLe16(values + i);
      if (!NotFinite(value)) continue;
      if (marks_.first_not_finite == kNothing) {
        marks_.first_not_finite = offset + i;
        marks_.first_value = value;
      }
      marks_.end_not_finite = offset + i + 2;
    }
  }
}

void EnvelopeScanner::MarkPastFill(const uint8_t* bytes, size_t n, uint64_t in_payload) {
  // The payload is runs of block_tokens positions; in each the first fill_ positions are filled.
  const uint64_t position = uint64_t{header_.shape.head_dim} * 2;
  const uint64_t run = header_.shape.block_tokens * position;
  const uint64_t filled = fill_ * position;
  for (size_t i = 0; i < n;) {
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): records are there if no dimension is 0
    const uint64_t in_run = (in_payload + i) % run;
    if (in_run < filled) {
      i += Least(filled - in_run, n - i);
      continue;
    }
    const size_t end = i + Least(run - in_run, n - i);
    for (; i < end; ++i) {
      if (bytes[i] == 0) continue;
      if (marks_.first_past_fill == kNothing) marks_.first_past_fill = at_ + i;
      marks_.end_past_fill = at_ + i + 1;
    }
  }
}

tl_status EnvelopeScanner::Finish() {
  if (at_ != total_) return Fail(TL_EINVAL, at_, " of ", total_, " bytes were pushed");
  if (!has_header()) {
    if (const tl_status s = AddHeaderFindings(); s != TL_OK) return s;
  }
  // A reader meets these before the records, so they go between the header's findings and theirs.
  Array<Finding> all;
  if (const tl_status s = all.Reserve(findings_.size() + 2); s != TL_OK) return s;
  for (uint32_t i = 0; i < header_findings_; ++i) all.Push(findings_[i]);
  if (has_crc() && stored_crc() != computed_crc()) {
    all.Push({.rule = Rule::kR6Crc,
              .begin = total_ - kCrcBytes,
              .end = total_,
              .expected = computed_crc(),
              .found = stored_crc()});
  }
  if (checks_pool_ && has_header()) {
    if (const Finding f = CheckShape(header_.shape, pool_); f.rule != Rule::kNone) all.Push(f);
  }
  findings_count_ += all.size() - header_findings_;
  for (size_t i = header_findings_; i < findings_.size(); ++i) all.Push(findings_[i]);
  findings_ = static_cast<Array<Finding>&&>(all);
  return AddRepeatedHashes();
}

// R1 to R5, which the header and the length decide.
tl_status EnvelopeScanner::AddHeaderFindings() {
  const HeaderFindings in_header = CheckHeader(header_bytes_, total_);
  for (uint32_t i = 0; i < in_header.count; ++i) {
    if (const tl_status s = AddFinding(in_header.items[i]); s != TL_OK) return s;
  }
  header_findings_ = in_header.count;
  return TL_OK;
}

tl_status EnvelopeScanner::AddRepeatedHashes() {
  Sort(named_, [](const NamedRecord& a, const NamedRecord& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.record < b.record;
  });
  for (size_t i = 1; i < named_.size(); ++i) {
    if (named_[i].hash != named_[i - 1].hash) continue;
    const uint64_t offset = kHeaderBytes + named_[i].record * record_bytes_;
    const Finding f{.rule = Rule::kW2RepeatedHash,
                    .record = named_[i].record,
                    .begin = offset,
                    .end = offset + 8,
                    .found = named_[i].hash};
    if (const tl_status s = AddWarning(f); s != TL_OK) return s;
  }
  Sort(warnings_, Before);
  return TL_OK;
}

tl_status EnvelopeScanner::AddFinding(const Finding& finding) {
  ++findings_count_;
  if (findings_.size() == kMaxListed) return TL_OK;
  if (const tl_status s = findings_.ReserveMore(1); s != TL_OK) return s;
  findings_.Push(finding);
  return TL_OK;
}

tl_status EnvelopeScanner::AddWarning(const Finding& finding) {
  ++warnings_count_;
  if (warnings_.size() == kMaxListed) return TL_OK;
  if (const tl_status s = warnings_.ReserveMore(1); s != TL_OK) return s;
  warnings_.Push(finding);
  return TL_OK;
}

}  // namespace tlkv
