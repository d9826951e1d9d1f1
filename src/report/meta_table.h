// The table under a finding: every meta key of the node and of the node it
// stands for, before and after, with what the policy owes and what became of
// it.
#pragma once

#include <string>
#include <vector>

#include "report/rows.h"

namespace metagate {

// Lines, each with a line feed, the first of them the head. `rows` are findings
// about keys of one node, in one pair; `origin` is the node before, or none.
[[nodiscard]] std::string meta_table(const Run& run,
                                     const std::vector<const Row*>& rows,
                                     NodeId origin);

}  // namespace metagate
