// The reference lowering loses nothing and leaves nothing behind, in the first
// round and in the next.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "lower/reference.h"
#include "properties/silence.h"

namespace metagate {

RC_GTEST_PROP(Reference, is_silent_under_every_invariant,
              (const Drawn& drawn)) {
  const Result<Program> after = lower_reference(*drawn);
  RC_ASSERT(after.has_value());
  expect_silent(*drawn, *after, Step::lowering);
}

RC_GTEST_PROP(Reference, is_silent_in_a_second_round, (const Drawn& drawn)) {
  const Result<Program> once = lower_reference(*drawn);
  RC_ASSERT(once.has_value());
  const Program again = tagged_again(*once, drawn.seed);
  const Result<Program> twice = lower_reference(again);
  RC_ASSERT(twice.has_value());
  expect_silent(again, *twice, Step::lowering);
}

}  // namespace metagate
