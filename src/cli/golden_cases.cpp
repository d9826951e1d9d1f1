#include "cli/golden_cases.h"

#include "lower/reference.h"
#include "report/printable.h"
#include "report/problem_line.h"

namespace metagate {

std::string case_lines(const GoldenCase& golden_case, bool with_changes) {
  std::string text;
  for (const Problem& problem : golden_case.problems) {
    text += "  " + problem_line(problem) + "\n";
  }
  for (const std::string& line : golden_case.wrong) {
    text += "  " + printable(line) + "\n";
  }
  if (!with_changes) return text;
  for (const std::string& line : golden_case.changes) {
    text += "  " + printable(line) + "\n";
  }
  return text;
}

std::vector<GoldenCase> judge_fixtures(const std::vector<FixtureFile>& files) {
  const Lowering reference = lowering_with(reference_hand_overs());
  std::vector<GoldenCase> cases;
  cases.reserve(files.size());
  for (const FixtureFile& file : files) {
    cases.push_back(judge_fixture(file, reference));
  }
  return cases;
}

}  // namespace metagate
