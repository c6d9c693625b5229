#include "tlkv/text.h"

namespace tlkv {

void Text::Append(char c) {
  if (length_ + 1 == sizeof buffer_) return;
  buffer_[length_++] = c;
  buffer_[length_] = '\0';
}

void Text::Append(const char* s) {
  while (*s != '\0') Append(*s++);
}

void Text::Append(Hex hex) {
  Append("0x");
  for (int i = hex.digits - 1; i >= 0; --i) Append("0123456789ABCDEF"[(hex.value >> (4 * i)) & 15]);
}

void Text::AppendDecimal(uint64_t n) {
  char digits[21];
  char* p = digits + sizeof digits;
  *--p = '\0';
  do {
    *--p = static_cast<char>('0' + n % 10);
    n /= 10;
  } while (n != 0);
  Append(p);
}

void Text::Prefix(const char* s) {
  const Text reason = *this;
  Clear();
  Append(s);
  Append(": ");
  Append(reason.c_str());
}

}  // namespace tlkv
