#include "crc32c_tables.h"

#include "crc32c_impl.h"

namespace tlkv::crc32c {

#ifdef __wasm__
void FillTables() { Fill(tables); }
#endif

uint32_t ByTables(const uint8_t* p, size_t n, uint32_t raw) { return ByTablesInline(p, n, raw); }

}  // namespace tlkv::crc32c
