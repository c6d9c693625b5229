// Prompts for a run on sequences: of few tokens, and beginning like those of before.
#ifndef TESTS_CORE_SEQUENCES_PROMPTS_H_
#define TESTS_CORE_SEQUENCES_PROMPTS_H_

#include <cstdint>
#include <vector>

#include "support/choices.h"
#include "support/collision.h"

namespace tlkv_test {

class Prompts {
 public:
  using Tokens = std::vector<uint32_t>;

  // Of at most max_tokens. Blocks of 16 may collide, if that is told apart.
  Prompts(Choices& choices, uint32_t block_tokens, size_t max_tokens, bool with_collisions)
      : choices_(choices),
        block_tokens_(block_tokens),
        max_tokens_(max_tokens),
        with_collisions_(with_collisions) {}

  Tokens Any() {
    Tokens tokens;
    if (!earlier_.empty()) tokens = earlier_[Below(earlier_.size())];
    tokens.resize(Below(tokens.size() + 1));
    if (block_tokens_ == 16) {
      tokens.resize(tokens.size() / 16 * 16);
      for (uint32_t words = Below(3); words != 0; --words) {
        const Tokens& word = with_collisions_ && Below(2) == 0 ? kCollisionB : kCollisionA;
        tokens.insert(tokens.end(), word.begin(), word.end());
      }
      if (Below(2) == 0) AddTokens(&tokens, Below(17));
    } else {
      AddTokens(&tokens, Below(2 * block_tokens_ + 2));
    }
    if (tokens.size() > max_tokens_) tokens.resize(max_tokens_);
    earlier_.push_back(tokens);
    if (earlier_.size() > 8) earlier_.erase(earlier_.begin());
    return tokens;
  }

  void AddTokens(Tokens* tokens, uint32_t n) {
    constexpr uint32_t kRare[] = {0, 1u << 31, UINT32_MAX};
    for (; n != 0; --n) tokens->push_back(Below(16) == 0 ? kRare[Below(3)] : 1 + Below(2));
  }

  uint64_t AnySalt() { return Below(4) == 0 ? 0xABCDEF : 0; }

 private:
  uint32_t Below(uint64_t n) { return choices_.Below(n); }

  Choices& choices_;
  uint32_t block_tokens_;
  size_t max_tokens_;
  bool with_collisions_;
  std::vector<Tokens> earlier_;  // the last few
};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SEQUENCES_PROMPTS_H_
