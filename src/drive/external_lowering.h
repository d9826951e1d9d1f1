// A lowering in another process, behind the same seam as all others.
#pragma once

#include <memory>

#include "drive/driver_pool.h"
#include "lower/lowering.h"

namespace metagate {

// Asks the pool, which the lowering keeps alive; any number of threads may call
// it. Where it gives no program, the problem's code is that of a refusal (the
// driver's own, where the reference refuses the program as well) or one of
// no_program (lower/lowering.h).
[[nodiscard]] Lowering external_lowering(std::shared_ptr<DriverPool> pool);

}  // namespace metagate
