#include "harness/reduce/laws.h"

#include <gtest/gtest.h>

#include <string>

#include "check/rules.h"
#include "harness/generate/cases.h"
#include "harness/mutants/mutants.h"
#include "harness/reduce/hunt.h"
#include "lower/reference.h"

namespace metagate {
namespace {

const Vocabulary& words() {
  static const Vocabulary made = make_vocabulary(512);
  return made;
}

Hunt hunt_in(const Profile& profile, const Lowering& lowering,
             std::uint64_t cases, std::uint64_t every) {
  return hunt(
      [&] {
        return source_of(std::make_shared<Cases>(words(), profile, 9435));
      },
      lowering, {.cases = cases, .laws_every = every});
}

TEST(Laws, are_rules_that_two_programs_do_not_show) {
  for (const RunLaw& law : run_laws()) {
    ASSERT_NE(find_rule(law.id), nullptr) << law.id;
    EXPECT_EQ(find_rule(law.id)->judge, nullptr) << law.id;
    EXPECT_TRUE(is_law(law.id));
  }
  EXPECT_FALSE(is_law("getitem-lost"));
}

TEST(Laws, are_kept_by_the_reference_on_every_profile) {
  const Lowering reference = lowering_with(reference_hand_overs());
  for (const Profile& profile : profiles()) {
    const Hunt found = hunt_in(profile, reference, 40, 1);
    EXPECT_FALSE(found.failure)
        << profile.name << ": " << found.failure->findings.front().detail;
    EXPECT_GE(found.lawful, 40U) << profile.name;
  }
}

TEST(Laws, are_asked_for_as_many_cases_as_were_wanted) {
  const Lowering lowering = lowering_of(*find_mutant("getitem_names_count_on"));
  EXPECT_FALSE(hunt_in(profiles().front(), lowering, 40, 0).failure);
  EXPECT_TRUE(hunt_in(profiles().front(), lowering, 40, 16).failure);
}

TEST(Laws, a_finding_says_where_the_two_runs_differ) {
  const Lowering lowering =
      lowering_of(*find_mutant("handles_follow_the_tags"));
  const Hunt found = hunt_in(profiles().front(), lowering, 40, 1);
  ASSERT_TRUE(found.failure);
  const Finding& finding = found.failure->findings.front();
  EXPECT_EQ(finding.rule, "law-order");
  EXPECT_EQ(finding.key, "debug_handle");
  EXPECT_NE(finding.detail.find("another value of `debug_handle`"),
            std::string::npos)
      << finding.detail;
}

TEST(Laws, a_lowering_that_refuses_its_own_result_breaks_one) {
  const Lowering reference = lowering_with(reference_hand_overs());
  const Lowering once = [&](const Program& before) -> Result<Program> {
    for (const Graph& graph : before.graphs()) {
      for (const Module& module : graph.modules) {
        if (module.kind == ModuleKind::lowered) {
          return Problem{.message = "has delegates", .code = "not-twice"};
        }
      }
    }
    return reference(before);
  };
  const Program before = Cases(words(), profiles().front(), 1).first(0);
  const auto findings = judge_laws(before, *once(before), once);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].rule, "law-round");
  EXPECT_NE(findings[0].detail.find("has delegates"), std::string::npos);
}

}  // namespace
}  // namespace metagate
