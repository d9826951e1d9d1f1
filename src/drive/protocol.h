// The lines of the driver protocol (PROTOCOL.md): from values to lines and
// back. A line is given without its line feed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace metagate {

inline constexpr unsigned protocol_version = 1;
inline constexpr unsigned most_window = 64;

struct Hello {
  std::string name;     // empty where it has none
  std::string version;  // likewise
  unsigned window = 1;  // how many requests may be under way
};

struct Answer {
  std::uint64_t id = 0;
  std::string document;  // empty where it is an error
  bool same_objects = false;
  std::string code;  // of an error
  std::string message;

  [[nodiscard]] bool is_error() const { return document.empty(); }
};

// What is no hello of this version, or no answer, is a problem that says why.
[[nodiscard]] Result<Hello> read_hello(const std::string& line);
[[nodiscard]] Result<Answer> read_answer(const std::string& line);

// With line feed. `document` has none.
[[nodiscard]] std::string request_line(std::uint64_t id,
                                       std::string_view document);

}  // namespace metagate
