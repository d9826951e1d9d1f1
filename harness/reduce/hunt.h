// Looks for a program on which a lowering fails: many cases, on all cores.
//
// What is found does not depend on how many threads look: it is the failure of
// the lowest case number. Where the programs come from is the caller's affair
// (harness/generate).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "check/check.h"
#include "harness/reduce/reduce.h"

namespace metagate {

// Gives cases by number: a program to be lowered; and, of what became of it,
// the program of a second round, or nothing.
struct CaseSource {
  std::function<Program(std::uint64_t)> first;
  std::function<std::optional<Program>(std::uint64_t, const Program&)> second;
};

// Of anything that has these two members, such as Cases (harness/generate).
template <class Cases>
[[nodiscard]] CaseSource source_of(std::shared_ptr<Cases> cases) {
  return {[cases](std::uint64_t i) { return cases->first(i); },
          [cases](std::uint64_t i, const Program& lowered) {
            return cases->second(i, lowered);
          }};
}

struct HuntOptions {
  std::uint64_t cases = 10000;
  unsigned threads = 0;  // 0 = as many as there are cores
  // Asked between cases, by one thread, with the number of cases done so far;
  // false ends the hunt there.
  std::function<bool(std::uint64_t)> go_on = {};
};

struct Failure {
  std::uint64_t index;
  bool is_second_round;
  Program program;  // what the lowering was given
  std::vector<Finding> findings;
};

struct Hunt {
  std::uint64_t cases = 0;    // done without a failure, from case 0 on
  std::uint64_t lowered = 0;  // programs, second rounds included
  std::uint64_t refused = 0;  // of them, by the lowering
  Coverage coverage;
  std::optional<Failure> failure;
  // The lowering refused a program that is valid by construction: the first.
  std::optional<std::uint64_t> first_refused;
  Problems why_refused;
};

// `make_source` is called once for each thread, by that thread.
[[nodiscard]] Hunt hunt(const std::function<CaseSource()>& make_source,
                        const Lowering& lowering, const HuntOptions& options);

}  // namespace metagate
