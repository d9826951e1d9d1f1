// What options of the suite's verbs name: lowerings, profiles, numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "harness/generate/profile.h"
#include "lower/lowering.h"

namespace metagate {

// "reference", or the name of a mutant; else nothing.
[[nodiscard]] std::optional<Lowering> built_in_lowering(std::string_view name);

[[nodiscard]] Result<const Profile*> profile_named(std::string_view name);

// A decimal number; `what` is the option, for the message.
[[nodiscard]] Result<std::uint64_t> number_named(std::string_view what,
                                                 std::string_view text);

}  // namespace metagate
