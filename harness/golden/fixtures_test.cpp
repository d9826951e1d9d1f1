// All fixtures of this tree, found at run time: a new one needs no line here.
#include <gtest/gtest.h>

#include <string>

#include "harness/golden/golden.h"
#include "lower/reference.h"

namespace metagate {
namespace {

std::string told(const GoldenCase& golden_case) {
  std::string text;
  for (const Problem& problem : golden_case.problems) {
    text += "\n  " + problem.message;
  }
  for (const std::string& line : golden_case.wrong) text += "\n  " + line;
  for (const std::string& line : golden_case.changes) text += "\n  " + line;
  if (golden_case.golden == GoldenState::missing) text += "\n  no golden";
  return text;
}

TEST(Fixtures, give_what_they_expect_and_are_lowered_to_their_goldens) {
  const Lowering reference = lowering_with(reference_hand_overs());
  const Result<FixtureTree> tree = find_fixtures(METAGATE_SOURCE_DIR);
  ASSERT_TRUE(tree) << tree.error().front().message;
  for (const FixtureFile& file : tree->fixtures) {
    const std::string wrong = told(judge_fixture(file, reference));
    EXPECT_TRUE(wrong.empty()) << file.name << wrong;
  }
  for (const std::string& golden :
       goldens_without_fixture(*tree, METAGATE_SOURCE_DIR, {})) {
    ADD_FAILURE() << golden << ": a golden without fixture";
  }
}

}  // namespace
}  // namespace metagate
