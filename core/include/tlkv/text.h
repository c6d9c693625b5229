// tlkv/text.h: short messages without printf, locales or allocation.
#ifndef TLKV_TEXT_H_
#define TLKV_TEXT_H_

#include <stddef.h>
#include <stdint.h>

#include <concepts>

#include "tinyllm/abi.h"

namespace tlkv {

/// A number to be written as 0x and `digits` upper-case hexadecimal digits.
struct Hex {
  uint64_t value;
  int digits = 16;
};

/// A zero-terminated text of at most TL_LAST_ERROR_CAP bytes; what does not fit is cut off.
class Text {
 public:
  void Clear() { buffer_[length_ = 0] = '\0'; }
  void Append(char c);
  void Append(const char* s);
  void Append(Hex hex);
  void Append(std::unsigned_integral auto n) { AppendDecimal(n); }
  void Append(std::signed_integral auto n) {
    if (n < 0) Append('-');
    AppendDecimal(n < 0 ? 0 - static_cast<uint64_t>(n) : static_cast<uint64_t>(n));
  }

  /// Puts `s` and ": " before what is there.
  void Prefix(const char* s);

  const char* c_str() const { return buffer_; }
  size_t size() const { return length_; }

 private:
  void AppendDecimal(uint64_t n);

  char buffer_[TL_LAST_ERROR_CAP] = {};
  size_t length_ = 0;
};

}  // namespace tlkv

#endif  // TLKV_TEXT_H_
