// The fixtures and goldens of a tree, found at run time: every `*.json` and
// `*.json.gz` below ROOT/fixtures, and ROOT/golden/<same path>.json.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace metagate {

struct FixtureFile {
  std::string name;  // the path below `fixtures`, without extension
  std::string path;
  std::string golden_path;  // whether the file is there or not
};

struct FixtureTree {
  std::vector<FixtureFile> fixtures;  // sorted by name
  std::vector<std::string> goldens;   // the names of all goldens, sorted
};

// No fixture at all, two fixtures of one name, and folders that cannot be read
// are problems. Symbolic links to folders are not followed.
[[nodiscard]] Result<FixtureTree> find_fixtures(const std::string& root);

// Those that `cases` name, all where it is empty. A case is given by its name,
// by the path of the fixture or of the golden, or by a folder of them. One that
// names nothing is a problem.
[[nodiscard]] Result<std::vector<FixtureFile>> select_fixtures(
    const FixtureTree& tree, const std::string& root,
    const std::vector<std::string>& cases);

// The goldens that no fixture has, among those that `cases` name.
[[nodiscard]] std::vector<std::string> goldens_without_fixture(
    const FixtureTree& tree, const std::string& root,
    const std::vector<std::string>& cases);

}  // namespace metagate
