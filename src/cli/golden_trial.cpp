#include "cli/golden_trial.h"

#include <fmt/core.h>

#include <cstddef>
#include <string>

#include "cli/fail.h"
#include "cli/golden_cases.h"
#include "cli/streams.h"
#include "harness/golden/golden.h"
#include "report/printable.h"
#include "report/verdict.h"

namespace metagate {
namespace {

struct Trial {
  std::size_t lowered = 0;  // fixtures
  std::size_t failed = 0;   // of them
  std::size_t unsupported = 0;
  std::size_t unchecked = 0;
  std::size_t wrong = 0;  // findings and expectations without the other
  Coverage coverage;

  // What there is to say of a fixture; nothing where it is as expected.
  std::string take(const GoldenCase& one) {
    if (one.has_stages) return {};
    const std::string name = printable(one.file.name);
    if (!one.problems.empty()) {
      ++unchecked;
      return fmt::format("UNCHECKED {}\n{}", name, case_lines(one, false));
    }
    if (one.is_unsupported) {
      ++unsupported;
      return fmt::format("unsupported {}\n", name);
    }
    ++lowered;
    coverage += one.coverage;
    if (one.wrong.empty()) return {};
    ++failed;
    wrong += one.wrong.size();
    return fmt::format("FAIL {}\n{}", name, case_lines(one, false));
  }

  [[nodiscard]] std::string sentence(const ChosenLowering& chosen) const {
    std::string out = fmt::format(
        "metagate {} lowered {} with {}: compared {}, {} in {}; ",
        METAGATE_VERSION, counted(lowered, "fixture"), chosen.told(),
        counted(coverage.nodes, "node"), counted(coverage.keys, "key"),
        counted(coverage.delegates, "delegate"));
    if (wrong == 0) {
      out += "no finding";
    } else {
      out += fmt::format("{} in {}", counted(wrong, "finding"),
                         counted(failed, "fixture"));
    }
    if (unsupported > 0) {
      out += fmt::format("; {} not supported by it",
                         counted(unsupported, "fixture"));
    }
    if (unchecked > 0) {
      out += fmt::format("; {} could not be checked",
                         counted(unchecked, "fixture"));
    }
    return out + ".\n";
  }

  [[nodiscard]] int exit_code() const {
    if (unchecked > 0 || coverage.nodes == 0) return 2;
    return failed > 0 ? 1 : 0;
  }
};

}  // namespace

int try_fixtures(const std::vector<FixtureFile>& files,
                 const ChosenLowering& chosen) {
  Trial trial;
  std::string text;
  for (const FixtureFile& file : files) {
    text += trial.take(try_fixture(file, chosen.lowering));
  }
  text += trial.sentence(chosen);
  if (const auto problem = write_to_stdout(text)) return fail({*problem});
  if (trial.coverage.nodes == 0) {
    return fail({{.message = "no node was compared: nothing is checked"}});
  }
  return trial.exit_code();
}

}  // namespace metagate
