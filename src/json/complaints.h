// Collects what is wrong with a text while it is read; where it is wrong in
// lines and JSON pointers is worked out once, at the end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace metagate {

class Complaints {
 public:
  // So many are told; the others are counted.
  static constexpr std::size_t most_told = 100;

  void add(std::size_t at, std::string message);
  [[nodiscard]] bool empty() const { return found_.empty(); }

  // In the order of the text, each once.
  [[nodiscard]] Problems problems(const std::string& file,
                                  std::string_view text) &&;

 private:
  std::vector<std::pair<std::size_t, std::string>> found_;
  std::size_t untold_ = 0;
};

}  // namespace metagate
