// Text from captures is hostile: it can hold terminal escapes, line breaks and
// characters that turn the writing direction. What goes to people is printable
// ASCII, and everything else is spelt out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace metagate {

// `text` with `\n` `\t` `\r` for those, `\x1b` for other control characters
// and for bytes that are no UTF-8, `\u{202e}` for every other character that is
// not ASCII. Printable ASCII stays as it is.
[[nodiscard]] std::string printable(std::string_view text);

// At most `width` characters of a printable text; "..." stands for the rest.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

// A name from a capture within a sentence: printable, shortened, `quoted`.
[[nodiscard]] std::string quoted_name(std::string_view name);

}  // namespace metagate
