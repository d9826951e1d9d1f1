// Renamed nodes, reordered keys and renumbered objects change no verdict.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>

#include "harness/generate/rewrite.h"
#include "harness/mutants/mutants.h"
#include "lower/reference.h"
#include "properties/silence.h"

namespace metagate {

RC_GTEST_PROP(Spelling, of_a_right_lowering_is_free, (const Drawn& drawn)) {
  const Result<Program> after = lower_reference(*drawn);
  RC_ASSERT(after.has_value());
  const Program other = rewritten(*after, drawn.seed);
  expect_silent(*drawn, other, Step::lowering);
  expect_silent(rewritten(*drawn, drawn.seed + 1), other, Step::lowering);
}

RC_GTEST_PROP(Spelling, of_a_wrong_lowering_is_free, (const Drawn& drawn)) {
  const std::string name(drawn.seed % 2 == 0
                             ? std::string_view("single_output_keeps_val_only")
                             : std::string_view("copied_loses_quant_keys"));
  const Result<Program> after = lowering_of(*find_mutant(name))(*drawn);
  RC_ASSERT(after.has_value());
  const auto count = [&](const Program& judged) {
    std::map<std::string, int> found;
    for (const Finding& finding :
         check(*drawn, judged, executorch_policy(), {.step = Step::lowering})
             .findings) {
      ++found[std::string(finding.rule) + " " + finding.place + " " +
              finding.key];
    }
    return found;
  };
  RC_ASSERT(count(*after) == count(rewritten(*after, drawn.seed)));
}

}  // namespace metagate
