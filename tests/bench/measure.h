// Contenders side by side, each in turn many times, so that all meet the same machine. Prints one
// JSON object a case; run.mjs makes the tables. Time is the thread's processor time, the best of
// many short samples.
#ifndef TESTS_BENCH_MEASURE_H_
#define TESTS_BENCH_MEASURE_H_

#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

// Where results go that nobody reads.
inline volatile uint64_t sink;

inline double Now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

struct Contender {
  const char* name;
  std::function<void()> run;
};

// Of a time in seconds for `work`: millions (or 10^9 bytes) a second, or for "ns ..." time each.
inline double InUnit(std::string_view unit, double work, double time) {
  if (unit.substr(0, 2) == "ns") return time / work * 1e9;
  return work / time / (unit == "GB/s" ? 1e9 : 1e6);
}

struct Value {
  const char* name;
  double value;
};

inline void Print(const char* table, const std::string& label, const char* unit,
                  const std::vector<Value>& values) {
  std::printf("{\"table\":\"%s\",\"label\":\"%s\",\"unit\":\"%s\",\"values\":{", table,
              label.c_str(), unit);
  for (size_t i = 0; i < values.size(); ++i) {
    std::printf("%s\"%s\":%.4g", i == 0 ? "" : ",", values[i].name, values[i].value);
  }
  std::printf("}}\n");
  std::fflush(stdout);
}

// Times that do `work` in one run. rounds 0: as many as its length allows.
inline void Compare(const char* table, const std::string& label, const char* unit, double work,
                    const std::vector<Contender>& contenders, int rounds = 0) {
  std::vector<double> best(contenders.size(), 1e9);
  std::vector<int> repeats(contenders.size(), 1);
  if (rounds == 0) rounds = work > 5e7 ? 7 : 31;
  for (int round = 0; round < rounds; ++round) {
    for (size_t c = 0; c < contenders.size(); ++c) {
      const double start = Now();
      for (int i = 0; i < repeats[c]; ++i) contenders[c].run();
      const double each = (Now() - start) / repeats[c];
      best[c] = std::min(best[c], each);
      if (round == 0) repeats[c] = static_cast<int>(std::clamp(1e-3 / each, 1.0, 1e6));
    }
  }
  std::vector<Value> values;
  for (size_t c = 0; c < contenders.size(); ++c) {
    values.push_back({contenders[c].name, InUnit(unit, work, best[c])});
  }
  Print(table, label, unit, values);
}

}  // namespace bench

#endif  // TESTS_BENCH_MEASURE_H_
