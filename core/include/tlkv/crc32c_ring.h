// tlkv/crc32c_ring.h: CRC-32C by a sparse multiple of its polynomial: no CRC instruction, no
// carry-less multiply and no table, and yet the fastest technique where there are only plain
// vectors, as in WebAssembly.
//
// Read the message as a polynomial over GF(2), its first bit the highest power; its CRC is what is
// left of it modulo P. Adding multiples of P does not change that. P divides
//
//     x^7024 + x^5312 + x^1809 + 1,
//
// so any bit may be cleared if the bits 1712, 5215 and 7024 places further on are toggled with it
// (the exponents of the other terms, counted down from 7024). Squaring is linear over GF(2): P also
// divides the square of a multiple, which has the same terms with twice the exponents. After three
// squarings the places are bytes, not bits:
//
//     y[i] = in[i] ^ y[i - 1712] ^ y[i - 5215] ^ y[i - 7024]
//
// is byte i with all that was toggled by the bytes before it, and y[i] is then cleared in its turn.
// No distance is below 256, so a block of 256 bytes can be done at once, by vectors, with no shift
// and no carry: four loads and a store for sixteen bytes. Only the last 7024 values of y are ever
// needed again, and a ring that stays in the first-level cache holds them.
//
// P = (x + 1) Q with Q primitive, hence every multiple has an even number of terms and none has two
// terms below 2^31. Four is the least; their degrees start at 5275, and among those up to 7104 this
// one has two distances that are multiples of 16. core/tools/sparse_multiples.cc finds it.
#ifndef TLKV_CRC32C_RING_H_
#define TLKV_CRC32C_RING_H_

#include <stddef.h>
#include <stdint.h>

namespace tlkv::crc32c {

// The raw state of a message that comes in blocks. Starting and finishing costs about as much as
// 8 KiB of message, so keep one object over all the pieces of a message.
class Ring {
 public:
  static constexpr size_t kBlock = 256;

  // Begins a message; raw is the state before it.
  void Start(uint32_t raw);

  // Takes n bytes, a multiple of kBlock.
  void Update(const uint8_t* p, size_t n);

  // Update(p, n) and memcpy(to, p, n), in one pass through memory.
  void Copy(uint8_t* to, const uint8_t* p, size_t n);

  // The state after all blocks, of which there must be one, and n more bytes, fewer than kBlock.
  // The ring stays as it was: more blocks may follow.
  uint32_t Finish(const uint8_t* p, size_t n) const;

 private:
  static constexpr size_t kSize = 48 * kBlock;

  // Ring positions are the places of y modulo kSize. The first block stands again behind the end,
  // so that a block that begins before the end may be read in one go.
  alignas(64) uint8_t y_[kSize + kBlock];
  size_t end_;  // where the next block goes
};

}  // namespace tlkv::crc32c

#endif  // TLKV_CRC32C_RING_H_
