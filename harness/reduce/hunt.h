// Looks for a program on which a lowering fails: many cases, on all cores.
//
// What is found does not depend on how many threads look: it is the failure of
// the lowest case number, of all or for each fault. Where the programs come
// from is the caller's affair (harness/generate).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
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
  // So many cases in a row are one thread's: few where a case takes long.
  std::uint64_t block = 64;
  // Every so many cases, beginning with the first, are held against the laws as
  // well (reduce/laws.h), which takes several lowerings more; 0 = none.
  std::uint64_t laws_every = 0;
  // All of the first so many are, as well.
  std::uint64_t laws_first = 0;
  // Goes on after a failure, to meet every fault that shows in the cases.
  bool meets_every_fault = false;
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
  // Done, from case 0 on: all before the failure, where one ends the hunt.
  std::uint64_t cases = 0;
  std::uint64_t lowered = 0;  // programs, second rounds included
  std::uint64_t refused = 0;  // of them, by the lowering
  // Of them, what it could not take, and what could not be checked for its
  // faults as a process (no_program in lower/lowering.h).
  std::uint64_t unsupported = 0;
  std::uint64_t unchecked = 0;
  std::uint64_t lawful = 0;  // held against the laws, which they keep
  Coverage coverage;
  std::optional<Failure> failure;  // the first
  // The first failure that shows each fault, where every one was to be met.
  std::map<Fault, Failure> failures;
  // The lowering refused a program that is valid by construction: the first.
  std::optional<std::uint64_t> first_refused;
  Problems why_refused;
};

// `make_source` is called once for each thread, by that thread.
[[nodiscard]] Hunt hunt(const std::function<CaseSource()>& make_source,
                        const Lowering& lowering, const HuntOptions& options);

}  // namespace metagate
