// Bytes as they come from a pipe, taken out as lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace metagate {

class LineBuffer {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }

  // The next whole line, without its line feed.
  std::optional<std::string> take() {
    const std::size_t end = bytes_.find('\n', searched_);
    if (end == std::string::npos) {
      searched_ = bytes_.size();
      return std::nullopt;
    }
    std::string line = bytes_.substr(0, end);
    bytes_.erase(0, end + 1);
    searched_ = 0;
    return line;
  }

  // What has come of a line that is not whole yet.
  [[nodiscard]] std::size_t rest() const { return bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t searched_ = 0;  // no line feed before
};

// The last bytes of what a process says.
class Tail {
 public:
  static constexpr std::size_t most = 16384;

  void add(std::string_view bytes) {
    bytes_ += bytes;
    if (bytes_.size() > 2 * most) bytes_.erase(0, bytes_.size() - most);
  }
  [[nodiscard]] std::string text() const {
    return bytes_.size() > most ? bytes_.substr(bytes_.size() - most) : bytes_;
  }

 private:
  std::string bytes_;
};

}  // namespace metagate
