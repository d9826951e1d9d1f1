#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/chosen_lowering.h"
#include "cli/fail.h"
#include "cli/golden_cases.h"
#include "cli/golden_trial.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "report/printable.h"
#include "report/verdict.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "CASE",
     .value = "",
     .about = "fixtures by name (single_output/relu), by path, or a folder\n"
              "of them; all if none is given",
     .many = true},
    {.flags = "--root",
     .value = "DIR",
     .about = "where `fixtures` and `golden` are; else the working folder"},
};

struct Tally {
  std::size_t goldens = 0;
  std::size_t failed = 0;
  std::size_t problems = 0;
  Coverage coverage;

  // What there is to say of a case; nothing of one that is as it should be.
  std::string take(const GoldenCase& golden_case) {
    coverage += golden_case.coverage;
    if (golden_case.golden == GoldenState::same) ++goldens;
    const std::string name = printable(golden_case.file.name);
    std::string lines = case_lines(golden_case, true);
    const bool is_missing = golden_case.golden == GoldenState::missing;
    if (is_missing) {
      lines += fmt::format("  {}: not there: `metagate bless {}` writes it\n",
                           printable(golden_case.file.golden_path), name);
    }
    if (is_missing || !golden_case.problems.empty()) {
      ++problems;
      return fmt::format("UNCHECKED {}\n{}", name, lines);
    }
    if (golden_case.golden == GoldenState::changed) {
      lines = fmt::format("  {} is not what the fixture is lowered to:\n{}",
                          printable(golden_case.file.golden_path), lines);
    } else if (golden_case.wrong.empty()) {
      return {};
    }
    ++failed;
    return fmt::format("FAIL {}\n{}", name, lines);
  }

  [[nodiscard]] std::string verdict(std::size_t count) const {
    const std::string compared = fmt::format(
        "compared {}, {} in {}", counted(coverage.nodes, "node"),
        counted(coverage.keys, "key"), counted(coverage.delegates, "delegate"));
    if (problems != 0) {
      return fmt::format("UNCHECKED {} of {}, {} failed; {}\n", problems,
                         counted(count, "fixture"), failed, compared);
    }
    if (failed != 0) {
      return fmt::format("FAIL {} of {}; {}\n", failed,
                         counted(count, "fixture"), compared);
    }
    return fmt::format("ok {}, {}; {}\n", counted(count, "fixture"),
                       counted(goldens, "golden"), compared);
  }

  [[nodiscard]] int exit_code() const {
    if (problems != 0) return 2;
    return failed != 0 ? 1 : 0;
  }
};

int run_golden(const Arguments& arguments) {
  const std::string root(arguments.text("root", "."));
  const std::vector<std::string>& cases = arguments.all("CASE");
  const Result<FixtureTree> tree = find_fixtures(root);
  if (!tree) return fail(tree.error());
  const Result<std::vector<FixtureFile>> files =
      select_fixtures(*tree, root, cases);
  if (!files) return fail(files.error());
  const Result<ChosenLowering> chosen = choose_lowering(arguments);
  if (!chosen) return fail(chosen.error());
  if (chosen->name != "reference") {
    return chosen->finish(try_fixtures(*files, *chosen));
  }
  Tally tally;
  std::string text;
  for (const GoldenCase& golden_case : judge_fixtures(*files)) {
    text += tally.take(golden_case);
  }
  for (const std::string& golden :
       goldens_without_fixture(*tree, root, cases)) {
    ++tally.problems;
    text += fmt::format("UNCHECKED {}\n  a golden without fixture\n",
                        printable(golden));
  }
  text += tally.verdict(files->size());
  if (const auto problem = write_to_stdout(text)) return fail({*problem});
  return tally.exit_code();
}

}  // namespace

const Verb golden_verb{
    .name = "golden",
    .about = "lowers all fixtures, and compares findings and goldens",
    .examples =
        "examples:\n"
        "  metagate golden                       all fixtures of this folder\n"
        "  metagate golden single_output/relu    one of them\n"
        "  metagate golden --lowering 'python3 my_driver.py'\n"
        "                                        findings alone: the goldens\n"
        "                                        are those of the reference\n"
        "exit codes: 0 as expected, 1 other findings or another golden,\n"
        "2 not everything could be checked, or there is nothing to check",
    .options = options,
    .run = run_golden,
    .shared = lowering_options,
};

}  // namespace metagate
