// `reduce` without a lowering: a pair of stages that fails the check is cut
// down, both together.
#pragma once

#include "cli/verb.h"

namespace metagate {

// Writes the pair that is left as a fixture. Returns the exit code: 1 where
// there was something to cut (what is left still fails), else 2.
[[nodiscard]] int cut_pair(const Arguments& arguments);

}  // namespace metagate
