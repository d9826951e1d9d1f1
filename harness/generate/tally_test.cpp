#include "harness/generate/tally.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "check/check.h"
#include "harness/generate/outline_program.h"
#include "ir/delegates.h"
#include "ir/draft.h"
#include "lower/reference.h"

namespace metagate {
namespace {

constexpr OutlineBound three_calls{.nodes = 3, .operands = 1};
constexpr OutlineBound two_calls{.nodes = 2};

std::vector<Finding> findings_of(const Program& before, const Program& after) {
  return check(before, after, executorch_policy(), {.step = Step::lowering})
      .findings;
}

Tried tried_with(const Lowering& lowering, const Program& before) {
  const Result<Program> after = lowering(before);
  if (!after) return {.refused = true};
  return {.findings = findings_of(before, *after).size(), .compared = 1};
}

Tally tally_of(const OutlineBound& bound, const Lowering& lowering,
               unsigned threads = 2) {
  const Enumeration enumeration(bound);
  return tally(
      enumeration, {0, enumeration.slots()},
      [&](const Program& before) { return tried_with(lowering, before); },
      threads, {});
}

// Loses `custom` on the getitems of delegates with `arity` outputs.
Lowering loses_custom_of(std::size_t arity) {
  return [arity](const Program& before) -> Result<Program> {
    Result<Program> after = lower_reference(before);
    if (!after) return after;
    Draft draft(*after);
    const Symbol custom = after->store().find("custom");
    for (const Delegate& delegate : delegates_of(*after)) {
      if (outputs_of(*after, delegate.lowered).visible.size() != arity) {
        continue;
      }
      for (std::size_t i = 0; i < after->nodes().size(); ++i) {
        const NodeId node(i);
        if (is_delegate_getitem(*after, node) &&
            after->operands(node)[0] == delegate.call) {
          draft.remove(node, custom);
        }
      }
    }
    return draft.build();
  };
}

Result<Program> reference(const Program& before) {
  return lower_reference(before);
}

void expect_same(const Tally& a, const Tally& b) {
  EXPECT_EQ(a.programs, b.programs);
  EXPECT_EQ(a.refused, b.refused);
  EXPECT_EQ(a.faulty, b.faulty);
  EXPECT_EQ(a.findings, b.findings);
  EXPECT_EQ(a.compared, b.compared);
  EXPECT_EQ(a.first_faulty, b.first_faulty);
  EXPECT_EQ(a.first_misjudged, b.first_misjudged);
}

TEST(Tally, the_reference_is_clean_and_refuses_what_has_no_order) {
  const Tally counts = tally_of(three_calls, reference);
  EXPECT_GT(counts.refused, 0U);
  EXPECT_GT(counts.programs, counts.refused);
  EXPECT_EQ(counts.findings, 0U);
  EXPECT_FALSE(counts.first_misjudged);
}

TEST(Tally, a_key_lost_on_the_only_output_is_found_with_its_smallest_program) {
  const Tally counts = tally_of(two_calls, loses_custom_of(1));
  Outline smallest{.count = 1, .inputs = 1, .outputs = 1};
  smallest.calls[0].arity = 1;
  smallest.tags[0] = 1;
  ASSERT_TRUE(counts.first_faulty);
  EXPECT_EQ(*counts.first_faulty, smallest);
  EXPECT_GT(counts.programs, counts.faulty);
  const Program before = OutlinePrograms().make(smallest);
  const auto findings = findings_of(before, *loses_custom_of(1)(before));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].rule, "getitem-lost");
  EXPECT_EQ(findings[0].key, "custom");
}

TEST(Tally, a_fault_of_two_outputs_needs_two_calls) {
  const Tally counts = tally_of(two_calls, loses_custom_of(2));
  ASSERT_TRUE(counts.first_faulty);
  Outline smallest{.count = 2, .inputs = 1, .outputs = 3};
  smallest.calls[0].arity = smallest.calls[1].arity = 1;
  smallest.tags = {1, 1};
  EXPECT_EQ(*counts.first_faulty, smallest);
}

TEST(Tally, is_the_same_for_any_number_of_threads_and_cut_anywhere) {
  const Lowering lowering = loses_custom_of(2);
  const Tally alone = tally_of(three_calls, lowering, 1);
  EXPECT_GT(alone.faulty, 0U);
  expect_same(tally_of(three_calls, lowering, 5), alone);
  const Enumeration enumeration(three_calls);
  const std::uint64_t slots = enumeration.slots();
  Tally sum;
  for (std::uint64_t first = 0; first < slots; first += 7) {
    sum += tally(
        enumeration, {first, std::min(first + 7, slots)},
        [&](const Program& before) { return tried_with(lowering, before); }, 1,
        {});
  }
  expect_same(sum, alone);
}

TEST(Tally, a_lowering_that_refuses_too_much_is_seen) {
  const Tally counts =
      tally_of(two_calls, [](const Program&) -> Result<Program> {
        return Problem{.message = "no", .code = "non-convex"};
      });
  EXPECT_EQ(counts.refused, counts.programs);
  EXPECT_TRUE(counts.first_misjudged);
}

}  // namespace
}  // namespace metagate
