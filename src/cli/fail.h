// How every verb ends that could not do what it was asked for.
#pragma once

#include "base/result.h"

namespace metagate {

// Tells the problems on standard error, a line each. Returns exit code 2.
[[nodiscard]] int fail(const Problems& problems);

}  // namespace metagate
