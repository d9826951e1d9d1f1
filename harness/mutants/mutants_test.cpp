#include "harness/mutants/mutants.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "check/rules.h"
#include "harness/generate/cases.h"
#include "harness/reduce/hunt.h"

namespace metagate {
namespace {

constexpr std::uint64_t seed = 342;
constexpr std::uint64_t most_cases = 1000;

const Vocabulary& words() {
  static const Vocabulary made = make_vocabulary(128);
  return made;
}

// The rules of a list, of which each must be a rule.
std::set<std::string> split(std::string_view rules) {
  std::set<std::string> found;
  while (!rules.empty()) {
    const std::size_t end = rules.find(' ');
    found.insert(std::string(rules.substr(0, end)));
    if (end == std::string_view::npos) break;
    rules.remove_prefix(end + 1);
  }
  return found;
}

std::set<std::string> rules_of(const std::vector<Finding>& findings) {
  std::set<std::string> found;
  for (const Finding& finding : findings) {
    found.insert(std::string(finding.rule));
  }
  return found;
}

// The first case of its profile in which a rule of `must` fires.
std::optional<Failure> kill(const Mutant& mutant, const Lowering& lowering) {
  const Profile* const profile = find_profile(mutant.profile);
  if (profile == nullptr) return std::nullopt;
  return hunt(
             [&] {
               return source_of(
                   std::make_shared<Cases>(words(), *profile, seed));
             },
             lowering, {.cases = most_cases, .threads = 1})
      .failure;
}

TEST(Mutants, are_at_least_sixty_and_have_names_of_their_own) {
  std::set<std::string_view> names;
  for (const Mutant& mutant : mutants()) {
    EXPECT_TRUE(names.insert(mutant.name).second) << mutant.name;
    EXPECT_EQ(find_mutant(mutant.name), &mutant);
    EXPECT_NE(find_profile(mutant.profile), nullptr) << mutant.name;
    EXPECT_FALSE(mutant.source.empty()) << mutant.name;
    EXPECT_FALSE(mutant.must.empty()) << mutant.name;
    for (const std::string& rule :
         split(std::string(mutant.must) + " " + std::string(mutant.may))) {
      if (rule.empty()) continue;
      EXPECT_NE(find_rule(rule), nullptr) << mutant.name << ": " << rule;
    }
  }
  EXPECT_GE(names.size(), 60U);
}

TEST(Mutants, every_one_is_killed_as_its_row_says_and_cut_to_a_minimum) {
  std::set<std::string> tripped;
  for (const Mutant& mutant : mutants()) {
    SCOPED_TRACE(std::string(mutant.name));
    const Lowering lowering = lowering_of(mutant);
    const std::optional<Failure> failure = kill(mutant, lowering);
    ASSERT_TRUE(failure.has_value()) << "is not killed";
    const std::set<std::string> must = split(mutant.must);
    for (const std::string& rule : rules_of(failure->findings)) {
      EXPECT_TRUE(must.contains(rule) || names_rule(mutant.may, rule)) << rule;
    }
    for (const Finding& finding : failure->findings) {
      if (!must.contains(std::string(finding.rule))) continue;
      const Fault fault = fault_of(finding);
      const Reduced smallest =
          reduce(failure->program, fault, judge_of(lowering));
      EXPECT_TRUE(smallest.is_minimal);
      const std::set<std::string> rules = rules_of(smallest.findings);
      for (const std::string& rule : must) {
        EXPECT_TRUE(rules.contains(rule)) << rule << " on the smallest";
      }
      tripped.insert(rules.begin(), rules.end());
      break;
    }
  }
  for (const Rule& rule : rules()) {
    // `match-` tells what a checker could not do; no lowering trips it alone.
    if (rule.id.starts_with("match-")) continue;
    // Nor do two programs show that a lowering gave none.
    if (rule.judge == nullptr) continue;
    EXPECT_TRUE(tripped.contains(std::string(rule.id)))
        << "no mutant trips " << rule.id;
  }
}

}  // namespace
}  // namespace metagate
