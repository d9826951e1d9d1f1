#include "harness/mutants/mutants.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "check/rules.h"
#include "harness/generate/cases.h"
#include "harness/reduce/hunt.h"
#include "harness/reduce/laws.h"
#include "json/read.h"

namespace metagate {
namespace {

constexpr std::uint64_t seed = 342;

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

Hunt hunt_of(const Lowering& lowering, const Profile& profile,
             std::uint64_t cases, std::uint64_t laws_every, bool to_the_end) {
  return hunt(
      [&] {
        return source_of(std::make_shared<Cases>(words(), profile, seed));
      },
      lowering,
      {.cases = cases,
       .threads = 1,
       .laws_every = laws_every,
       .meets_every_fault = to_the_end});
}

// The first of the findings whose rule is one that must fire.
const Finding* find_must(const Mutant& mutant,
                         const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    if (names_rule(mutant.must, finding.rule)) return &finding;
  }
  return nullptr;
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

TEST(Mutants, every_one_is_killed_and_cut_to_a_minimum_where_all_must_fires) {
  std::set<std::string> tripped;
  for (const Mutant& mutant : mutants()) {
    SCOPED_TRACE(std::string(mutant.name));
    const Lowering lowering = lowering_of(mutant);
    const std::optional<Failure> failure =
        hunt_of(lowering, *find_profile(mutant.profile), 1000,
                is_law(mutant.must) ? 8 : 0, false)
            .failure;
    ASSERT_TRUE(failure.has_value()) << "is not killed";
    const Finding* const finding = find_must(mutant, failure->findings);
    ASSERT_NE(finding, nullptr) << "nothing that must fire does";
    const Reduced smallest = reduce(failure->program, fault_of(*finding),
                                    judge_for(fault_of(*finding), lowering));
    EXPECT_TRUE(smallest.is_minimal);
    const std::set<std::string> rules = rules_of(smallest.findings);
    for (const std::string& rule : split(mutant.must)) {
      EXPECT_TRUE(rules.contains(rule)) << rule << " on the smallest";
    }
    tripped.insert(rules.begin(), rules.end());
  }
  for (const Rule& rule : rules()) {
    // No mutant dies.
    if (rule.id.starts_with("driver-")) continue;
    EXPECT_TRUE(tripped.contains(std::string(rule.id)))
        << "no mutant trips " << rule.id;
  }
}

TEST(Mutants, nothing_fires_on_any_case_that_neither_must_nor_may) {
  for (const Mutant& mutant : mutants()) {
    SCOPED_TRACE(std::string(mutant.name));
    const Hunt all = hunt_of(lowering_of(mutant), *find_profile(mutant.profile),
                             150, 8, true);
    for (const auto& [fault, failure] : all.failures) {
      EXPECT_TRUE(names_rule(mutant.must, fault.rule) ||
                  names_rule(mutant.may, fault.rule))
          << fault.rule << " in case " << failure.index;
    }
  }
}

// A fixture of fixtures/found that has the name of a mutant shows its fault.
TEST(Mutants, of_the_corpus_are_killed_by_their_programs) {
  std::size_t found = 0;
  for (const Mutant& mutant : mutants()) {
    const std::string path = METAGATE_SOURCE_DIR "/fixtures/found/" +
                             std::string(mutant.name) + ".json";
    if (!std::filesystem::exists(path)) continue;
    const Result<Document> read = read_file(path);
    ASSERT_TRUE(read.has_value()) << path;
    ++found;
    const Lowering lowering = lowering_of(mutant);
    const Judge judge = judge_for(
        {.rule = std::string(mutant.must), .key_class = {}}, lowering);
    EXPECT_NE(find_must(mutant, judge(read->programs[0])), nullptr) << path;
  }
  EXPECT_GE(found, 10U);
}

TEST(Mutants, every_one_is_killed_by_programs_of_the_default_profile) {
  for (const Mutant& mutant : mutants()) {
    EXPECT_TRUE(
        hunt_of(lowering_of(mutant), profiles().front(), 100000, 8, false)
            .failure)
        << mutant.name;
  }
}

}  // namespace
}  // namespace metagate
