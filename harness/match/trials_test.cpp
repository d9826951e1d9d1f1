// The suite for lowerings of others, put to the reference, to mutants, and to
// lowerings that break a law.
#include "harness/match/trials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "harness/match/instantiate_suite.h"
#include "harness/match/laws.h"
#include "harness/mutants/mutants.h"
#include "ir/draft.h"
#include "lower/reference.h"

namespace metagate {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<Trial> all_trials(std::uint64_t cases = 60) {
  return trials({.root = METAGATE_SOURCE_DIR, .cases = cases, .seed = 3});
}

std::string run(const std::string& name, const Lowering& lowering) {
  for (const Trial& trial : all_trials()) {
    if (trial.name == name) return trial.run(lowering);
  }
  return "no such trial";
}

// Those of a kind that fail.
std::set<std::string> failing(const std::string& kind,
                              const Lowering& lowering) {
  std::set<std::string> names;
  for (const Trial& trial : all_trials()) {
    if (!trial.name.starts_with(kind)) continue;
    if (!trial.run(lowering).empty()) names.insert(trial.name);
  }
  return names;
}

TEST(Trials, have_names_of_their_own_and_of_every_kind) {
  std::set<std::string> names;
  std::set<std::string> kinds;
  for (const Trial& trial : all_trials()) {
    EXPECT_TRUE(names.insert(trial.name).second) << trial.name;
    kinds.insert(trial.name.substr(0, trial.name.find('_')));
  }
  EXPECT_EQ(kinds,
            (std::set<std::string>{"fixture", "programs", "law", "sees"}));
  EXPECT_TRUE(names.contains("fixture_single_output_smallest"));
  EXPECT_TRUE(names.contains("fixture_refused_non_convex") ||
              std::any_of(names.begin(), names.end(), [](const auto& name) {
                return name.starts_with("fixture_refused_");
              }));
  EXPECT_FALSE(names.contains("fixture_real_mixed_et141"));
  EXPECT_EQ(static_cast<std::size_t>(std::count_if(
                names.begin(), names.end(),
                [](const auto& name) { return name.starts_with("sees_"); })),
            mutants().size());
}

TEST(Trials, a_mutant_fails_with_the_smallest_program) {
  const Lowering faulty =
      lowering_of(*find_mutant("single_output_keeps_val_only"));
  const std::string told = run("programs_single_output", faulty);
  EXPECT_THAT(told, HasSubstr("getitem-lost"));
  EXPECT_THAT(told, HasSubstr("the smallest program:\n{\"format\""));
  EXPECT_THAT(run("fixture_single_output_smallest", faulty),
              HasSubstr("found, but not expected: getitem-lost"));
}

TEST(Trials, a_lowering_that_refuses_or_does_nothing_fails) {
  const Lowering refuses = [](const Program&) -> Result<Program> {
    return Problem{.message = "not today", .code = "mood"};
  };
  EXPECT_THAT(run("programs_default", refuses), HasSubstr("not today"));
  const Lowering identity = [](const Program& program) -> Result<Program> {
    return program;
  };
  EXPECT_THAT(run("programs_default", identity),
              HasSubstr("the smallest program:\n"));
  EXPECT_THAT(run("fixture_single_output_smallest", identity), Not(IsEmpty()));
}

TEST(Trials, a_lowering_with_a_memory_breaks_a_law) {
  const auto count = std::make_shared<int>(0);
  const Lowering counts = [count](const Program& before) -> Result<Program> {
    const Result<Program> after = lower_reference(before);
    if (!after) return after;
    Draft draft(*after);
    const Symbol key = draft.store().intern("count");
    for (const NodeId node : draft.graphs[0].nodes) {
      draft.set(node, key, draft.store().add_integer(++*count));
    }
    return draft.build();
  };
  EXPECT_THAT(run("law_equal_input_gives_equal_bytes", counts),
              HasSubstr("lowered once more it has another value of `count`"));
  EXPECT_TRUE(
      failing("law_", counts).contains("law_lowering_again_changes_nothing"));
}

TEST(Trials, a_lowering_that_looks_at_the_names_of_tags_breaks_a_law) {
  const Lowering looks = [](const Program& before) -> Result<Program> {
    const Result<Program> after = lower_reference(before);
    if (!after) return after;
    // Writes the first tag down.
    for (std::size_t i = 0; i < before.nodes().size(); ++i) {
      const ValueId tag = before.value(NodeId(i), known::delegation_tag);
      if (!tag) continue;
      Draft draft(*after);
      draft.set(draft.graphs[0].nodes.front(), draft.store().intern("first"),
                tag);
      return draft.build();
    }
    return after;
  };
  EXPECT_THAT(run("law_names_of_tags_do_not_matter", looks),
              HasSubstr("it has another value of `first`"));
}

TEST(Trials, a_lowering_that_goes_by_names_of_nodes_breaks_a_law) {
  const Lowering goes_by_names = [](const Program& before) -> Result<Program> {
    for (std::size_t i = 0; i < before.nodes().size(); ++i) {
      if (before.name(NodeId(i)) == "output") return lower_reference(before);
    }
    return Problem{.message = "no node `output`", .code = "names"};
  };
  EXPECT_THAT(run("law_spelling_does_not_matter", goes_by_names),
              HasSubstr("no node `output`"));
}

TEST(Trials, a_lowering_whose_result_no_file_can_hold_breaks_a_law) {
  const Lowering doubles = [](const Program& before) -> Result<Program> {
    const Result<Program> after = lower_reference(before);
    if (!after || after->nodes_of(GraphId(0)).size() < 2) return after;
    Draft draft(*after);
    const std::vector<NodeId>& nodes = draft.graphs[0].nodes;
    draft.at(nodes[0]).name = draft.at(nodes[1]).name;
    return draft.build();
  };
  EXPECT_THAT(run("law_the_result_is_a_capture", doubles),
              HasSubstr("it is no capture"));
}

TEST(Trials, without_fixtures_fail) {
  for (const Trial& trial : trials({.root = "/nowhere"})) {
    if (trial.name != "fixtures") continue;
    EXPECT_THAT(trial.run(lowering_with(reference_hand_overs())),
                HasSubstr("no fixtures"));
    return;
  }
  ADD_FAILURE() << "nothing says that there are none";
}

}  // namespace

// As somebody else's test has it.
METAGATE_INSTANTIATE_SUITE(ReferenceTrials, lower_reference);

}  // namespace metagate
