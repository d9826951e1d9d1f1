// Is a step a lowering or a pass (DESIGN.md section 6, "Steps")?
#pragma once

#include "check/check.h"
#include "check/correspondence.h"

namespace metagate {

// A lowering where a delegate is new, or a node that is still outside has lost
// the tag it had.
[[nodiscard]] Step step_of(const Program& before, const Program& after,
                           const Correspondence& correspondence);

}  // namespace metagate
