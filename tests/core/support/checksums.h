// The two checksums of the format, bit by bit and byte by byte from their definitions: what the
// library's fast ones are compared with. Shares no code with the library.
#ifndef TESTS_CORE_SUPPORT_CHECKSUMS_H_
#define TESTS_CORE_SUPPORT_CHECKSUMS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tlkv_test {

inline uint32_t ReferenceCrc32c(const void* data, size_t n, uint32_t crc = 0) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  uint32_t remainder = ~crc;
  for (size_t i = 0; i < n; ++i) {
    remainder ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0x82F63B78u : 0u);
    }
  }
  return ~remainder;
}

inline uint32_t ReferenceCrc32c(std::string_view text, uint32_t crc = 0) {
  return ReferenceCrc32c(text.data(), text.size(), crc);
}

// FNV-1a, 64 bits, of any bytes.
inline uint64_t ReferenceFnv1a(const std::vector<uint8_t>& bytes) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3u;
  return hash;
}

// The chained hash of a block: FNV-1a over le64(parent) and le32 of every token, 0 becoming 1.
inline uint64_t ReferenceBlockHash(uint64_t parent, const std::vector<uint32_t>& tokens) {
  std::vector<uint8_t> bytes;
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<uint8_t>(parent >> (8 * i)));
  for (const uint32_t token : tokens) {
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<uint8_t>(token >> (8 * i)));
  }
  const uint64_t hash = ReferenceFnv1a(bytes);
  return hash == 0 ? 1 : hash;
}

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_CHECKSUMS_H_
