#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/fail.h"
#include "cli/golden_cases.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "report/printable.h"

namespace metagate {
namespace {

namespace fs = std::filesystem;

constexpr Option options[] = {
    {.flags = "CASE",
     .value = "",
     .about = "fixtures by name (single_output/relu), by path, or a folder\n"
              "of them",
     .many = true},
    {.flags = "--all", .value = "", .about = "all fixtures"},
    {.flags = "--root",
     .value = "DIR",
     .about = "where `fixtures` and `golden` are; else the working folder"},
    {.flags = "--allow-ci",
     .value = "",
     .about = "write even where the environment has CI set"},
};

// What runs under CI must not agree to changes by itself.
bool is_ci() {
  const char* value = std::getenv("CI");
  if (value == nullptr) return false;
  const std::string_view text = value;
  return !text.empty() && text != "false" && text != "0";
}

std::optional<Problem> write_golden_file(const GoldenCase& golden_case) {
  const std::string& path = golden_case.file.golden_path;
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) {
    return Problem{.message = "cannot be written: " + error.message(),
                   .file = path};
  }
  return write_file(path, golden_case.bytes);
}

bool has_to_be_written(const GoldenCase& golden_case) {
  return golden_case.golden == GoldenState::missing ||
         golden_case.golden == GoldenState::changed;
}

// The cases that keep everything from being written: 2 or 1, or 0.
int tell_failures(const std::vector<GoldenCase>& cases) {
  bool is_unchecked = false;
  bool is_wrong = false;
  for (const GoldenCase& golden_case : cases) {
    if (golden_case.problems.empty() && golden_case.wrong.empty()) continue;
    const bool has_problem = !golden_case.problems.empty();
    (has_problem ? is_unchecked : is_wrong) = true;
    std::string text = fmt::format(
        "{} {}\n{}", has_problem ? "UNCHECKED" : "FAIL",
        printable(golden_case.file.name), case_lines(golden_case, false));
    text.pop_back();
    tell(text);
  }
  if (is_unchecked) return 2;
  return is_wrong ? 1 : 0;
}

int bless(const std::vector<GoldenCase>& cases) {
  if (const int code = tell_failures(cases); code != 0) {
    tell("metagate: nothing was written");
    return code;
  }
  std::size_t written = 0;
  std::size_t unchanged = 0;
  std::string text;
  int code = 0;
  for (const GoldenCase& golden_case : cases) {
    if (!has_to_be_written(golden_case)) {
      if (golden_case.golden == GoldenState::same) ++unchanged;
      continue;
    }
    if (const auto problem = write_golden_file(golden_case)) {
      code = fail({*problem});
      continue;
    }
    ++written;
    text += fmt::format(
        "{} {}\n{}",
        golden_case.golden == GoldenState::missing ? "new" : "changed",
        printable(golden_case.file.golden_path), case_lines(golden_case, true));
  }
  text += fmt::format("{} written, {} unchanged\n", written, unchanged);
  if (const auto problem = write_to_stdout(text)) return fail({*problem});
  return code;
}

int run_bless(const Arguments& arguments) {
  const std::vector<std::string>& cases = arguments.all("CASE");
  if (cases.empty() != arguments.has("all")) {
    return fail(
        {{.message = cases.empty() ? "bless: name fixtures, or give --all"
                                   : "bless: name fixtures or give --all, not "
                                     "both"}});
  }
  if (is_ci() && !arguments.has("allow-ci")) {
    return fail(
        {{.message =
              "bless: CI is set in the environment, and goldens are blessed by "
              "people: give --allow-ci if you mean it"}});
  }
  const std::string root(arguments.text("root", "."));
  const Result<FixtureTree> tree = find_fixtures(root);
  if (!tree) return fail(tree.error());
  const Result<std::vector<FixtureFile>> files =
      select_fixtures(*tree, root, cases);
  if (!files) return fail(files.error());
  return bless(judge_fixtures(*files));
}

}  // namespace

const Verb bless_verb{
    .name = "bless",
    .about = "writes the goldens of fixtures, and says what changes in them",
    .examples =
        "examples:\n"
        "  metagate bless single_output/relu     one fixture\n"
        "  metagate bless --all                  all of them\n"
        "Writes nothing where the findings are not what `case.expect` says.\n"
        "exit codes: 0 written or unchanged, 1 other findings than expected,\n"
        "2 something could not be read, checked or written",
    .options = options,
    .run = run_bless,
};

}  // namespace metagate
