// heap.h: memory in pieces, for a stretch that grows at its end: the malloc of the WebAssembly
// module, in 1 KB where Emscripten's own takes 9. Addresses are offsets from `base`, so that it can
// be tested anywhere; no sum of them wraps, whatever is asked for.
#ifndef TLKV_WASM_HEAP_H_
#define TLKV_WASM_HEAP_H_

#include <stdint.h>

namespace tlkv {

class Heap {
 public:
  /// Makes the stretch at least `bytes` larger and gives its new end, or 0 when it cannot.
  using Grow = uint32_t (*)(uint32_t bytes);

  /// The stretch is [begin, end); it never reaches beyond 2^32 - 2^16.
  void Start(char* base, uint32_t begin, uint32_t end, Grow grow);
  bool is_started() const { return end_ != 0; }

  /// An address that is a multiple of `align` (a power of two) and of 16, or 0 when there are no n
  /// bytes. Cost: constant, but for at most 64 pieces that are too small.
  uint32_t Allocate(uint32_t n, uint32_t align);

  /// Gives back what Allocate gave; 0 is nothing. Joins it with free neighbours. Constant cost.
  void Free(uint32_t address);

 private:
  // A piece: `size` bytes from this header on, a multiple of 16, and the piece before it, if any,
  // has `before`. What is allocated begins behind these two words. The last piece has size 0.
  struct Piece {
    uint32_t before;
    uint32_t size;  // plus 1 in a free one
    uint32_t next;  // neighbours in the list of free ones of a size, 0 at the ends
    uint32_t previous;
  };
  static constexpr uint32_t kHeader = 8;
  static constexpr int kLists = 28;  // the free pieces of 16 << i bytes and more

  Piece& At(uint32_t piece) const { return *reinterpret_cast<Piece*>(base_ + piece); }
  uint32_t After(uint32_t piece) const { return piece + (At(piece).size & ~1u); }
  static int ListOf(uint32_t size) { return 31 - __builtin_clz(size >> 4); }

  void Set(uint32_t piece, uint32_t size);
  void Link(uint32_t piece, uint32_t size);
  void Unlink(uint32_t piece);
  uint32_t FindFree(uint32_t size) const;
  bool Extend(uint32_t size);

  char* base_ = nullptr;
  uint32_t end_ = 0;  // where the last piece is
  uint32_t lists_[kLists] = {};
  Grow grow_ = nullptr;
};

}  // namespace tlkv

#endif  // TLKV_WASM_HEAP_H_
