// Which outlines are the same program under other numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/generate/outline.h"

namespace metagate {

// By call: its number in the other order.
using Renumbering = std::array<std::uint8_t, most_outline_calls>;

// Looks at the inputs and calls alone, not at tags and outputs. Where no other
// order of the calls, and of the inputs, gives smaller calls (compared one
// after the other): the renumberings of the calls that give the very same ones,
// the one that changes nothing included. One may occur twice, with the inputs
// either way round. Else nothing: a smaller outline is the same program.
[[nodiscard]] std::optional<std::vector<Renumbering>> symmetries_of(
    const Outline& outline);

// Does none of these renumberings give smaller tags, or equal tags and smaller
// outputs? The tags are numbered anew in the order of their first calls.
[[nodiscard]] bool is_smallest(const Outline& outline,
                               const std::vector<Renumbering>& symmetries);

}  // namespace metagate
