// All rooms share one namespace: two types of one name in two files would be
// one type to the linker, which takes the members of either. Headers are held
// against that here; what a source needs alone stands in an anonymous
// namespace.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace metagate {
namespace {

namespace fs = std::filesystem;

// The name that a line at the left margin defines as a type; else nothing.
std::string defined_type(const std::string& line) {
  if (line.find('{') == std::string::npos) return {};
  for (const std::string word : {"class ", "struct ", "enum class "}) {
    if (!line.starts_with(word)) continue;
    const std::size_t end = line.find_first_of(" :{", word.size());
    return line.substr(word.size(), end - word.size());
  }
  return {};
}

void collect_types(const std::string& file, std::istream& text,
                   std::map<std::string, std::string>& known,
                   std::string& twice) {
  for (std::string line; std::getline(text, line);) {
    const std::string name = defined_type(line);
    if (name.empty()) continue;
    const auto [found, is_new] = known.emplace(name, file);
    if (is_new) continue;
    twice += name + ": " + found->second + ", " + file + "\n";
  }
}

TEST(TypeNames, no_two_headers_define_the_same_type) {
  std::map<std::string, std::string> known;
  std::string twice;
  const fs::path root = METAGATE_SOURCE_DIR;
  for (const char* room : {"src", "harness"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
      if (entry.path().extension() != ".h") continue;
      std::ifstream text(entry.path());
      collect_types(fs::relative(entry.path(), root).string(), text, known,
                    twice);
    }
  }
  EXPECT_EQ(twice, "");
  EXPECT_GT(known.size(), 50U);
}

TEST(TypeNames, a_type_that_is_defined_twice_is_seen) {
  std::map<std::string, std::string> known;
  std::string twice;
  std::istringstream one("struct Key {\n");
  std::istringstream two("class Key final : public Lock {\n");
  collect_types("a.h", one, known, twice);
  collect_types("b.h", two, known, twice);
  EXPECT_EQ(twice, "Key: a.h, b.h\n");
}

}  // namespace
}  // namespace metagate
