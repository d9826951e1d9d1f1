// `golden --lowering`: every fixture of one program, lowered by somebody's
// lowering. What is found is held against what the fixture expects; the bytes
// of the goldens are those of the reference, and do not count.
#pragma once

#include <vector>

#include "cli/chosen_lowering.h"
#include "harness/golden/fixture_tree.h"

namespace metagate {

// Prints what is not as expected, and, last, a sentence for a pull request.
// Returns the exit code.
[[nodiscard]] int try_fixtures(const std::vector<FixtureFile>& files,
                               const ChosenLowering& chosen);

}  // namespace metagate
