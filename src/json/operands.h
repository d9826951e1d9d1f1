// The two parts of a node's args and kwargs: the nodes they use, and all else
// (ir/program.h).
#pragma once

#include <vector>

#include "ir/program.h"

namespace metagate {

// Puts an operand in the place of each `$node` of the program in `tree`, in
// order: lists as they stand, dicts by key. `index` of the `$node`s, which
// are the NodeIds (json/value_reader.h), go to the end of `operands`.
void extract_operands(Tree& tree, std::vector<NodeId>& operands);

}  // namespace metagate
