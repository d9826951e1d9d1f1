#include "json/write.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "json/read.h"

namespace metagate {
namespace {

std::vector<std::string> captures() {
  std::vector<std::string> paths;
  const std::filesystem::path folder =
      std::filesystem::path(METAGATE_SOURCE_DIR) / "fixtures" / "real";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(WriteCapture, gives_the_bytes_of_every_real_capture) {
  for (const std::string& path : captures()) {
    const Result<Document> document = read_file(path);
    ASSERT_TRUE(document) << path;
    const std::string written = write_capture(
        document->programs, {.producer_json = document->producer_json,
                             .case_json = document->case_json});
    const std::string& wanted = *document->text;
    const auto [a, b] = std::mismatch(written.begin(), written.end(),
                                      wanted.begin(), wanted.end());
    const auto at = static_cast<std::size_t>(a - written.begin());
    EXPECT_TRUE(written == wanted)
        << path << " at " << at << ": "
        << written.substr(at > 80 ? at - 80 : 0, 160) << "\n instead of "
        << wanted.substr(at > 80 ? at - 80 : 0, 160);
  }
}

}  // namespace
}  // namespace metagate
