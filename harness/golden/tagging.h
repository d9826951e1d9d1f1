// Gives nodes of a program tags, as a fixture's `rounds` ask.
#pragma once

#include "base/result.h"
#include "case/case.h"
#include "ir/program.h"

namespace metagate {

// The program with these tags beside those it has. A node that is not there is
// a problem.
[[nodiscard]] Result<Program> with_tags(const Program& program,
                                        const Round& round);

}  // namespace metagate
