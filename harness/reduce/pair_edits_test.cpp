// Cutting two stages together: what is left are two programs, smaller, that
// fail because of what was captured.
#include "harness/reduce/pair_edits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "check/check.h"
#include "harness/generate/cases.h"
#include "harness/mutants/mutants.h"
#include "harness/reduce/reduce.h"
#include "lower/reference.h"

namespace metagate {
namespace {

constexpr std::uint64_t seed = 20805;

const Vocabulary& words() {
  static const Vocabulary made = make_vocabulary(512);
  return made;
}

using Spots = std::set<std::tuple<std::string_view, NodeName, std::string>>;

// As a lowering step: that is what made them.
std::vector<Finding> findings_of(const StagePair& pair) {
  return check(pair.before, pair.after, executorch_policy(),
               {.step = Step::lowering})
      .findings;
}

Spots spots_of(const StagePair& pair) {
  Spots spots;
  for (const Finding& one : findings_of(pair)) {
    spots.insert({one.rule, one.at, one.key});
  }
  return spots;
}

// A program of the profile and what a faulty lowering makes of it, where that
// is found out; up to `count` of them.
std::vector<StagePair> failing(std::string_view mutant_name,
                               std::string_view profile, std::size_t count) {
  const Mutant* const mutant = find_mutant(mutant_name);
  if (mutant == nullptr) return {};
  const Lowering lowering = lowering_of(*mutant);
  Cases cases(words(), *find_profile(profile), seed);
  std::vector<StagePair> pairs;
  for (std::uint64_t i = 0; i < 400 && pairs.size() < count; ++i) {
    Program before = cases.first(i);
    const Result<Program> after = lowering(before);
    if (!after || check(before, *after).findings.empty()) continue;
    pairs.push_back({std::move(before), *after});
  }
  return pairs;
}

void expect_operands_stand_before(const Program& program) {
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    for (const NodeId operand : program.operands(NodeId(i))) {
      EXPECT_LT(operand.index(), i);
      EXPECT_EQ(program.node(operand).graph, program.node(NodeId(i)).graph);
    }
  }
  for (std::size_t g = 0; g < program.graphs().size(); ++g) {
    const Graph& graph = program.graph(GraphId(g));
    if (!graph.signature) continue;
    EXPECT_EQ(program.operands(program.output_of(GraphId(g))).size(),
              graph.signature->outputs.size());
  }
}

TEST(PairEdits, candidates_are_valid_and_the_program_before_is_smaller) {
  for (const char* profile : {"default", "nested", "mutation"}) {
    std::size_t made = 0;
    for (const StagePair& pair :
         failing("single_output_keeps_val_only", profile, 6)) {
      const PairEdits edits(pair);
      for (std::size_t i = 0; i < edits.size(); i += 1 + edits.size() / 60) {
        const auto smaller = edits.make(edits.at(i));
        if (!smaller) continue;
        ++made;
        EXPECT_LT(measure_of(smaller->before), measure_of(pair.before));
        expect_operands_stand_before(smaller->before);
        expect_operands_stand_before(smaller->after);
        // Still two programs that the checker can compare.
        EXPECT_FALSE(
            check(smaller->before, smaller->before).coverage.unmatched);
        EXPECT_TRUE(check(smaller->after, smaller->after).findings.empty());
      }
    }
    EXPECT_GT(made, 100U) << profile;
  }
}

// What a right lowering gave stays right, mostly: a cut does the same to both.
TEST(PairEdits, most_cuts_of_a_clean_pair_are_clean) {
  Cases cases(words(), *find_profile("default"), seed);
  std::size_t made = 0;
  std::size_t clean = 0;
  for (std::uint64_t i = 0; i < 8; ++i) {
    Program before = cases.first(i);
    const Result<Program> after = lower_reference(before);
    ASSERT_TRUE(after.has_value());
    const StagePair pair{std::move(before), *after};
    const PairEdits edits(pair);
    for (std::size_t k = 0; k < edits.size(); k += 1 + edits.size() / 60) {
      const auto smaller = edits.make(edits.at(k));
      if (!smaller) continue;
      ++made;
      clean += check(smaller->before, smaller->after).findings.empty();
    }
  }
  EXPECT_GT(made, 100U);
  EXPECT_GT(clean * 2, made) << clean << " of " << made;
}

TEST(ReducePair, what_is_left_was_captured_and_no_single_cut_keeps_it) {
  for (const char* mutant : {"single_output_keeps_val_only", "outputs_swapped",
                             "nested_getitem_is_bare",
                             "consumer_loses_source_keys", "tags_are_left"}) {
    const char* const profile =
        std::string_view(mutant).starts_with("nested") ? "nested" : "default";
    const std::vector<StagePair> pairs = failing(mutant, profile, 4);
    EXPECT_FALSE(pairs.empty()) << mutant;
    for (const StagePair& pair : pairs) {
      SCOPED_TRACE(mutant);
      const Spots captured = spots_of(pair);
      const Finding followed = findings_of(pair).front();
      const Fault fault = fault_of(followed);
      const ReducedPair reduced =
          reduce_pair(pair, followed, Follow::fault, Step::lowering);
      EXPECT_TRUE(reduced.is_minimal);
      const StagePair& left = reduced.program;
      EXPECT_LE(left.before.nodes().size(), pair.before.nodes().size());
      EXPECT_NE(find_fault(reduced.findings, fault), nullptr);
      for (const auto& spot : spots_of(left)) {
        EXPECT_TRUE(captured.contains(spot)) << std::get<0>(spot);
      }
      const PairEdits edits(left);
      for (std::size_t i = 0; i < edits.size(); ++i) {
        const auto smaller = edits.make(edits.at(i));
        if (!smaller) continue;
        const auto found = findings_of(*smaller);
        const Spots spots = spots_of(*smaller);
        const bool is_captured = std::includes(captured.begin(), captured.end(),
                                               spots.begin(), spots.end());
        EXPECT_FALSE(is_captured && find_fault(found, fault) != nullptr)
            << "edit " << i;
      }
    }
  }
}

TEST(ReducePair, one_finding_alone_can_be_followed) {
  const std::vector<StagePair> pairs =
      failing("single_output_keeps_val_only", "default", 3);
  ASSERT_FALSE(pairs.empty());
  for (const StagePair& pair : pairs) {
    const Finding last = check(pair.before, pair.after).findings.back();
    const ReducedPair reduced = reduce_pair(pair, last, Follow::it);
    const bool is_there =
        std::any_of(reduced.findings.begin(), reduced.findings.end(),
                    [&](const Finding& one) {
                      return one.rule == last.rule && one.at == last.at &&
                             one.key == last.key;
                    });
    EXPECT_TRUE(is_there) << last.rule << " of " << last.key;
  }
}

}  // namespace
}  // namespace metagate
