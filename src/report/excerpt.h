// The line of a file that a finding is about, shortened around what matters:
// in a capture a node is one line of one to three thousand characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace metagate {

// A shown line, printable, and where in it the part stands that is pointed at.
struct Excerpt {
  std::string line;
  std::size_t column = 0;  // counts from 0
  std::size_t length = 0;
};

// The line around `offset` of `text`, in at most `width` characters, with the
// JSON string that begins at the offset (else one character) marked.
[[nodiscard]] Excerpt excerpt_at(std::string_view text, std::size_t offset,
                                 std::size_t width);

// Where the name of the node that begins at `offset` stands; else `offset`.
[[nodiscard]] std::size_t name_offset(std::string_view text,
                                      std::size_t offset);

}  // namespace metagate
