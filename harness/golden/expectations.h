// Holds what was found against what a fixture says by hand (`case.expect`).
#pragma once

#include <string>
#include <vector>

#include "case/case.h"
#include "report/run.h"

namespace metagate {

// What does not agree, a line each: a finding that no entry stands for, an
// entry (or a key of one) without a finding. Empty where both are the same. An
// entry with n keys stands for n findings, one without keys for one that is
// about no key; without `stages` it may be of any step.
[[nodiscard]] std::vector<std::string> disagreements(
    const std::vector<Pair>& pairs, const std::vector<Expectation>& expect);

}  // namespace metagate
