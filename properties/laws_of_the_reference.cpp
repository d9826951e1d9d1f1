// The laws that any lowering is held to (harness/match/laws.h), for the
// reference.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/match/laws.h"
#include "lower/reference.h"
#include "properties/drawn.h"

namespace metagate {

namespace {

void expect_every_law_kept(const Program& program, std::uint64_t seed) {
  const Lowering reference = lowering_with(reference_hand_overs());
  for (const Law& law : laws()) {
    const auto broken = law.broken(reference, program, seed);
    if (!broken) continue;
    RC_LOG(std::string(law.says) + ": " + *broken);
    RC_FAIL("a law is broken");
  }
}

}  // namespace

RC_GTEST_PROP(Reference, keeps_every_law, (const Drawn& drawn)) {
  expect_every_law_kept(*drawn, drawn.seed);
}

RC_GTEST_PROP(Reference, keeps_every_law_in_a_second_round,
              (const Drawn& drawn)) {
  const Result<Program> once = lower_reference(*drawn);
  RC_ASSERT(once.has_value());
  expect_every_law_kept(tagged_again(*once, drawn.seed), drawn.seed);
}

}  // namespace metagate
