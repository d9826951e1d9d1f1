// The reference lowering on what the real partitioners tagged: clean, and the
// same delegates with the same outputs as the real lowering gave.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check/check.h"
#include "ir/delegates.h"
#include "ir/users.h"
#include "json/read.h"
#include "lower/reference.h"

namespace metagate {
namespace {

namespace fs = std::filesystem;

// How many getitems read each delegate, by the graph it stands in; sorted, for
// the order of delegates is not that of the real lowering everywhere.
using Shape = std::map<std::string, std::vector<std::size_t>>;

Shape shape_of(const Program& program) {
  const Users users(program);
  Shape shape;
  for (const Delegate& delegate : delegates_of(program)) {
    std::size_t getitems = 0;
    for (const Use& use : users.of(delegate.call)) {
      if (is_delegate_getitem(program, use.user)) ++getitems;
    }
    shape[std::string(program.text(program.graph(delegate.outer).name))]
        .push_back(getitems);
  }
  for (auto& [graph, counts] : shape) std::sort(counts.begin(), counts.end());
  return shape;
}

std::vector<std::string> captures() {
  std::vector<std::string> files;
  for (const auto& entry :
       fs::directory_iterator(METAGATE_SOURCE_DIR "/fixtures/real")) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string words(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += std::string(finding.rule) + " " + finding.at.graph + "/" +
            finding.at.node + " " + finding.key + " " + finding.detail + "\n";
  }
  return text;
}

// The real lowering reads a scalar output directly, and in one case delegates
// the getitem of an earlier round again (fixtures/real, README of the
// captures).
bool is_wrong(const std::string& file, const Program& after) {
  if (file.find("/symint_output.") != std::string::npos) return true;
  return file.find("/cond_two_rounds.et151") != std::string::npos &&
         after.stage() == "round2";
}

TEST(RealCaptures, are_lowered_cleanly_and_in_the_real_shape) {
  std::size_t steps = 0;
  for (const std::string& file : captures()) {
    SCOPED_TRACE(file);
    const Result<Document> document = read_file(file);
    ASSERT_TRUE(document) << document.error().front().message;
    for (std::size_t i = 0; i + 1 < document->programs.size(); ++i) {
      const Program& before = document->programs[i];
      if (!before.stage().starts_with("before")) continue;
      SCOPED_TRACE(before.stage());
      const Result<Program> after = lower_reference(before);
      ASSERT_TRUE(after) << after.error().front().message;
      const Checked checked =
          check(before, *after, executorch_policy(), {.step = Step::lowering});
      EXPECT_TRUE(checked.findings.empty()) << words(checked.findings);
      ++steps;
      const Program& real = document->programs[i + 1];
      if (is_wrong(file, real)) continue;
      EXPECT_EQ(shape_of(*after), shape_of(real));
    }
  }
  EXPECT_GT(steps, 0U);
}

}  // namespace
}  // namespace metagate
