// Holds the #include lines of the tree against the arrows of DESIGN.md section
// 3: which room may include which. Tests beside the code are excepted.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace metagate {
namespace {

namespace fs = std::filesystem;
using Rooms = std::set<std::string>;

// A room may always include itself. Rooms that are not here may include all
// but cli.
const std::map<std::string, Rooms>& arrows() {
  static const Rooms all_of_src = {"base",  "ir",   "json",   "lower",
                                   "check", "case", "report", "drive"};
  static const std::map<std::string, Rooms> table = [] {
    std::map<std::string, Rooms> rows = {
        {"base", {}},
        {"ir", {"base"}},
        {"json", {"base", "ir"}},
        {"lower", {"base", "ir"}},
        {"check", {"base", "ir"}},
        {"case", {"base", "ir", "json", "check"}},
        {"report", {"base", "ir", "json", "check"}},
        {"drive", {"base", "ir", "json", "lower"}},
        {"cli", all_of_src},
        {"harness/generate", {"base", "ir"}},
        {"harness/mutants", {"base", "ir", "lower", "check"}},
        {"harness/reduce", {"base", "ir", "lower", "check"}},
        {"harness/golden",
         {"base", "ir", "json", "lower", "check", "case", "report"}},
    };
    for (const char* room : {"harness/generate", "harness/mutants",
                             "harness/reduce", "harness/golden"}) {
      rows["cli"].insert(room);
    }
    return rows;
  }();
  return table;
}

// The room of an included file, or of a file of the tree without its "src/".
std::string room_of(std::string_view path) {
  const std::size_t first = path.find('/');
  if (first == std::string_view::npos) return {};
  if (path.substr(0, first) != "harness") {
    return std::string(path.substr(0, first));
  }
  const std::size_t second = path.find('/', first + 1);
  return std::string(path.substr(0, second));
}

bool is_free_of_test_libraries(const std::string& room) {
  return arrows().contains(room);
}

// What is wrong with the include lines of one file, given as text.
std::vector<std::string> wrong_arrows(const std::string& file,
                                      const std::string& text) {
  std::string_view path = file;
  if (path.starts_with("src/")) path.remove_prefix(4);
  const std::string room = room_of(path);
  const auto row = arrows().find(room);
  std::vector<std::string> wrong;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("#include ") || line.size() < 11) continue;
    const std::string included =
        line.substr(10, line.find_first_of("\">", 10) - 10);
    const auto complain = [&] { wrong.push_back(file + ": " + line); };
    if (line[9] == '"') {
      const std::string target = room_of(included);
      if (target == room || target.empty()) continue;
      if (target == "cli") complain();
      if (row != arrows().end() && target != "cli" &&
          !row->second.contains(target)) {
        complain();
      }
      continue;
    }
    const auto is_from = [&](std::string_view library) {
      return included.starts_with(library);
    };
    if (is_free_of_test_libraries(room) &&
        (is_from("gtest/") || is_from("gmock/") || is_from("rapidcheck"))) {
      complain();
    }
    // json is the only room that knows a JSON library.
    if (row != arrows().end() && room != "json" &&
        (is_from("nlohmann/") || is_from("simdjson"))) {
      complain();
    }
  }
  return wrong;
}

bool is_test(const std::string& name) {
  return name.ends_with("_test.cpp") || name.ends_with("_for_test.h") ||
         name.ends_with("_for_test.cpp");
}

std::vector<std::string> sources() {
  std::vector<std::string> files;
  const fs::path root = METAGATE_SOURCE_DIR;
  for (const char* folder : {"src", "harness"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string name = entry.path().filename().string();
      if (!name.ends_with(".h") && !name.ends_with(".cpp")) continue;
      if (is_test(name)) continue;
      files.push_back(fs::relative(entry.path(), root).generic_string());
    }
  }
  return files;
}

std::string text_of(const std::string& file) {
  std::ifstream in(fs::path(METAGATE_SOURCE_DIR) / file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Arrows, every_include_goes_along_an_arrow) {
  const std::vector<std::string> files = sources();
  EXPECT_GT(files.size(), 50U);
  for (const std::string& file : files) {
    for (const std::string& wrong : wrong_arrows(file, text_of(file))) {
      ADD_FAILURE() << wrong;
    }
  }
}

TEST(Arrows, every_room_of_src_has_a_row) {
  for (const std::string& file : sources()) {
    if (!file.starts_with("src/")) continue;
    EXPECT_TRUE(arrows().contains(room_of(file.substr(4)))) << file;
  }
}

TEST(Arrows, a_checker_that_includes_a_lowering_is_caught) {
  EXPECT_EQ(wrong_arrows("src/check/x.cpp",
                         "#include \"check/y.h\"\n"
                         "#include \"lower/lowering.h\"\n"
                         "#include \"ir/program.h\"\n"),
            std::vector<std::string>{
                "src/check/x.cpp: #include \"lower/lowering.h\""});
}

TEST(Arrows, whatever_includes_cli_is_caught) {
  EXPECT_EQ(wrong_arrows("src/report/x.h", "#include \"cli/verb.h\"\n").size(),
            1U);
  EXPECT_EQ(
      wrong_arrows("harness/match/x.h", "#include \"cli/verb.h\"\n").size(),
      1U);
}

TEST(Arrows, test_and_json_libraries_where_they_may_not_be_are_caught) {
  EXPECT_EQ(wrong_arrows("src/ir/x.h", "#include <gtest/gtest.h>\n").size(),
            1U);
  EXPECT_EQ(
      wrong_arrows("harness/reduce/x.h", "#include <rapidcheck.h>\n").size(),
      1U);
  EXPECT_EQ(
      wrong_arrows("src/report/x.h", "#include <nlohmann/json.hpp>\n").size(),
      1U);
  EXPECT_TRUE(
      wrong_arrows("src/json/x.h", "#include <nlohmann/json.hpp>\n").empty());
}

TEST(Arrows, a_harness_room_is_told_from_a_room_of_src) {
  EXPECT_TRUE(
      wrong_arrows("harness/golden/x.cpp", "#include \"report/run.h\"\n")
          .empty());
  EXPECT_EQ(wrong_arrows("harness/generate/x.cpp",
                         "#include \"harness/mutants/table.h\"\n")
                .size(),
            1U);
}

}  // namespace
}  // namespace metagate
