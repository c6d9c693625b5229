// The native benchmark of checksums, hashes and envelopes.
#include <isa-l/crc.h>
#include <string.h>

#include <string>
#include <vector>

#include "crc32c_impl.h"
#include "measure.h"
#include "tinyllm/kv_pool.h"
#include "tlkv/block_hash.h"
#include "tlkv/crc32c.h"

namespace {

using bench::Compare;
using bench::sink;

std::string Size(size_t n) {
  if (n >= size_t{1} << 20) return std::to_string(n >> 20) + " MiB";
  return n >= 1024 ? std::to_string(n >> 10) + " KiB" : std::to_string(n) + " B";
}

uint32_t tables[8][256];

void FillTables() {
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t r = b;
    for (int bit = 0; bit < 8; ++bit) r = (r >> 1) ^ ((r & 1) != 0 ? 0x82F63B78u : 0);
    tables[0][b] = r;
  }
  for (int k = 1; k < 8; ++k) {
    for (uint32_t b = 0; b < 256; ++b) {
      tables[k][b] = (tables[k - 1][b] >> 8) ^ tables[0][tables[k - 1][b] & 0xFF];
    }
  }
}

uint32_t ByteSerial(const uint8_t* p, size_t n, uint32_t r) {
  for (; n > 0; --n, ++p) r = (r >> 8) ^ tables[0][(r ^ *p) & 0xFF];
  return r;
}

uint32_t SlicingBy8(const uint8_t* p, size_t n, uint32_t r) {
  for (; n >= 8; n -= 8, p += 8) {
    uint32_t a, b;
    memcpy(&a, p, 4);
    memcpy(&b, p + 4, 4);
    a ^= r;
    r = tables[7][a & 0xFF] ^ tables[6][a >> 8 & 0xFF] ^ tables[5][a >> 16 & 0xFF] ^
        tables[4][a >> 24] ^ tables[3][b & 0xFF] ^ tables[2][b >> 8 & 0xFF] ^
        tables[1][b >> 16 & 0xFF] ^ tables[0][b >> 24];
  }
  return ByteSerial(p, n, r);
}

// The machine's limit for a reader: nothing but loads.
#ifdef __x86_64__
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
uint64_t
Read(const uint64_t* p, size_t n) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; ++i) sum ^= p[i];
  return sum;
}

void Crc() {
  std::vector<uint64_t> words((size_t{128} << 20) / 8);
  uint64_t state = 1;
  for (uint64_t& word : words) word = state = state * 6364136223846793005u + 1442695040888963407u;
  auto* p = reinterpret_cast<uint8_t*>(words.data());
  for (const size_t n : {size_t{16}, size_t{64}, size_t{256}, size_t{1024}, size_t{4096},
                         size_t{65536}, size_t{2} << 20, size_t{128} << 20}) {
    // Short inputs many times a sample, as calls through std::function cost as much as they do.
    const size_t times = n < 4096 ? 4096 / n : 1;
    const auto each = [=](auto crc) {
      return [=] {
        uint64_t all = 0;
        for (size_t i = 0; i < times; ++i) all += crc(static_cast<uint32_t>(i));
        sink = all;
      };
    };
    Compare("CRC-32C, native", Size(n), "GB/s", static_cast<double>(n * times),
            {{"tlkv", each([=](uint32_t r) { return tlkv::Crc32c(p, n, r); })},
             {"ISA-L", each([=](uint32_t r) { return crc32_iscsi(p, static_cast<int>(n), r); })},
             {"tlkv, SSE4.2", each([=](uint32_t r) { return tlkv::crc32c::BySse42(p, n, r); })},
             {"tlkv, portable", each([=](uint32_t r) { return tlkv::crc32c::ByRing(p, n, r); })},
             {"slicing-by-8", each([=](uint32_t r) { return SlicingBy8(p, n, r); })},
             {"limit: reading", each([&, n](uint32_t) { return Read(words.data(), n / 8); })}});
  }
}

uint64_t ByteSerialHash(uint64_t parent, const uint32_t* tokens, uint32_t n) {
  uint64_t h = 0xCBF29CE484222325u;
  for (int shift = 0; shift < 64; shift += 8) h = (h ^ (parent >> shift & 0xFF)) * 0x100000001B3u;
  for (uint32_t i = 0; i < n; ++i) {
    for (int shift = 0; shift < 32; shift += 8) {
      h = (h ^ (tokens[i] >> shift & 0xFF)) * 0x100000001B3u;
    }
  }
  return h == 0 ? 1 : h;
}

// The limit for one chain: its steps, each of which waits for the one before.
uint64_t Steps(uint64_t h, int n) {
  for (int i = 0; i < n; ++i) h = (h ^ 0x55) * 0x100000001B3u;
  return h;
}

