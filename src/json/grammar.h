// Whether a text is JSON at all (RFC 8259): simdjson decides, and nlohmann's
// parser, which is slower but knows the place, says where and why not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace metagate {

// Arrays and objects may stand this deep in each other (FORMAT.md).
inline constexpr std::size_t most_levels = 512;

struct SyntaxError {
  std::size_t at = 0;
  std::string message;
};

// What keeps `text` from being JSON of at most `most_levels` levels, or
// nothing. Numbers beyond what a double holds are no JSON here; integers
// are, whatever their size.
[[nodiscard]] std::optional<SyntaxError> syntax_error(const std::string& text);

// The two halves of it.
[[nodiscard]] bool is_surely_json(const std::string& text);  // simdjson
[[nodiscard]] std::optional<SyntaxError> find_syntax_error(  // nlohmann
    std::string_view text);
// The first bracket that opens a level too many.
[[nodiscard]] std::optional<std::size_t> first_too_deep(std::string_view text);

}  // namespace metagate
