// Which delegates of a graph were there before the step, and which are new.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "check/graph_match.h"
#include "check/labels.h"
#include "ir/delegates.h"
#include "ir/program.h"

namespace metagate {

struct DelegatePair {
  Delegate before;
  Delegate after;
};

struct DelegatePairs {
  std::vector<DelegatePair> list;  // in the order of the delegates before
  // Is a delegate paired with another one than that of its name?
  bool names_disagree = false;
};

// Pairs the delegates of one graph before with those of its counterpart after:
// equal lowered graphs of one backend, fed by the same computation, by name
// first and then in order; at last what has the same names, damaged or not.
// Trust::names asks for the same names before anything else but equality in
// all. A delegate without a partner is new, or lost.
[[nodiscard]] DelegatePairs pair_delegates(
    const Program& before, Labels& labels_before,
    std::span<const Delegate> delegates_before, const Program& after,
    Labels& labels_after, std::span<const Delegate> delegates_after,
    Trust trust);

}  // namespace metagate
