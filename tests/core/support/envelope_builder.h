// An envelope put together field by field from formats/kv-block.md, without the library: good by
// default, and wrong in whatever field a test sets.
#ifndef TESTS_CORE_SUPPORT_ENVELOPE_BUILDER_H_
#define TESTS_CORE_SUPPORT_ENVELOPE_BUILDER_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "support/checksums.h"
#include "support/hex.h"

namespace tlkv_test {

struct EnvelopeRecord {
  uint64_t hash = 0;
  uint32_t n_tokens = 0;
  std::vector<uint16_t> payload;  // f16 bits, [L][2][H][B][D]
};

// The envelope of the worked example: one full block of tokens 1 2.
inline constexpr uint64_t kHash12 = 0xA91AB0C1027B9366u;      // tokens 1 2, first block
inline constexpr uint64_t kHash1234 = 0x03DF829571605C60u;    // tokens 3 4 after it
inline constexpr uint64_t kHash123456 = 0x80027B3F723B4730u;  // tokens 5 6 after those
inline constexpr char kWorkedExample[] =
    "54 4c 4b 56 01 00 01 00 01 00 00 00 02 00 00 00"
    "01 00 00 00 01 00 00 00 02 00 00 00"
    "66 93 7b 02 c1 b0 1a a9 02 00 00 00"
    "00 3c 00 40 00 42 00 44"
    "00 38 00 bc 00 00 00 34"
    "1c 54 0b 4f";
inline const std::vector<uint16_t> kWorkedPayload = {0x3C00, 0x4000, 0x4200, 0x4400,
                                                     0x3800, 0xBC00, 0x0000, 0x3400};

struct EnvelopeBuilder {
  std::vector<EnvelopeRecord> records;
  uint32_t block_tokens = 2;
  uint32_t n_layers = 1;
  uint32_t n_kv_heads = 1;
  uint32_t head_dim = 2;
  Bytes magic = {'T', 'L', 'K', 'V'};
  uint16_t version = 1;
  uint16_t dtype = 1;
  std::optional<uint32_t> n_blocks = {};  // unset: as many as there are records

  // One record that fits the dimensions of the worked example.
  static EnvelopeBuilder Worked(uint64_t hash = kHash12, uint32_t n_tokens = 2) {
    EnvelopeBuilder builder;
    builder.records = {{hash, n_tokens, kWorkedPayload}};
    return builder;
  }

  // The bytes, closed with the right CRC.
  [[nodiscard]] Bytes Build() const {
    Bytes bytes = magic;
    Put(bytes, version, 2);
    Put(bytes, dtype, 2);
    Put(bytes, n_blocks.value_or(static_cast<uint32_t>(records.size())), 4);
    for (const uint32_t field : {block_tokens, n_layers, n_kv_heads, head_dim}) {
      Put(bytes, field, 4);
    }
    for (const EnvelopeRecord& record : records) {
      Put(bytes, record.hash, 8);
      Put(bytes, record.n_tokens, 4);
      for (const uint16_t bits : record.payload) Put(bytes, bits, 2);
    }
    AppendCrc(bytes);
    return bytes;
  }

  static void AppendCrc(Bytes& bytes) {
    Put(bytes, ReferenceCrc32c(bytes.data(), bytes.size()), 4);
  }

  // Makes the last four bytes right again after a test has changed others.
  static void FixCrc(Bytes& bytes) {
    bytes.erase(bytes.end() - 4, bytes.end());
    AppendCrc(bytes);
  }

 private:
  static void Put(Bytes& bytes, uint64_t value, int width) {
    for (int i = 0; i < width; ++i) bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
  }
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_ENVELOPE_BUILDER_H_
