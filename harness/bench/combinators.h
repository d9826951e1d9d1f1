// The programs of the default profile as somebody would generate them with
// RapidCheck alone: combinators for the draws, and a function from what was
// drawn to a program. It is what harness/generate is measured against.
//
// It draws less than harness/generate does: no control flow, no mutations, no
// constants that a partition owns, no second rounds.
#pragma once

#include <rapidcheck.h>

#include "harness/generate/profile.h"
#include "harness/generate/vocabulary.h"

namespace metagate {

// Valid by construction. Both references must outlive the generator and what it
// gives.
[[nodiscard]] rc::Gen<Program> programs_by_combinators(const Vocabulary& words,
                                                       const Profile& profile);

}  // namespace metagate
