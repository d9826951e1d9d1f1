// Finds the smallest program that still has a fault.
//
// Edits (reduce/edits.h) are tried from the big to the small; one is kept where
// the same fault (reduce/fault.h) is still there. The result is 1-minimal: no
// single edit of the enumerator keeps the fault. Other faults that are met on
// the way are not followed; they are handed back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "check/check.h"
#include "check/finding.h"
#include "harness/reduce/fault.h"
#include "harness/reduce/pair_edits.h"
#include "ir/program.h"
#include "lower/lowering.h"

namespace metagate {

// The findings of a program: of lowering it, and checking what comes out. A
// program that the lowering refuses has none, unless that is one itself
// (check/failed_lowering.h).
using Judge = std::function<std::vector<Finding>(const Program&)>;

// Lowers with `lowering` and checks that as a lowering step.
[[nodiscard]] Judge judge_of(Lowering lowering);

struct ReduceOptions {
  std::size_t most_tries = 100000;  // calls of the judge
};

template <class Matter>
struct ReducedOf {
  Matter program;
  std::vector<Finding> findings;  // of `program`; the fault is among them
  std::size_t tries = 0;
  std::size_t kept = 0;
  bool is_minimal = false;  // false where the tries ran out
  // What has another fault that the first one has not, smallest met.
  std::map<Fault, Matter> others;
};
using Reduced = ReducedOf<Program>;
using ReducedPair = ReducedOf<StagePair>;

// `judge` finds `fault` in `program`.
[[nodiscard]] Reduced reduce(const Program& program, const Fault& fault,
                             const Judge& judge,
                             const ReduceOptions& options = {});

// Which finding of a pair is followed.
enum class Follow : std::uint8_t {
  fault,  // any of the same fault
  it,     // itself: same rule, node and key
};

// Cuts two stages together, where `check` of the two, as this kind of step, has
// `finding`. It goes only through pairs all of whose
// findings `pair` has too: same rule, node and key. So what is left fails
// because of what was captured, and not because of how it was cut. What is
// found beyond that on the way is among the others.
[[nodiscard]] ReducedPair reduce_pair(const StagePair& pair,
                                      const Finding& finding,
                                      Follow follow = Follow::fault,
                                      Step step = Step::automatic,
                                      const ReduceOptions& options = {});

}  // namespace metagate
