// Findings in words, the same for the C API's error slot, the command line and the page.
#include "tlkv/envelope_rules.h"

namespace tlkv {
namespace {

template <class... Parts>
Text Words(Parts... parts) {
  Text text;
  (text.Append(parts), ...);
  return text;
}

Text Bytes(uint64_t n) { return Words(n, n == 1 ? " byte" : " bytes"); }

Text Dimensions(const EnvelopeShape& shape) {
  return Words("block_tokens ", shape.block_tokens, ", n_layers ", shape.n_layers, ", n_kv_heads ",
               shape.n_kv_heads, ", head_dim ", shape.head_dim);
}

// The four bytes of a magic as they stand in the file.
Text MagicBytes(uint64_t le32) {
  Text text;
  for (int i = 0; i < 4; ++i) {
    const uint64_t byte = le32 >> (8 * i) & 0xFF;
    text.Append("0123456789abcdef"[byte >> 4]);
    text.Append("0123456789abcdef"[byte & 15]);
    if (i != 3) text.Append(' ');
  }
  return text;
}

Description LengthWords(const Finding& f, const EnvelopeHeader& header) {
  if (header.shape.HasZero()) {
    return {Words("Every dimension must be at least 1"), Words("no zero"),
            Dimensions(header.shape)};
  }
  return {
      Words("The length must be what the header asks for"),
      f.expected == UINT64_MAX ? Words("more than 18446744073709551614 bytes") : Bytes(f.expected),
      Bytes(f.found)};
}

}  // namespace

Description Describe(const Finding& f, const EnvelopeHeader& header, const EnvelopeShape& pool) {
  switch (f.rule) {
    case Rule::kNone:
      return {};
    case Rule::kR1TooShort:
      return {Words("The file is too short for an envelope"), Words(f.expected, " bytes or more"),
              Bytes(f.found)};
    case Rule::kR2Magic:
      return {Words("The magic must be TLKV"), MagicBytes(f.expected), MagicBytes(f.found)};
    case Rule::kR3Version:
      return {Words("The version must be 1"), Words(f.expected), Words(f.found)};
    case Rule::kR4Dtype:
      return {Words("The dtype must be 1, f16"), Words(f.expected), Words(f.found)};
    case Rule::kR5Length:
      return LengthWords(f, header);
    case Rule::kR6Crc:
      return {Words("The CRC-32C must be that of the bytes before it"), Words(Hex{f.expected, 8}),
              Words(Hex{f.found, 8})};
    case Rule::kR7Shape:
      return {Words("The dimensions must be the pool's"), Dimensions(pool),
              Dimensions(header.shape)};
    case Rule::kR8Tokens:
      return {Words("n_tokens of block ", f.record, " must be 1 to ", f.expected),
              Words("1 to ", f.expected), Words(f.found)};
    case Rule::kR9PartialHash:
      return {Words("Block ", f.record, " has a hash, so it must be full"),
              Words("n_tokens ", f.expected, ", or hash 0"), Words("n_tokens ", f.found)};
    case Rule::kW1PastFill:
      return {Words("Block ", f.record, " has bytes past its fill; writing it again gives others"),
              Words("zeros past position ", f.expected), Words("bytes that are not zero")};
    case Rule::kW2RepeatedHash:
      return {Words("Block ", f.record, " repeats a hash; only one of them can be registered"),
              Words("another hash than that of an earlier block"), Words(Hex{f.found})};
    case Rule::kW3NotFinite:
      return {Words("Block ", f.record, " holds NaN or infinity"), Words("finite values"),
              Words("the first one is ", Hex{f.found, 4})};
  }
  return {};
}

}  // namespace tlkv
