#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include "cli/check_files.h"

namespace metagate {
namespace {

namespace fs = std::filesystem;

std::string_view without_extension(std::string_view path) {
  for (const std::string_view extension : {".json.gz", ".json"}) {
    if (path.ends_with(extension) && path.size() > extension.size()) {
      return path.substr(0, path.size() - extension.size());
    }
  }
  return path;
}

bool is_capture(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code error;
  return (name.ends_with(".json") || name.ends_with(".json.gz")) &&
         entry.symlink_status(error).type() == fs::file_type::regular;
}

// The captures below a folder, sorted by path; links are not followed.
std::vector<std::string> captures_below(const std::string& folder,
                                        Problems& problems) {
  std::vector<std::string> paths;
  std::error_code error;
  fs::recursive_directory_iterator entries(folder, error);
  const fs::recursive_directory_iterator end;
  while (!error && entries != end) {
    if (is_capture(*entries)) paths.push_back(entries->path().string());
    entries.increment(error);
  }
  if (error) {
    problems.push_back(
        {.message = "the folder can't be read: " +
                    std::generic_category().message(error.value()),
         .file = folder});
  } else if (paths.empty()) {
    problems.push_back(
        {.message = "an empty folder: no *.json or *.json.gz in it",
         .file = folder});
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string below(const std::string& folder, const std::string& path) {
  std::string_view rest = path;
  rest.remove_prefix(std::min(folder.size(), rest.size()));
  while (rest.starts_with('/')) rest.remove_prefix(1);
  return std::string(without_extension(rest));
}

void tell_apart(std::vector<CaseFile>& files) {
  std::map<std::string, int> counts;
  for (const CaseFile& file : files) ++counts[file.case_name];
  for (CaseFile& file : files) {
    if (counts[file.case_name] > 1) file.case_name = file.path;
  }
}

}  // namespace

std::vector<CaseFile> find_case_files(const std::vector<std::string>& arguments,
                                      Problems& problems) {
  std::vector<CaseFile> files;
  const auto add = [&files](const std::string& path, std::string name,
                            bool is_named) {
    files.push_back({path, std::move(name), is_named});
  };
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (fs::is_directory(argument, error)) {
      for (const std::string& path : captures_below(argument, problems)) {
        add(path, below(argument, path), false);
      }
    } else {
      const std::string name = fs::path(argument).filename().string();
      add(argument, std::string(without_extension(name)), true);
    }
  }
  tell_apart(files);
  return files;
}

}  // namespace metagate
