#include "tlkv/f16.h"

namespace tlkv {

void F16ToF32(const uint16_t* halves, size_t n, float* values) {
  for (size_t i = 0; i < n; ++i) values[i] = F16ToF32(halves[i]);
}

void F32ToF16(const float* values, size_t n, uint16_t* halves) {
  for (size_t i = 0; i < n; ++i) halves[i] = F32ToF16(values[i]);
}

}  // namespace tlkv
