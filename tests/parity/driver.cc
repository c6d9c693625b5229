// The native side of the parity tests: one request a line on standard input, one answer a line on
// standard output, in words and numbers separated by spaces; bytes as hex, no bytes as "-".
//
// wire B L H D T tokens[T] values[T*L*2*H*D]
//     The sequence as blocks of a pool, exported, imported into a second pool and exported again:
//     the two envelopes.
// import B L H D hex
//     tl_kv_import into an empty pool of 64 blocks: the status, the rule that the error slot names
//     or "-", blocks free, used and cached after it, the fills of the blocks it gave.
// scan N hex
//     EnvelopeScanner, fed N bytes at a time: the findings, then the warnings, each as
//     rule:begin:end:record (record "-" where it has none); the records there; the checksum stored
//     and the one computed, "-" where there is none.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "tinyllm/kv_pool.h"
#include "tlkv/envelope_scanner.h"

namespace {

using Bytes = std::vector<uint8_t>;

std::string ToHex(const Bytes& bytes) {
  std::string hex;
  for (const uint8_t byte : bytes) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex.empty() ? "-" : hex;
}

Bytes FromHex(const std::string& hex) {
  Bytes bytes;
  if (hex == "-") return bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

// A pool for the length of a request. A call that must succeed ends the program if it does not.
class Pool {
 public:
  Pool(uint32_t n_blocks, const tl_kv_cfg& shape) : cfg_(shape) {
    cfg_.n_blocks = n_blocks;
    cfg_.dtype = TL_F16;
    cfg_.format = TL_KV_FORMAT_V1;
    Must(tl_kv_pool_create(&cfg_, &pool_));
  }
  ~Pool() { tl_kv_pool_destroy(pool_); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  tl_kv_pool* get() { return pool_; }
  const tl_kv_cfg& cfg() const { return cfg_; }

  uint32_t Alloc() {
    uint32_t id = 0;
    Must(tl_kv_alloc(pool_, 1, &id));
    return id;
  }

  std::vector<uint32_t> Import(const Bytes& envelope, uint32_t n) {
    std::vector<uint32_t> ids(n);
    Must(tl_kv_import(pool_, envelope.data(), envelope.size(), ids.data()));
    return ids;
  }

  Bytes Export(const std::vector<uint32_t>& ids) {
    const uint32_t n = static_cast<uint32_t>(ids.size());
    Bytes envelope(tl_kv_export_bytes(pool_, n));
    size_t written = 0;
    Must(tl_kv_export(pool_, ids.data(), n, envelope.data(), envelope.size(), &written));
    envelope.resize(written);
    return envelope;
  }

  static void Must(tl_status status) {
    if (status == TL_OK) return;
    std::cerr << tl_status_str(status) << ": " << tl_last_error() << '\n';
    exit(1);
  }

 private:
  tl_kv_cfg cfg_;
  tl_kv_pool* pool_ = nullptr;
};

tl_kv_cfg ReadShape(std::istream& in) {
  tl_kv_cfg cfg{};
  in >> cfg.block_tokens >> cfg.n_layers >> cfg.n_kv_heads >> cfg.head_dim;
  return cfg;
}

// Writes one position of a block; `values` are [layer][K, V][head][dim].
void WritePosition(Pool& pool, uint32_t id, uint32_t position, const uint16_t* values) {
  const tl_kv_cfg& cfg = pool.cfg();
  const size_t row = cfg.head_dim;
  for (uint32_t layer = 0; layer < cfg.n_layers; ++layer) {
    for (int is_v = 0; is_v < 2; ++is_v) {
      uint16_t* slab = static_cast<uint16_t*>(tl_kv_block_ptr(pool.get(), id, layer, is_v));
      for (uint32_t head = 0; head < cfg.n_kv_heads; ++head) {
        uint16_t* to = slab + (size_t{head} * cfg.block_tokens + position) * row;
        memcpy(to, values, row * sizeof(uint16_t));
        values += row;
      }
    }
  }
}

std::string Wire(std::istream& in) {
  const tl_kv_cfg shape = ReadShape(in);
  const uint32_t block_tokens = shape.block_tokens;
  uint32_t n_tokens = 0;
  in >> n_tokens;
  std::vector<uint32_t> tokens(n_tokens);
  for (uint32_t& token : tokens) in >> token;
  const size_t per_position = size_t{shape.n_layers} * 2 * shape.n_kv_heads * shape.head_dim;
  std::vector<uint16_t> values(n_tokens * per_position);
  for (uint16_t& value : values) in >> value;

  const uint32_t n_blocks = (n_tokens + block_tokens - 1) / block_tokens;
  Pool first(n_blocks, shape);
  std::vector<uint32_t> ids;
  uint64_t hash = 0;
  for (uint32_t begin = 0; begin < n_tokens; begin += block_tokens) {
    const uint32_t fill = std::min(block_tokens, n_tokens - begin);
    const uint32_t id = first.Alloc();
    ids.push_back(id);
    for (uint32_t position = 0; position < fill; ++position) {
      WritePosition(first, id, position, &values[(begin + position) * per_position]);
    }
    Pool::Must(tl_kv_set_fill(first.get(), id, fill));
    if (fill == block_tokens) {
      hash = tl_kv_block_hash(hash, &tokens[begin], block_tokens);
      Pool::Must(tl_kv_register(first.get(), id, hash));
    }
  }
  const Bytes exported = first.Export(ids);
  Pool second(n_blocks, shape);
  const Bytes again = second.Export(second.Import(exported, n_blocks));
  return ToHex(exported) + ' ' + ToHex(again);
}

// The rule in "tl_kv_import: rule R5: ...".
std::string RuleInSlot() {
  std::istringstream message(tl_last_error());
  std::string word;
  std::string rule;
  message >> word >> word >> rule;
  return word == "rule" ? rule.substr(0, rule.find(':')) : "-";
}

std::string Import(std::istream& in) {
  const tl_kv_cfg shape = ReadShape(in);
  std::string hex;
  in >> hex;
  const Bytes envelope = FromHex(hex);
  constexpr uint32_t kBlocks = 64;
  Pool pool(kBlocks, shape);
  std::vector<uint32_t> ids(kBlocks);
  const tl_status status = tl_kv_import(pool.get(), envelope.data(), envelope.size(), ids.data());
  tl_kv_stats stats;
  tl_kv_stats_get(pool.get(), &stats);
  std::ostringstream out;
  out << tl_status_str(status) << ' ' << (status == TL_OK ? "-" : RuleInSlot()) << ' ' << stats.free
      << ' ' << stats.used << ' ' << stats.cached;
  for (uint32_t i = 0; i < stats.used; ++i) out << ' ' << tl_kv_fill(pool.get(), ids[i]);
  return out.str();
}

std::string Scan(std::istream& in) {
  size_t piece = 0;
  std::string hex;
  in >> piece >> hex;
  const Bytes envelope = FromHex(hex);
  tlkv::EnvelopeScanner scanner;
  scanner.Start(envelope.size(), nullptr);
  for (size_t at = 0; at < envelope.size(); at += piece) {
    Pool::Must(scanner.Push(envelope.data() + at, std::min(piece, envelope.size() - at)));
  }
  Pool::Must(scanner.Finish());

  std::ostringstream out;
  for (const auto* list : {&scanner.findings(), &scanner.warnings()}) {
    for (size_t i = 0; i < list->size(); ++i) {
      const tlkv::Finding& f = (*list)[i];
      out << tlkv::Name(f.rule) << ':' << f.begin << ':' << f.end << ':';
      if (f.record == tlkv::kNoRecord) {
        out << "- ";
      } else {
        out << f.record << ' ';
      }
    }
  }
  out << scanner.records_there() << ' ';
  if (scanner.has_crc()) {
    out << scanner.stored_crc() << ' ' << scanner.computed_crc();
  } else {
    out << "- -";
  }
  return out.str();
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream in(line);
    std::string request;
    in >> request;
    if (request == "wire") {
      std::cout << Wire(in) << '\n';
    } else if (request == "import") {
      std::cout << Import(in) << '\n';
    } else if (request == "scan") {
      std::cout << Scan(in) << '\n';
    } else {
      std::cerr << "parity driver: no such request: " << request << '\n';
      return 2;
    }
  }
  return 0;
}
