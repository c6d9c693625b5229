#include "tlkv/crc32c_ring.h"

#include <string.h>

#include "crc32c_impl.h"
#include "crc32c_vector.h"

namespace tlkv::crc32c {
namespace {

constexpr size_t kDelay1 = 1712, kDelay2 = 5215, kDelay3 = 7024;

// Below this the start and the end cost more than the ring gains over the registers.
constexpr size_t kLeast = 28672;

// Read and then copied: what stays in the first-level cache meanwhile.
constexpr size_t kCopyPiece = 16384;

// The recurrence for n bytes, a multiple of kBlock: in, y and the three places before it, each
// contiguous. Not inlined: a WebAssembly engine that starts with slow code can then go on with fast
// code at the next call, which comes after a lap of the ring at the latest. Each store stands
// before the next loads: sixteen loads first, and the engine runs out of registers.
[[gnu::noinline]] void Eliminate(const uint8_t* in, uint8_t* y, const uint8_t* y1,
                                 const uint8_t* y2, const uint8_t* y3, size_t n) {
  for (; n > 0; n -= Ring::kBlock) {
#pragma GCC unroll 16
    for (size_t i = 0; i < Ring::kBlock; i += 16) {
      Store(y + i, Load(in + i) ^ Load(y1 + i) ^ Load(y2 + i) ^ Load(y3 + i));
    }
    in += Ring::kBlock;
    y += Ring::kBlock;
    y1 += Ring::kBlock;
    y2 += Ring::kBlock;
    y3 += Ring::kBlock;
  }
}

void Xor(uint8_t* to, const uint8_t* from, size_t n) {
  size_t i = 0;
  for (; i + 16 <= n; i += 16) Store(to + i, Load(to + i) ^ Load(from + i));
  for (; i < n; ++i) to[i] ^= from[i];
}

}  // namespace

// Before the message there is nothing, and the raw state 7024 places before its first bytes: there
// it is read once, by the longest tap.
void Ring::Start(uint32_t raw) {
  end_ = (kDelay3 + kBlock - 1) / kBlock * kBlock;
  memset(y_, 0, end_);
  for (size_t i = 0; i < 4; ++i) {
    y_[end_ - kDelay3 + i] = static_cast<uint8_t>(raw >> (8 * i) & 0xFF);
  }
}

void Ring::Update(const uint8_t* p, size_t n) {
  const auto before = [this](size_t delay) {
    return end_ >= delay ? end_ - delay : end_ + kSize - delay;
  };
  while (n > 0) {
    const size_t y1 = before(kDelay1), y2 = before(kDelay2), y3 = before(kDelay3);
    // As far as none of the four passes the end; a tap may pass it within a block: see y_.
    size_t last = end_;
    for (const size_t y : {y1, y2, y3}) last = y > last ? y : last;
    size_t run = (kSize - last + kBlock - 1) / kBlock * kBlock;
    if (end_ == 0) run = kBlock;
    if (run > n) run = n;
    Eliminate(p, y_ + end_, y_ + y1, y_ + y2, y_ + y3, run);
    if (end_ == 0) memcpy(y_ + kSize, y_, kBlock);
    p += run;
    n -= run;
    end_ += run;
    if (end_ == kSize) end_ = 0;
  }
}

// Not by one more store for each vector: a store first reads the line that it will overwrite, which
// a copy of some length, by the instruction that there is for it, does not.
void Ring::Copy(uint8_t* to, const uint8_t* p, size_t n) {
  while (n > 0) {
    const size_t piece = n < kCopyPiece ? n : kCopyPiece;
    Update(p, piece);
    memcpy(to, p, piece);
    to += piece;
    p += piece;
    n -= piece;
  }
}

// The last 7024 places are not cleared but taken as they are: without what they toggle in each
// other. That window and the rest of the message then have the CRC of the whole, from state 0.
uint32_t Ring::Finish(const uint8_t* p, size_t n) const {
  alignas(16) uint8_t window[kDelay3 + kBlock];
  memset(window, 0, kDelay3);
  const size_t begin = end_ >= kDelay3 ? end_ - kDelay3 : end_ + kSize - kDelay3;
  for (const size_t delay : {size_t{0}, kDelay1, kDelay2}) {
    const size_t length = kDelay3 - delay;
    const size_t first = length < kSize - begin ? length : kSize - begin;
    Xor(window + delay, y_ + begin, first);
    Xor(window + delay + first, y_, length - first);
  }
  if (n > 0) memcpy(window + kDelay3, p, n);
  return ByRegisters(window, kDelay3 + n, 0);
}

uint32_t ByRing(const uint8_t* p, size_t n, uint32_t raw) {
  if (n < kLeast) return ByRegisters(p, n, raw);
  Ring ring;
  ring.Start(raw);
  const size_t tail = n % Ring::kBlock;
  ring.Update(p, n - tail);
  return ring.Finish(p + (n - tail), tail);
}

uint32_t CopyByRing(uint8_t* to, const uint8_t* p, size_t n, uint32_t raw, Stores /*stores*/) {
  if (n < kLeast) {
    if (n > 0) memcpy(to, p, n);
    return ByRegisters(p, n, raw);
  }
  Ring ring;
  ring.Start(raw);
  const size_t tail = n % Ring::kBlock;
  ring.Copy(to, p, n - tail);
  memcpy(to + (n - tail), p + (n - tail), tail);
  return ring.Finish(p + (n - tail), tail);
}

}  // namespace tlkv::crc32c