void Hash() {
  constexpr uint32_t kPrompts = 64, kBlocks = 32, kBlock = 16;
  for (const int bits : {16, 24, 32}) {
    std::vector<uint32_t> tokens(kPrompts * kBlocks * kBlock);
    uint64_t state = 1;
    for (uint32_t& token : tokens) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      token = static_cast<uint32_t>(state >> (64 - bits));
    }
    std::vector<uint64_t> hashes(kPrompts * kBlocks);
    std::vector<tlkv::HashChain> chains;
    for (uint32_t i = 0; i < kPrompts; ++i) {
      chains.push_back({0, &tokens[i * kBlocks * kBlock], kBlocks, &hashes[i * kBlocks]});
    }
    const auto chain = [&](auto hash) {
      uint64_t h = 0;
      for (uint32_t b = 0; b < kPrompts * kBlocks; ++b) h = hash(h, &tokens[b * kBlock], kBlock);
      sink = h;
    };
    Compare("Block hash of 16 tokens, native", "ids below 2^" + std::to_string(bits), "M blocks/s",
            kPrompts * kBlocks,
            {{"tlkv, many prompts", [&] { tlkv::BlockHashMany(chains.data(), kPrompts, kBlock); }},
             {"tlkv, one chain", [&] { chain(tlkv::BlockHash); }},
             {"byte-serial", [&] { chain(ByteSerialHash); }},
             {"limit of one chain: its steps", [&] {
                sink = Steps(0, static_cast<int>(kPrompts * kBlocks) * (8 + bits / 8 * 16));
              }}});
  }
}

void Export(const char* label, tl_kv_cfg cfg) {
  tl_kv_pool* pool;
  if (tl_kv_pool_create(&cfg, &pool) != TL_OK) return;
  const uint32_t n = cfg.n_blocks;
  std::vector<uint32_t> ids(n);
  if (tl_kv_alloc(pool, n, ids.data()) != TL_OK) return;
  const size_t block = tl_kv_block_bytes(pool);
  for (const uint32_t id : ids) {
    memset(tl_kv_block_ptr(pool, id, 0, 0), 0x3C, block);
    if (tl_kv_set_fill(pool, id, cfg.block_tokens) != TL_OK) return;
  }
  std::vector<uint8_t> out(tl_kv_export_bytes(pool, n), 1);
  const auto copy = [&] {
    for (uint32_t i = 0; i < n; ++i) {
      memcpy(out.data() + 28 + i * (12 + block) + 12, tl_kv_block_ptr(pool, ids[i], 0, 0), block);
    }
  };
  Compare("Export, native", label, "GB/s", static_cast<double>(out.size()),
          {{"tlkv",
            [&] {
              size_t written;
              sink = static_cast<uint64_t>(
                  tl_kv_export(pool, ids.data(), n, out.data(), out.size(), &written));
            }},
           {"memcpy, then slicing-by-8",
            [&] {
              copy();
              sink = SlicingBy8(out.data(), out.size() - 4, ~0u);
            }},
           {"memcpy and slicing-by-8, block by block",
            [&] {
              uint32_t r = ~0u;
              for (uint32_t i = 0; i < n; ++i) {
                uint8_t* const record = out.data() + 28 + i * (12 + block);
                memcpy(record + 12, tl_kv_block_ptr(pool, ids[i], 0, 0), block);
                r = SlicingBy8(record + 12, block, SlicingBy8(record, 12, r));
              }
              sink = r;
            }},
           {"limit: memcpy", copy}});
  for (const uint32_t id : ids) {
    if (tl_kv_unref(pool, id) != TL_OK) return;
  }
  const auto copy_back = [&] {
    for (uint32_t i = 0; i < n; ++i) {
      memcpy(tl_kv_block_ptr(pool, ids[i], 0, 0), out.data() + 28 + i * (12 + block) + 12, block);
    }
  };
  Compare("Import, native", label, "GB/s", static_cast<double>(out.size()),
          {{"tlkv",
            [&] {
              sink = static_cast<uint64_t>(tl_kv_import(pool, out.data(), out.size(), ids.data()));
              for (const uint32_t id : ids) sink = static_cast<uint64_t>(tl_kv_unref(pool, id));
            }},
           {"slicing-by-8, then memcpy",
            [&] {
              sink = SlicingBy8(out.data(), out.size() - 4, ~0u);
              copy_back();
            }},
           {"limit: memcpy", copy_back}});
  tl_kv_pool_destroy(pool);
}

}  // namespace

int main() {
  FillTables();
  Crc();
  Hash();
  Export("2 blocks of 2 MiB", {2, 16, 32, 8, 128, TL_F16, TL_KV_FORMAT_V1});
  Export("64 blocks of 2 MiB", {64, 16, 32, 8, 128, TL_F16, TL_KV_FORMAT_V1});
  Export("4096 blocks of 16 B", {4096, 1, 1, 1, 4, TL_F16, TL_KV_FORMAT_V1});
}
