// Equal input gives equal bytes, and a second lowering without new tags changes
// nothing.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/write.h"
#include "lower/reference.h"
#include "properties/drawn.h"

namespace metagate {

RC_GTEST_PROP(Reference, gives_equal_bytes_for_equal_input,
              (const Drawn& drawn)) {
  const Result<Program> one = lower_reference(*drawn);
  const Result<Program> two = lower_reference(*drawn);
  RC_ASSERT(one.has_value() && two.has_value());
  RC_ASSERT(write_capture({&*one, 1}) == write_capture({&*two, 1}));
}

RC_GTEST_PROP(Reference, changes_nothing_the_second_time,
              (const Drawn& drawn)) {
  const Result<Program> once = lower_reference(*drawn);
  RC_ASSERT(once.has_value());
  const Result<Program> twice = lower_reference(*once);
  RC_ASSERT(twice.has_value());
  RC_ASSERT(write_capture({&*once, 1}) == write_capture({&*twice, 1}));
}

}  // namespace metagate
