// Strings in JSON, in the spelling of Python's json.dumps(ensure_ascii=True).
#pragma once

#include <string>
#include <string_view>

namespace metagate {

// Appends `text` (UTF-8) with its quotes, in ASCII. Bytes that are no UTF-8
// come out as U+FFFD.
void append_string(std::string& out, std::string_view text);

// The text with U+FFFD for each byte that is no UTF-8.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace metagate
