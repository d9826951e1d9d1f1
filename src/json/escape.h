// Strings in JSON, in the spelling of Python's json.dumps(ensure_ascii=True).
#pragma once

#include <string>
#include <string_view>

namespace metagate {

// Appends `text` (UTF-8) with its quotes, in ASCII. Bytes that are no UTF-8
// come out as U+FFFD.
void append_string(std::string& out, std::string_view text);

}  // namespace metagate
