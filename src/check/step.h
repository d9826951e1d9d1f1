// Is a step a lowering or a pass (DESIGN.md section 6, "Steps")?
#pragma once

#include "check/check.h"
#include "check/correspondence.h"

namespace metagate {

// A lowering where a delegate is new, or a node that is still outside has lost
// the tag it had.
[[nodiscard]] Step step_of(const Program& before, const Program& after,
                           const Correspondence& correspondence);

// The tag of a node: its `delegation_tag`, where that is a string. The delegate
// calls, the modules they call and the getitems that read them have none: a tag
// on those is stale, and makes no partition.
[[nodiscard]] std::string tag_of(const Program& program, NodeId node);

}  // namespace metagate
