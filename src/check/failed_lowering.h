// A lowering that gave no program: where that is itself a finding. The rules of
// the family `driver-` are found where a lowering is run; `check` never finds
// them.
#pragma once

#include <optional>

#include "base/result.h"
#include "check/finding.h"

namespace metagate {

// The finding that the lowering of `before` is, by the code of the problem that
// it gave; nothing where that is no rule (it refused, or was not able to try).
[[nodiscard]] std::optional<Finding> finding_of(const Program& before,
                                                const Problem& why);

}  // namespace metagate
