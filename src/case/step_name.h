// The names of steps, as users write them: `auto`, `lowering`, `pass`.
#pragma once

#include <optional>
#include <string_view>

#include "check/check.h"

namespace metagate {

[[nodiscard]] std::optional<Step> step_named(std::string_view name);

}  // namespace metagate
