// The checker: two programs in, findings out. It knows no lowering: whoever
// made `after` from `before` is judged by the same rules.
//
// It never fails, never prints, keeps no state, and never changes a program.
// `check(x, x)` is silent.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "check/finding.h"
#include "check/policy.h"
#include "ir/program.h"

namespace metagate {

// What made the second program. `automatic` decides by what it sees: a lowering
// where `after` has a delegate call that `before` has not, or has lost tags
// that `before` had; else a pass. In a pass tags are free and new keys are
// free.
enum class Step : std::uint8_t { automatic, lowering, pass };

struct CheckOptions {
  Step step = Step::automatic;
  // Do object indices of the two programs mean the same table (two stages of
  // one document, or a lowering in this process)? Found out by itself; false
  // forbids it.
  bool same_document = true;
};

// What was compared. `keys` counts single key comparisons; `unmatched` counts
// nodes, of both programs, for which no counterpart was found.
struct Coverage {
  std::uint64_t graphs = 0;
  std::uint64_t nodes = 0;
  std::uint64_t keys = 0;
  std::uint64_t delegates = 0;
  std::uint64_t getitems = 0;
  std::uint64_t unmatched = 0;

  Coverage& operator+=(const Coverage& other);
};

// One output of a delegate that is new in the step, as read by a getitem: what
// a report needs to say how single- and multi-output delegates fared.
struct Outlet {
  NodeId getitem;       // after
  NodeId stands_for;    // before; none where it was not matched
  NodeId call;          // after
  std::uint32_t index;  // the output it reads
  std::uint32_t arity;  // how many outputs the delegate has
};

struct Checked {
  Step step = Step::pass;         // lowering or pass
  std::vector<Finding> findings;  // sorted (see sort_findings)
  Coverage coverage;
  std::vector<Outlet> outlets;                // in graph order
  std::vector<std::string_view> not_checked;  // rules that could not be judged
};

[[nodiscard]] Checked check(const Program& before, const Program& after,
                            const Policy& policy = executorch_policy(),
                            const CheckOptions& options = {});

// By graph and node in the order of the program, then rule, then key.
void sort_findings(std::vector<Finding>& findings);

}  // namespace metagate
