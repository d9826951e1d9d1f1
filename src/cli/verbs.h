// The verbs of the command.
#pragma once

#include <span>
#include <string_view>

#include "cli/verb.h"

namespace metagate {

extern const Verb check_verb;  // verb_check.cpp

// In the order of the help.
[[nodiscard]] std::span<const Verb* const> verbs();

// The row of that name, or nullptr.
[[nodiscard]] const Verb* find_verb(std::string_view name);

}  // namespace metagate
