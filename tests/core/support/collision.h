// Two blocks of 16 tokens that have one hash behind parent 0 (fixtures/fnv-collision.json).
#ifndef TESTS_CORE_SUPPORT_COLLISION_H_
#define TESTS_CORE_SUPPORT_COLLISION_H_

#include <cstdint>
#include <vector>

namespace tlkv_test {

inline const std::vector<uint32_t> kCollisionA = {37974, 45239, 24920, 29119, 2300,  18159,
                                                  22693, 38129, 28559, 38694, 44743, 14290,
                                                  38956, 37835, 43553, 23033};
inline const std::vector<uint32_t> kCollisionB = {20243, 47577, 8649,  40452, 24483, 31395,
                                                  22693, 38129, 28559, 38694, 44743, 14290,
                                                  33578, 34727, 44705, 41366};

}  // namespace tlkv_test

#endif  // TESTS_CORE_SUPPORT_COLLISION_H_
