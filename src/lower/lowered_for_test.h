// For tests: lowers, and lets the checker say that nothing is wrong with it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "check/check.h"
#include "lower/program_for_test.h"
#include "lower/reference.h"
#include "lower/words_for_test.h"

namespace metagate {

// The program after, which has no finding; the one before where it is refused.
[[nodiscard]] inline Program lowered(const Program& before) {
  Result<Program> after = lower_reference(before);
  if (!after) {
    ADD_FAILURE() << after.error().front().message;
    return before;
  }
  const Checked checked =
      check(before, *after, executorch_policy(), {.step = Step::lowering});
  for (const Finding& finding : checked.findings) {
    ADD_FAILURE() << finding.rule << " " << finding.at.graph << "/"
                  << finding.at.node << " " << finding.key << " "
                  << finding.detail;
  }
  return *std::move(after);
}

// The code that a program is refused with, or "lowered".
[[nodiscard]] inline std::string refusal(TestProgram& program) {
  const Result<Program> after = lower_reference(program.build());
  return after ? "lowered" : after.error().front().code;
}

}  // namespace metagate
