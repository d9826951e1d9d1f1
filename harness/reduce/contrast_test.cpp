#include "harness/reduce/contrast.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "harness/generate/cases.h"
#include "harness/mutants/mutants.h"
#include "ir/delegates.h"
#include "ir/draft.h"
#include "lower/reference.h"

namespace metagate {
namespace {

const Vocabulary& words() {
  static const Vocabulary made = make_vocabulary(128);
  return made;
}

Lowering reference() {
  return lowering_with(reference_hand_overs());
}

Lowering mutant(std::string_view name) {
  return lowering_of(*find_mutant(name));
}

// The reference, which writes a note on every delegate call: nothing that any
// rule forbids.
Lowering with_note(std::string note) {
  return [note = std::move(note)](const Program& before) -> Result<Program> {
    const Result<Program> after = lower_reference(before);
    if (!after) return after;
    Draft draft(*after);
    const ValueId value = draft.store().add_text(note);
    const Symbol key = draft.store().intern("note");
    for (std::size_t i = 0; i < draft.nodes.size(); ++i) {
      const NodeId node(i);
      if (!is_delegate_call(*after, node)) continue;
      if (draft.find(node, key) == nullptr) draft.set(node, key, value);
    }
    return draft.build();
  };
}

Contrasts all(const Lowering& old_one, const Lowering& new_one,
              unsigned threads = 1) {
  return contrast_cases(
      [] {
        return source_of(
            std::make_shared<Cases>(words(), *find_profile("default"), 7));
      },
      old_one, new_one, {.cases = 100, .threads = threads, .block = 4});
}

std::size_t count(const Contrasts& found, ContrastKind kind) {
  return found.first[static_cast<std::size_t>(kind)].size();
}

TEST(Contrast, of_a_lowering_with_itself_is_nothing) {
  for (const Lowering& one :
       {reference(), mutant("outputs_swapped"), with_note("a")}) {
    const Contrasts found = all(one, one);
    EXPECT_EQ(found.cases, 100U);
    EXPECT_GE(found.compared, 100U);
    EXPECT_GT(found.coverage.keys, 0U);
    for (const ContrastKind kind :
         {ContrastKind::added, ContrastKind::mended, ContrastKind::differs}) {
      EXPECT_EQ(count(found, kind), 0U);
    }
  }
}

TEST(Contrast, what_is_added_one_way_is_mended_the_other) {
  const Lowering wrong = mutant("single_output_keeps_val_only");
  const Contrasts worse = all(reference(), wrong);
  const Contrasts better = all(wrong, reference());
  EXPECT_GT(count(worse, ContrastKind::added), 0U);
  EXPECT_EQ(count(worse, ContrastKind::mended), 0U);
  EXPECT_EQ(count(worse, ContrastKind::added),
            count(better, ContrastKind::mended));
  EXPECT_EQ(count(better, ContrastKind::added), 0U);
}

TEST(Contrast, two_faults_are_told_apart) {
  const Contrasts found =
      all(mutant("single_output_keeps_val_only"), mutant("call_loses_val"));
  const auto& added = found.first[0];
  const auto& mended = found.first[1];
  EXPECT_TRUE(added.contains({.rule = "delegate-lost", .key_class = "val"}));
  EXPECT_FALSE(added.contains({.rule = "getitem-lost", .key_class = "key"}));
  EXPECT_TRUE(mended.contains({.rule = "getitem-lost", .key_class = "key"}));
}

TEST(Contrast, other_metadata_is_seen_where_both_are_clean) {
  const struct {
    Lowering old_one;
    Lowering new_one;
    const char* rule;
  } rows[] = {
      {reference(), with_note("a"), "-leaked"},
      {with_note("a"), reference(), "-lost"},
      {with_note("a"), with_note("b"), "-changed"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.rule);
    const Contrasts found = all(row.old_one, row.new_one);
    EXPECT_EQ(count(found, ContrastKind::added), 0U);
    EXPECT_EQ(count(found, ContrastKind::mended), 0U);
    ASSERT_EQ(count(found, ContrastKind::differs), 1U);
    const auto& [fault, failure] = *found.first[2].begin();
    EXPECT_TRUE(fault.rule.ends_with(row.rule)) << fault.rule;
    const Finding& finding = failure.findings.front();
    EXPECT_EQ(finding.key, "note");
    EXPECT_TRUE(finding.at.node.starts_with("executorch_call_delegate"));
    // It is cut like any fault: one call in one partition.
    const Reduced reduced =
        reduce(failure.program, fault,
               judge_of(row.old_one, row.new_one, ContrastKind::differs));
    EXPECT_TRUE(reduced.is_minimal);
    EXPECT_LE(reduced.program.nodes().size(), 3U);
  }
}

TEST(Contrast, a_refusal_of_a_valid_program_is_a_fault) {
  const Lowering refuses = [](const Program&) -> Result<Program> {
    return Problem{.message = "not today", .code = "mood"};
  };
  const Contrasts found = all(reference(), refuses);
  EXPECT_TRUE(
      found.first[0].contains({.rule = "driver-error", .key_class = "mood"}));
}

TEST(Contrast, does_not_depend_on_threads) {
  const Contrasts one = all(mutant("outputs_swapped"), reference(), 1);
  const Contrasts many = all(mutant("outputs_swapped"), reference(), 4);
  ASSERT_EQ(count(one, ContrastKind::mended),
            count(many, ContrastKind::mended));
  for (const auto& [fault, failure] : one.first[1]) {
    EXPECT_EQ(failure.index, many.first[1].at(fault).index);
  }
}

}  // namespace
}  // namespace metagate
