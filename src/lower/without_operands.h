// The arguments of a node that no longer takes some of its operands.
#pragma once

#include <vector>

#include "ir/value.h"

namespace metagate {

// `is_gone` is by operand. Those are left out of the sequences and dicts that
// hold them, and the others are numbered anew.
[[nodiscard]] Tree without_operands(Tree args,
                                    const std::vector<bool>& is_gone);

}  // namespace metagate
