#include "tlkv/crc32c.h"

#include "crc32c_impl.h"

namespace tlkv {
namespace crc32c {
namespace {

bool Always() { return true; }

template <uint32_t (*update)(const uint8_t* p, size_t n, uint32_t raw)>
uint32_t Crc(const void* data, size_t n, uint32_t crc) {
  return ~update(static_cast<const uint8_t*>(data), n, ~crc);
}

constexpr Implementation kImplementations[] = {
    {"ring", Always, Crc<ByRing>},
    {"registers", Always, Crc<ByRegisters>},
    {"tables", Always, Crc<ByTables>},
};

}  // namespace

std::span<const Implementation> Implementations() { return kImplementations; }

}  // namespace crc32c

uint32_t Crc32c(const void* data, size_t n, uint32_t crc) {
  return crc32c::kImplementations[0].crc(data, n, crc);
}

}  // namespace tlkv
