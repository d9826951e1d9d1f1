// Does to the program after what was done to the one before.
#pragma once

#include "check/correspondence.h"
#include "harness/reduce/edits.h"
#include "ir/draft.h"
#include "ir/program.h"

namespace metagate {

// `cut` is a draft of `before` with `edit` done to it, `after` a draft of the
// program that `correspondence` is about; ids are those of the programs. False
// where the program after has no place for what it would have to take: `after`
// is good for nothing then.
[[nodiscard]] bool mirror(const Program& before, const Draft& cut,
                          const Edit& edit,
                          const Correspondence& correspondence, Draft& after);

}  // namespace metagate
