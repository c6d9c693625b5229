// Raw exports for wasm/js/crc32c.ts: a CRC-32C over pieces that JavaScript copies in one by one.
// There is one state, as a call of crc32c() in JavaScript runs to its end.
#include "tlkv/crc32c_stream.h"

namespace {

tlkv::Crc32cStream stream;

}  // namespace

extern "C" {

void tlkv_crc32c_start(uint32_t crc) { stream.Start(crc); }

void tlkv_crc32c_update(const void* piece, size_t n) { stream.Update(piece, n); }

uint32_t tlkv_crc32c_end() { return stream.Crc(); }

}  // extern "C"
