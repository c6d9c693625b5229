#include "heap.h"

namespace tlkv {

void Heap::Start(char* base, uint32_t begin, uint32_t end, Grow grow) {
  base_ = base;
  grow_ = grow;
  const uint32_t first = ((begin + 15) & ~15u) + kHeader;
  end_ = (end & ~15u) - kHeader;
  At(first).before = 0;
  Set(end_, 0);
  Link(first, end_ - first);
}

uint32_t Heap::Allocate(uint32_t n, uint32_t align) {
  if (align < 16) align = 16;
  // What the piece takes, and what it may lack at its front to begin on a multiple of align.
  const uint64_t size = (uint64_t{n} + kHeader + 15) & ~uint64_t{15};
  const uint64_t enough = size + (align - 16);
  if (enough > UINT32_MAX - 0xFFFF) return 0;
  const uint32_t least = static_cast<uint32_t>(enough);
  uint32_t piece = FindFree(least);
  if (piece == 0) {
    if (!Extend(least)) return 0;
    piece = FindFree(least);
    if (piece == 0) return 0;
  }
  const uint32_t end = After(piece);
  Unlink(piece);
  const uint32_t aligned = ((piece + kHeader + (align - 1)) & ~(align - 1)) - kHeader;
  if (aligned != piece) {
    Link(piece, aligned - piece);
    piece = aligned;
  }
  const uint32_t taken = static_cast<uint32_t>(size);
  Set(piece, taken);
  if (piece + taken != end) Link(piece + taken, end - piece - taken);
  return piece + kHeader;
}

void Heap::Free(uint32_t address) {
  if (address == 0) return;
  uint32_t piece = address - kHeader;
  uint32_t size = At(piece).size;
  const uint32_t after = piece + size;
  if ((At(after).size & 1) != 0) {
    size += At(after).size & ~1u;
    Unlink(after);
  }
  const uint32_t before = piece - At(piece).before;
  if (before != piece && (At(before).size & 1) != 0) {
    size += piece - before;
    Unlink(before);
    piece = before;
  }
  Link(piece, size);
}

// A piece of that size, in use; the one after it knows.
void Heap::Set(uint32_t piece, uint32_t size) {
  At(piece).size = size;
  if (size != 0) At(piece + size).before = size;
}

// A free piece of that size, first in its list.
void Heap::Link(uint32_t piece, uint32_t size) {
  Set(piece, size);
  At(piece).size |= 1;
  uint32_t& first = lists_[ListOf(size)];
  At(piece).next = first;
  At(piece).previous = 0;
  if (first != 0) At(first).previous = piece;
  first = piece;
}

void Heap::Unlink(uint32_t piece) {
  const Piece& p = At(piece);
  if (p.next != 0) At(p.next).previous = p.previous;
  (p.previous != 0 ? At(p.previous).next : lists_[ListOf(p.size)]) = p.next;
}

// Among those that are about as large, the first that will do; else any of the next larger ones.
uint32_t Heap::FindFree(uint32_t size) const {
  int list = ListOf(size);
  int tries = 64;
  for (uint32_t piece = lists_[list]; piece != 0 && tries > 0; piece = At(piece).next, --tries) {
    if (At(piece).size >= size) return piece;
  }
  while (++list < kLists) {
    if (lists_[list] != 0) return lists_[list];
  }
  return 0;
}

// What is at the end becomes a free piece of that size or more.
bool Heap::Extend(uint32_t size) {
  const Piece& last = At(end_ - At(end_).before);
  const uint32_t new_end =
      grow_((last.size & 1) != 0 && last.size < size ? size - (last.size & ~1u) : size);
  if (new_end == 0) return false;
  const uint32_t piece = end_;
  end_ = new_end - kHeader;
  Set(piece, end_ - piece);
  Set(end_, 0);
  Free(piece + kHeader);
  return true;
}

}  // namespace tlkv
