#include "tlkv/envelope_writer.h"

#include <string.h>

#include "tlkv/byte_io.h"

namespace tlkv {
namespace {

// A longer run is copied and summed in one pass. Shorter ones are stored, and summed together
// while they are in the cache: many small blocks would otherwise cost a start and an end each.
constexpr size_t kLongRun = 4096;
constexpr size_t kPiece = 16384;

// Up to here a copy by sixteen bytes takes less than the call of memcpy for a size that the
// compiler does not know. Many tiny blocks, or short runs of many heads, feel that.
constexpr size_t kFewBytes = 256;

template <size_t n>
void CopyPart(uint8_t* to, const uint8_t* from, size_t at) {
  memcpy(to + at, from + at, n);
}

// Two parts may overlap: the last one ends where n does.
void CopyFew(uint8_t* to, const uint8_t* from, size_t n) {
  if (n >= 16) {
    for (size_t at = 0; at + 16 < n; at += 16) CopyPart<16>(to, from, at);
    CopyPart<16>(to, from, n - 16);
  } else if (n >= 4) {
    for (size_t at = 0; at + 4 < n; at += 4) CopyPart<4>(to, from, at);
    CopyPart<4>(to, from, n - 4);
  } else if (n != 0) {
    CopyPart<2>(to, from, 0);  // one f16
  }
}

// An envelope from this size on is written past the cache, which it would only sweep.
constexpr size_t kStreamedFrom = size_t{8} << 20;

}  // namespace

tl_status EnvelopeWriter::Start(const EnvelopeShape& shape, uint32_t n_blocks, uint8_t* buf,
                                size_t cap, size_t* written) {
  const uint64_t needed = shape.EnvelopeBytes(n_blocks);
  *written = needed < SIZE_MAX ? static_cast<size_t>(needed) : SIZE_MAX;
  if (buf == nullptr || cap < *written || *written == SIZE_MAX) {
    return Fail(TL_EFULL, "the envelope of ", n_blocks, " blocks needs ", *written,
                " bytes, the buffer has ", buf == nullptr ? 0 : cap);
  }
  StoreHeader({.n_blocks = n_blocks, .shape = shape}, buf);
  shape_ = shape;
  payload_bytes_ = static_cast<size_t>(shape.PayloadBytes());
  end_ = buf + kHeaderBytes;
  summed_ = buf;
  stores_ = *written < kStreamedFrom ? Stores::kCached : Stores::kStreamed;
  crc_.Start(0);
  return TL_OK;
}

// n more bytes are written, and not summed yet.
inline void EnvelopeWriter::Grow(size_t n) {
  end_ += n;
  if (static_cast<size_t>(end_ - summed_) >= kPiece) Sum();
}

void EnvelopeWriter::Record(uint64_t hash, uint32_t n_tokens, const uint8_t* payload) {
  StoreLe64(end_, hash);
  StoreLe32(end_ + 8, n_tokens);
  if (n_tokens == shape_.block_tokens && payload_bytes_ <= kFewBytes) {
    CopyFew(end_ + kRecordHeaderBytes, payload, payload_bytes_);
    return Grow(kRecordHeaderBytes + payload_bytes_);
  }
  Grow(kRecordHeaderBytes);
  Payload(n_tokens, payload);
}

void EnvelopeWriter::Payload(uint32_t n_tokens, const uint8_t* payload) {
  if (n_tokens == shape_.block_tokens) return Copy(payload, payload_bytes_);
  // Each layer, K or V, and head has its own run of positions, filled from its start.
  const size_t position_bytes = size_t{shape_.head_dim} * 2;
  const size_t run = shape_.block_tokens * position_bytes;
  const size_t filled = n_tokens * position_bytes;
  for (size_t at = 0; at < payload_bytes_; at += run) {
    Copy(payload + at, filled);
    memset(end_, 0, run - filled);
    Grow(run - filled);
  }
}

void EnvelopeWriter::Seal() {
  Sum();
  StoreLe32(end_, crc_.Crc());
}

void EnvelopeWriter::Copy(const uint8_t* from, size_t n) {
  if (n < kLongRun) {
    n <= kFewBytes ? CopyFew(end_, from, n) : static_cast<void>(memcpy(end_, from, n));
    return Grow(n);
  }
  Sum();
  crc_.Copy(end_, from, n, stores_);
  end_ += n;
  summed_ = end_;
}

void EnvelopeWriter::Sum() {
  crc_.Update(summed_, static_cast<size_t>(end_ - summed_));
  summed_ = end_;
}

}  // namespace tlkv
