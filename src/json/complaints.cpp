#include "json/complaints.h"

#include <algorithm>

#include "json/locate.h"

namespace metagate {

void Complaints::add(std::size_t at, std::string message) {
  if (found_.size() >= most_told) {
    ++untold_;
    return;
  }
  // A shared dict is looked at once as an object and once as a meta.
  const std::pair complaint(at, std::move(message));
  if (std::find(found_.begin(), found_.end(), complaint) == found_.end()) {
    found_.push_back(complaint);
  }
}

Problems Complaints::problems(const std::string& file,
                              std::string_view text) && {
  std::stable_sort(
      found_.begin(), found_.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::size_t> offsets;
  for (const auto& [at, message] : found_) offsets.push_back(at);
  const std::vector<std::string> pointers = pointers_at(text, offsets);
  const Lines lines(text);

  Problems problems;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const Position position = lines.at(found_[i].first);
    problems.push_back({.message = std::move(found_[i].second),
                        .file = file,
                        .line = position.line,
                        .column = position.column,
                        .path = pointers[i]});
  }
  if (untold_ > 0) {
    problems.push_back(
        {.message = std::to_string(untold_) + " more problems", .file = file});
  }
  return problems;
}

}  // namespace metagate
