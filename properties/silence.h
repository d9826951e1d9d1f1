// What every property says of a step: nothing was found, and nothing skipped.
#pragma once

#include "check/check.h"
#include "properties/drawn.h"

namespace metagate {

inline void expect_silent(const Program& before, const Program& after,
                          Step step) {
  const Checked checked =
      check(before, after, executorch_policy(), {.step = step});
  for (const Finding& finding : checked.findings) {
    RC_LOG(std::string(finding.rule) + " at " + finding.at.graph + "/" +
           finding.at.node + " " + finding.key + " " + finding.detail);
  }
  RC_ASSERT(checked.findings.empty());
  RC_ASSERT(checked.coverage.unmatched == 0U);
}

}  // namespace metagate
