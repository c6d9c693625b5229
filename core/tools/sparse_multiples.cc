// Finds the sparse multiples of the CRC-32C polynomial P that crc32c_ring.h and crc32c_registers.cc
// are built on, and shows that they are the best of their kind.
//
// A multiple 1 + x^a + ... + x^c of P, a < ... < c, is printed as its distances: c minus each
// exponent below c, in ascending order. They are found by meeting in the middle: with every sum of
// half of the exponents in a hash table by its value modulo P, the other half is looked up.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

namespace {

constexpr uint32_t kPolynomial = 0x1EDC6F41;  // P without x^32, highest power first

struct Multiple {
  std::vector<int> distances;

  int degree() const { return distances.back(); }
  int aligned() const {
    return static_cast<int>(
        std::count_if(distances.begin(), distances.end(), [](int d) { return d % 16 == 0; }));
  }
  // Vector shuffles that a kernel in registers needs: distances that are equal modulo 16 share one.
  int shuffles() const {
    std::set<int> kinds;
    for (const int d : distances) {
      if (d % 16 != 0) kinds.insert(d % 16);
    }
    return static_cast<int>(kinds.size());
  }
  std::string text() const {
    std::string text;
    for (const int d : distances) {
      if (!text.empty()) text += ' ';
      text += std::to_string(d);
    }
    return text;
  }
};

// x^i modulo P for i = 0 .. n.
std::vector<uint32_t> Powers(int n) {
  std::vector<uint32_t> powers = {1};
  for (int i = 0; i < n; ++i) {
    const uint32_t p = powers.back();
    powers.push_back(p << 1 ^ ((p >> 31) != 0 ? kPolynomial : 0));
  }
  return powers;
}

// A sum of up to three powers, the highest exponent first.
struct Sum {
  uint32_t value;
  std::array<int, 3> exponents;
  int lowest;
};

// All sums of `terms` different powers with exponents in 1 .. highest, appended to `sums`.
void AddSums(const std::vector<uint32_t>& powers, int terms, int highest, Sum sum, size_t depth,
             std::vector<Sum>& sums) {
  if (terms == 0) {
    sums.push_back(sum);
    return;
  }
  for (int e = terms; e <= highest; ++e) {
    Sum more = sum;
    more.value ^= powers[static_cast<size_t>(e)];
    more.exponents[depth] = e;
    more.lowest = e;
    AddSums(powers, terms - 1, e - 1, more, depth + 1, sums);
  }
}

// All multiples of the given weight (4, 6 or 8), of a degree of at most n and no distance below
// `least`, by ascending degree.
std::vector<Multiple> Find(int weight, int n, int least) {
  const auto powers = Powers(n);
  std::vector<Sum> sums;  // of half of the exponents between 0 and the degree
  const int half = weight / 2 - 1;
  AddSums(powers, half, n, {}, 0, sums);

  constexpr uint32_t kNone = UINT32_MAX;
  int bits = 1;
  while (size_t{1} << bits < sums.size()) ++bits;
  const auto slot = [&](uint32_t value) { return value * 0x9E3779B1u >> (32 - bits); };
  std::vector<uint32_t> first(size_t{1} << bits, kNone), next(sums.size());
  for (uint32_t i = 0; i < sums.size(); ++i) {
    next[i] = first[slot(sums[i].value)];
    first[slot(sums[i].value)] = i;
  }

  std::vector<Multiple> found;
  for (int degree = 1; degree <= n; ++degree) {
    for (const Sum& upper : sums) {
      if (upper.exponents[0] > degree - least) continue;
      const uint32_t missing = 1 ^ powers[static_cast<size_t>(degree)] ^ upper.value;
      for (uint32_t i = first[slot(missing)]; i != kNone; i = next[i]) {
        const Sum& lower = sums[i];
        if (lower.value != missing || lower.exponents[0] >= upper.lowest) continue;
        Multiple multiple;
        for (const Sum* s : {&upper, &lower}) {
          for (int t = 0; t < half; ++t)
            multiple.distances.push_back(degree - s->exponents[static_cast<size_t>(t)]);
        }
        multiple.distances.push_back(degree);
        found.push_back(multiple);
      }
    }
  }
  return found;
}

}  // namespace

int main() {
  const auto ring = Find(4, 7104, 256);
  std::printf("4 terms, degree up to 7104, no distance below 256: %zu\n", ring.size());
  std::printf("  the lowest degree: %s\n", ring.front().text().c_str());
  for (const Multiple& m : ring) {
    if (m.aligned() >= 2)
      std::printf("  two distances are multiples of 16: %s\n", m.text().c_str());
  }

  std::printf("6 terms, degree below 128: %zu\n", Find(6, 127, 1).size());

  const auto registers = Find(8, 127, 17);
  std::printf("8 terms, degree below 128, no distance below 17: %zu\n", registers.size());
  const auto shuffles = [](const Multiple& a, const Multiple& b) {
    return a.shuffles() < b.shuffles();
  };
  const int fewest = std::min_element(registers.begin(), registers.end(), shuffles)->shuffles();
  for (const Multiple& m : registers) {
    if (m.shuffles() == fewest) std::printf("  %d shuffles: %s\n", fewest, m.text().c_str());
  }
}
