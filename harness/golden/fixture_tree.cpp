#include "harness/golden/fixture_tree.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

namespace metagate {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view extensions[] = {".json", ".json.gz"};

// Without its extension; nothing where it has another one.
std::optional<std::string> without_extension(std::string_view name) {
  for (const std::string_view extension : extensions) {
    if (name.size() > extension.size() && name.ends_with(extension)) {
      return std::string(name.substr(0, name.size() - extension.size()));
    }
  }
  return std::nullopt;
}

// All captures below a folder by their paths below it, unsorted. A folder that
// is not there has none.
std::vector<std::string> captures_below(const fs::path& folder,
                                        Problems& problems) {
  std::vector<std::string> found;
  std::error_code error;
  if (!fs::is_directory(folder, error)) return found;
  fs::recursive_directory_iterator at(folder, error);
  const fs::recursive_directory_iterator end;
  while (!error && at != end) {
    const std::string name = at->path().lexically_relative(folder).string();
    if (!at->is_directory(error) && without_extension(name)) {
      found.push_back(name);
    }
    at.increment(error);
  }
  if (error) {
    problems.push_back({.message = "cannot be read: " + error.message(),
                        .file = folder.string()});
  }
  return found;
}

// What a case on the command line stands for, as a name or a folder of names.
std::string name_of_case(const std::string& given, const std::string& root) {
  std::string text = fs::path(given).lexically_normal().string();
  const std::string under = (fs::path(root) / "").lexically_normal().string();
  if (text.starts_with("./")) text.erase(0, 2);
  if (under != "./" && text.starts_with(under)) text.erase(0, under.size());
  for (const std::string_view folder : {"fixtures/", "golden/"}) {
    if (!text.starts_with(folder)) continue;
    text.erase(0, folder.size());
    break;
  }
  while (text.ends_with('/')) text.pop_back();
  return without_extension(text).value_or(text);
}

bool names(const std::string& wanted, const std::string& name) {
  return name == wanted || wanted.empty() || wanted == "fixtures" ||
         wanted == "." || name.starts_with(wanted + "/");
}

}  // namespace

Result<FixtureTree> find_fixtures(const std::string& root) {
  Problems problems;
  FixtureTree tree;
  const fs::path fixtures = (fs::path(root) / "fixtures").lexically_normal();
  const fs::path golden = (fs::path(root) / "golden").lexically_normal();
  for (const std::string& file : captures_below(fixtures, problems)) {
    const std::string name = *without_extension(file);
    tree.fixtures.push_back(
        {.name = name,
         .path = (fixtures / file).string(),
         .golden_path = (golden / name).string() + ".json"});
  }
  for (const std::string& file : captures_below(golden, problems)) {
    tree.goldens.push_back(*without_extension(file));
  }
  std::sort(tree.fixtures.begin(), tree.fixtures.end(),
            [](const FixtureFile& a, const FixtureFile& b) {
              return std::pair(a.name, a.path) < std::pair(b.name, b.path);
            });
  std::sort(tree.goldens.begin(), tree.goldens.end());
  for (std::size_t i = 0; i + 1 < tree.fixtures.size(); ++i) {
    if (tree.fixtures[i].name != tree.fixtures[i + 1].name) continue;
    problems.push_back({.message = "two fixtures of one name",
                        .file = tree.fixtures[i + 1].path});
  }
  if (tree.fixtures.empty() && problems.empty()) {
    problems.push_back({.message = "no fixtures", .file = fixtures.string()});
  }
  if (!problems.empty()) return problems;
  return tree;
}

Result<std::vector<FixtureFile>> select_fixtures(
    const FixtureTree& tree, const std::string& root,
    const std::vector<std::string>& cases) {
  if (cases.empty()) return tree.fixtures;
  std::vector<bool> chosen(tree.fixtures.size(), false);
  Problems problems;
  for (const std::string& given : cases) {
    const std::string wanted = name_of_case(given, root);
    bool any = false;
    for (std::size_t i = 0; i < tree.fixtures.size(); ++i) {
      if (!names(wanted, tree.fixtures[i].name)) continue;
      chosen[i] = any = true;
    }
    if (!any) problems.push_back({.message = "no such fixture", .file = given});
  }
  if (!problems.empty()) return problems;
  std::vector<FixtureFile> selected;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) selected.push_back(tree.fixtures[i]);
  }
  return selected;
}

std::vector<std::string> goldens_without_fixture(
    const FixtureTree& tree, const std::string& root,
    const std::vector<std::string>& cases) {
  std::vector<std::string> left;
  for (const std::string& golden : tree.goldens) {
    const bool has_fixture =
        std::any_of(tree.fixtures.begin(), tree.fixtures.end(),
                    [&](const FixtureFile& f) { return f.name == golden; });
    const bool is_asked =
        cases.empty() ||
        std::any_of(cases.begin(), cases.end(), [&](const std::string& given) {
          return names(name_of_case(given, root), golden);
        });
    if (!has_fixture && is_asked) left.push_back(golden);
  }
  return left;
}

}  // namespace metagate
