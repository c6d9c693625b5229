// CRC-32C by the recurrence of crc32c_ring.h with another multiple of P, whose distances are so
// short that y needs no memory: its last eight vectors stay in registers. For the lengths that are
// too short for the ring, and for what the ring leaves.
//
// The price is more terms and, as the distances are no multiples of 16, shuffles. In
//
//     y[i] = in[i] ^ y[i - 18] ^ y[i - 34] ^ y[i - 50]     (= -2 modulo 16)
//                  ^ y[i - 53] ^ y[i - 101]                (= -5)
//                  ^ y[i - 105] ^ y[i - 122]               (= -9, -10)
//
// those of one line need the same shuffle, so their vectors are added first: four shuffles do for
// seven taps. Of the multiples with eight terms and a degree below 128 (there are none with six)
// this one needs the fewest. core/tools/sparse_multiples.cc finds it.
#include <string.h>

#include "crc32c_impl.h"
#include "crc32c_vector.h"

namespace tlkv::crc32c {
namespace {

constexpr size_t kDegree = 122;
constexpr int kVectors = 8;
constexpr size_t kBlock = 16 * kVectors;

struct State {
  Vec y[kVectors] = {};  // vector i of y at y[i % 8]
  Vec sum2 = {};         // y[i - 2] ^ y[i - 3] ^ y[i - 4] in vectors: bytes - 18, - 34, - 50
  Vec sum5 = {};         // y[i - 4] ^ y[i - 7]: bytes - 53, - 101

  // Vector i of y, i % 8 == k, from vector i of the message. A distance 16 q - r begins at byte r
  // of vector i - q and ends in vector i - q + 1.
  template <int k>
  void Step(Vec in) {
    const auto before = [this](int q) { return y[(k + kVectors - q) % kVectors]; };
    const Vec next5 = before(3) ^ before(6);
    const Vec next2 = before(2) ^ before(3) ^ before(1);
    const Vec far = in ^ Bytes<11>(sum5, next5) ^ Bytes<7>(before(7), before(6)) ^
                    Bytes<6>(before(8), before(7));
    y[k] = far ^ Bytes<14>(sum2, next2);  // last: it waits for the step before
    sum2 = next2;
    sum5 = next5;
  }
};

}  // namespace

uint32_t ByRegisters(const uint8_t* p, size_t n, uint32_t raw) {
  if (n < kRegistersFrom) return ByTables(p, n, raw);
  State s;
  {
    alignas(16) uint8_t start[16] = {};
    for (size_t i = 0; i < 4; ++i) {
      start[kBlock - kDegree + i] = static_cast<uint8_t>(raw >> (8 * i) & 0xFF);
    }
    s.y[0] = Load(start);
  }
  for (; n >= kBlock; n -= kBlock, p += kBlock) {
    s.Step<0>(Load(p));
    s.Step<1>(Load(p + 16));
    s.Step<2>(Load(p + 32));
    s.Step<3>(Load(p + 48));
    s.Step<4>(Load(p + 64));
    s.Step<5>(Load(p + 80));
    s.Step<6>(Load(p + 96));
    s.Step<7>(Load(p + 112));
  }
  // The last eight vectors as they are, without what they toggle in each other: the same steps,
  // with nothing before them and y itself in the place of what they give.
  State w;
  alignas(16) uint8_t window[kBlock];
  const auto restore = [&]<int k>() {
    w.Step<k>(s.y[k]);
    Store(window + 16 * k, w.y[k]);
    w.y[k] = s.y[k];
  };
  restore.template operator()<0>();
  restore.template operator()<1>();
  restore.template operator()<2>();
  restore.template operator()<3>();
  restore.template operator()<4>();
  restore.template operator()<5>();
  restore.template operator()<6>();
  restore.template operator()<7>();
  return ByTables(p, n, ByTables(window, kBlock, 0));
}

}  // namespace tlkv::crc32c
