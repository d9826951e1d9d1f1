// A problem as one line for people, the same in every report and message.
#pragma once

#include <string>

#include "base/result.h"

namespace metagate {

// "FILE:line:column", as far as it is known; empty where no file is.
[[nodiscard]] std::string problem_place(const Problem& problem);

// "FILE:line:column: message", printable.
[[nodiscard]] std::string problem_line(const Problem& problem);

}  // namespace metagate
