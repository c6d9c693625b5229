// Bytes as the hex text of the examples: "54 4c 4b 56", two digits a byte.
#ifndef TESTS_CORE_SUPPORT_HEX_H_
#define TESTS_CORE_SUPPORT_HEX_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tlkv_test {

using Bytes = std::vector<uint8_t>;

inline std::string ToHex(const void* data, size_t n) {
  static constexpr char kDigits[] = "0123456789abcdef";
  const auto* bytes = static_cast<const uint8_t*>(data);
  std::string text;
  for (size_t i = 0; i < n; ++i) {
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

inline std::string ToHex(const Bytes& bytes) { return ToHex(bytes.data(), bytes.size()); }

// Spaces and line ends are skipped; lower case only.
inline Bytes FromHex(std::string_view text) {
  Bytes bytes;
  bool high = true;
  for (const char c : text) {
    if (c == ' ' || c == '\n') continue;
    const auto digit = static_cast<uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    if (high) {
      bytes.push_back(static_cast<uint8_t>(digit << 4));
    } else {
      bytes.back() |= digit;
    }
    high = !high;
  }
  return bytes;
}

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_HEX_H_
