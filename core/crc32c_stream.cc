#include "tlkv/crc32c_stream.h"

#include <string.h>

namespace tlkv {

#ifdef __x86_64__

void Crc32cStream::Start(uint32_t crc) { crc_ = crc; }

void Crc32cStream::Update(const void* data, size_t n) { crc_ = Crc32c(data, n, crc_); }

void Crc32cStream::Copy(void* to, const void* from, size_t n, Stores stores) {
  crc_ = Crc32cCopy(to, from, n, crc_, stores);
}

uint32_t Crc32cStream::Crc() const { return crc_; }

#else

namespace {

// A piece of this length begins the ring: more will follow. (For a single one it would not pay.)
constexpr size_t kLongPiece = 8192;

}  // namespace

void Crc32cStream::Start(uint32_t crc) {
  crc_ = crc;
  in_ring_ = false;
  carried_ = 0;
}

void Crc32cStream::Update(const void* data, size_t n) {
  if (in_ring_ || n >= kLongPiece) {
    Take<false>(nullptr, static_cast<const uint8_t*>(data), n);
  } else {
    crc_ = Crc32c(data, n, crc_);
  }
}

void Crc32cStream::Copy(void* to, const void* from, size_t n, Stores stores) {
  if (in_ring_ || n >= kLongPiece) {
    Take<true>(static_cast<uint8_t*>(to), static_cast<const uint8_t*>(from), n);
  } else {
    crc_ = Crc32cCopy(to, from, n, crc_, stores);
  }
}

// Completes the block that was begun, takes whole blocks from where they are, and keeps the rest.
template <bool kCopy>
void Crc32cStream::Take(uint8_t* to, const uint8_t* p, size_t n) {
  constexpr size_t kBlock = crc32c::Ring::kBlock;
  if (!in_ring_) {
    ring_.Start(~crc_);
    in_ring_ = true;
  }
  const auto carry = [&](size_t bytes) {
    if (bytes == 0) return;
    memcpy(carry_ + carried_, p, bytes);
    if constexpr (kCopy) {
      memcpy(to, p, bytes);
      to += bytes;
    }
    carried_ += bytes;
    p += bytes;
    n -= bytes;
  };
  if (carried_ > 0) {
    carry(n < kBlock - carried_ ? n : kBlock - carried_);
    if (carried_ < kBlock) return;
    ring_.Update(carry_, kBlock);
    carried_ = 0;
  }
  const size_t whole = n / kBlock * kBlock;
  if constexpr (kCopy) {
    ring_.Copy(to, p, whole);
    to += whole;
  } else {
    ring_.Update(p, whole);
  }
  p += whole;
  n -= whole;
  carry(n);
}

uint32_t Crc32cStream::Crc() const { return in_ring_ ? ~ring_.Finish(carry_, carried_) : crc_; }

#endif

}  // namespace tlkv
