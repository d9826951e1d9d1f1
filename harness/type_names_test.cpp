// All rooms share one namespace: two types of one name in two files would be
// one type to the linker, which takes the members of either. Headers are held
// against that here; what a source needs alone stands in an anonymous
// namespace.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

namespace metagate {
namespace {

namespace fs = std::filesystem;

// The types that a text defines at the left margin, by name.
void collect_types(const std::string& file, std::istream& text,
                   std::map<std::string, std::string>& known,
                   std::string& twice) {
  static const std::regex definition(
      R"(^(class|struct|enum class) (\w+)( final)?( : [^;]*)? ?\{.*)");
  for (std::string line; std::getline(text, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, definition)) continue;
    const auto [found, is_new] = known.emplace(match[2], file);
    if (!is_new)
      twice += match[2].str() + ": " + found->second + ", " + file + "\n";
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
