// The verbs of the command.
#pragma once

#include <span>
#include <string_view>

#include "cli/verb.h"

namespace metagate {

extern const Verb check_verb;    // verb_check.cpp
extern const Verb lower_verb;    // verb_lower.cpp
extern const Verb golden_verb;   // verb_golden.cpp
extern const Verb bless_verb;    // verb_bless.cpp
extern const Verb fuzz_verb;     // verb_fuzz.cpp
extern const Verb mutants_verb;  // verb_mutants.cpp
extern const Verb reduce_verb;   // verb_reduce.cpp
extern const Verb prove_verb;    // verb_prove.cpp
extern const Verb compare_verb;  // verb_compare.cpp

// In the order of the help.
[[nodiscard]] std::span<const Verb* const> verbs();

// The row of that name, or nullptr.
[[nodiscard]] const Verb* find_verb(std::string_view name);

}  // namespace metagate
