// The reference lowering keeps the laws that hold for any lowering
// (reduce/laws.h): equal input gives equal bytes, tags have no order, and a
// lowering without new tags changes nothing; also in a second round.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/reduce/laws.h"
#include "lower/reference.h"
#include "properties/drawn.h"

namespace metagate {
namespace {

void expect_lawful(const Program& before) {
  const Lowering reference = lowering_with(reference_hand_overs());
  const Result<Program> after = reference(before);
  RC_ASSERT(after.has_value());
  for (const Finding& finding : judge_laws(before, *after, reference)) {
    RC_LOG(std::string(finding.rule) + ": " + finding.detail);
    RC_FAIL("a law is broken");
  }
}

}  // namespace

RC_GTEST_PROP(Laws, are_kept_by_the_reference, (const Drawn& drawn)) {
  expect_lawful(*drawn);
}

RC_GTEST_PROP(Laws, are_kept_in_a_second_round, (const Drawn& drawn)) {
  const Result<Program> once = lower_reference(*drawn);
  RC_ASSERT(once.has_value());
  expect_lawful(tagged_again(*once, drawn.seed));
}

}  // namespace metagate
