#include "json/read.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

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

TEST(Read, takes_every_real_capture) {
  std::size_t count = 0;
  for (const std::string& path : captures()) {
    const Result<Document> document = read_file(path);
    ASSERT_TRUE(document) << path << ": " << document.error()[0].message;
    EXPECT_GE(document->programs.size(), 2U) << path;
    ++count;
  }
  EXPECT_GE(count, 32U);
}

// The span that a value came from means what was read there.
TEST(Read, keeps_values_so_that_their_trees_have_their_facts) {
  for (const std::string& path : captures()) {
    const Result<Document> document = read_file(path);
    ASSERT_TRUE(document) << path;
    const Store& store = document->programs[0].store();
    for (std::size_t i = 0; i < store.value_count(); ++i) {
      const ValueId id(i);
      const Facts& kept = store.facts(id);
      const Facts read = facts_of(store.tree(id), store);
      ASSERT_EQ(kept.hash, read.hash) << path << " value " << i;
      ASSERT_EQ(kept.has_node, read.has_node) << path << " value " << i;
    }
  }
}

}  // namespace
}  // namespace metagate
