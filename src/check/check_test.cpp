#include "check/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "json/read.h"

namespace metagate {
namespace {

namespace fs = std::filesystem;

// Every capture in the tree: what a checker must be silent about, compared with
// itself.
std::vector<std::string> captures() {
  std::vector<std::string> files;
  const fs::path root = METAGATE_SOURCE_DIR;
  for (const char* folder : {"fixtures", "golden"}) {
    if (!fs::exists(root / folder)) continue;
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".json") || name.ends_with(".json.gz")) {
        files.push_back(entry.path().string());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Check, every_capture_in_the_tree_is_silent_against_itself) {
  std::size_t programs = 0;
  for (const std::string& file : captures()) {
    const Result<Document> document = read_file(file);
    ASSERT_TRUE(document.has_value()) << file;
    for (const Program& program : document->programs) {
      for (const Step step : {Step::automatic, Step::pass}) {
        const Checked checked =
            check(program, program, executorch_policy(), {.step = step});
        EXPECT_TRUE(checked.findings.empty())
            << file << ", stage " << program.stage() << ": "
            << checked.findings.front().rule << " at "
            << checked.findings.front().at.node;
        EXPECT_EQ(checked.coverage.unmatched, 0U) << file;
      }
      ++programs;
    }
  }
  EXPECT_GT(programs, 90U);
}

TEST(Check, a_second_run_gives_the_same_findings) {
  const Result<Document> document = read_file(std::string(METAGATE_SOURCE_DIR) +
                                              "/fixtures/real/cond.et151.json");
  ASSERT_TRUE(document.has_value());
  const auto run = [&] {
    return check(document->programs[1], document->programs[2]);
  };
  const Checked first = run();
  const Checked second = run();
  ASSERT_EQ(first.findings.size(), second.findings.size());
  EXPECT_EQ(first.findings.size(), 6U);
  for (std::size_t i = 0; i < first.findings.size(); ++i) {
    EXPECT_EQ(first.findings[i].rule, second.findings[i].rule);
    EXPECT_EQ(first.findings[i].place, second.findings[i].place);
  }
}

}  // namespace
}  // namespace metagate
