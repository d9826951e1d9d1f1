// Two programs without a difference (ir/difference.h) are written as the same
// bytes, and two with one are not.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/generate/rewrite.h"
#include "harness/reduce/edits.h"
#include "ir/difference.h"
#include "json/read.h"
#include "json/write.h"
#include "properties/drawn.h"

namespace metagate {
namespace {

std::string bytes_of(const Program& program) {
  const Program without = program.with_stage("");
  return write_capture({&without, 1});
}

void expect_agreement(const Program& one, const Program& other) {
  const auto difference = first_difference(one, other);
  if (difference) RC_LOG(difference->says);
  RC_ASSERT(difference.has_value() == (bytes_of(one) != bytes_of(other)));
  RC_ASSERT(first_difference(other, one).has_value() == difference.has_value());
}

}  // namespace

RC_GTEST_PROP(Difference, there_is_none_where_a_program_is_read_again,
              (const Drawn& drawn)) {
  const auto read = read_text("again", write_capture({drawn.program.get(), 1}));
  RC_ASSERT(read.has_value());
  const auto difference = first_difference(*drawn, read->programs[0]);
  if (difference) RC_LOG(difference->says);
  RC_ASSERT(!difference.has_value());
}

RC_GTEST_PROP(Difference, is_one_of_bytes, (const Drawn& drawn)) {
  expect_agreement(*drawn, rewritten(*drawn, drawn.seed,
                                     {.rename_nodes = false,
                                      .reorder_keys = false,
                                      .renumber_objects = true}));
  expect_agreement(*drawn, rewritten(*drawn, drawn.seed,
                                     {.rename_nodes = false,
                                      .reorder_keys = true,
                                      .renumber_objects = false}));
  const std::size_t count = candidate_count(*drawn);
  for (std::size_t k = drawn.seed % 7; k < count; k += 1 + count / 12) {
    if (const auto smaller = candidate(*drawn, k)) {
      expect_agreement(*drawn, *smaller);
    }
  }
}

}  // namespace metagate
