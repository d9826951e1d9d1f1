// What `golden` and `bless` have in common: which fixtures they are about, and
// what they say of one.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "harness/golden/golden.h"

namespace metagate {

// What is wrong with a case, each line indented; ends with a line feed. The
// changes of its golden are told where `with_changes`.
[[nodiscard]] std::string case_lines(const GoldenCase& golden_case,
                                     bool with_changes);

// Judges fixtures with the reference lowering, in order.
[[nodiscard]] std::vector<GoldenCase> judge_fixtures(
    const std::vector<FixtureFile>& files);

}  // namespace metagate
