// tlkv/f16.h: IEEE 754 binary16 to and from binary32.
#ifndef TLKV_F16_H_
#define TLKV_F16_H_

#include <stddef.h>
#include <stdint.h>

namespace tlkv {

/// The value of an f16, exactly: every f16 is an f32. NaN keeps its sign and payload bits.
inline float F16ToF32(uint16_t half) {
  // Exponent and mantissa at their place in an f32 are off by the difference of the exponent
  // biases, 112: a multiplication by 2^112 mends that, and makes normal numbers of subnormal ones.
  const uint32_t magnitude = uint32_t{half} << 13 & 0x0FFFE000u;
  const float scaled = __builtin_bit_cast(float, magnitude) * 0x1p112f;
  uint32_t bits = __builtin_bit_cast(uint32_t, scaled) | (uint32_t{half} & 0x8000u) << 16;
  if (magnitude >= 0x0F800000u) bits |= 0x7F800000u;  // infinity and NaN
  return __builtin_bit_cast(float, bits);
}

/// The nearest f16, ties to even; infinity from 65520 on. NaN stays NaN (quiet), with its sign and
/// the payload bits that fit.
inline uint16_t F32ToF16(float value) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, value);
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  uint32_t half;
  if (magnitude > 0x7F800000u) {
    half = 0x7E00u | (magnitude >> 13 & 0x3FFu);
  } else if (magnitude >= 0x477FF000u) {  // 65520
    half = 0x7C00u;
  } else if (magnitude < 0x38800000u) {  // below 2^-14, the smallest normal f16
    // Next to 0.5 an f32 has steps of 2^-24, as subnormal f16s have: the addition rounds.
    const float sum = __builtin_bit_cast(float, magnitude) + 0.5f;
    half = __builtin_bit_cast(uint32_t, sum) - 0x3F000000u;
  } else {
    const uint32_t odd = magnitude >> 13 & 1u;
    half = (magnitude - (112u << 23) + 0xFFFu + odd) >> 13;
  }
  return static_cast<uint16_t>(half | (bits >> 16 & 0x8000u));
}

/// n of them. The arrays do not overlap.
void F16ToF32(const uint16_t* halves, size_t n, float* values);
void F32ToF16(const float* values, size_t n, uint16_t* halves);

}  // namespace tlkv

#endif  // TLKV_F16_H_
