// A program compared with itself has no fault, whatever it is: check(x, x).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "lower/reference.h"
#include "properties/silence.h"

namespace metagate {

RC_GTEST_PROP(Itself, a_tagged_program_is_silent, (const Drawn& drawn)) {
  expect_silent(*drawn, *drawn, Step::automatic);
  expect_silent(*drawn, *drawn, Step::pass);
}

RC_GTEST_PROP(Itself, a_lowered_program_is_silent, (const Drawn& drawn)) {
  const Result<Program> after = lower_reference(*drawn);
  RC_ASSERT(after.has_value());
  expect_silent(*after, *after, Step::automatic);
}

}  // namespace metagate
