// How big a program is, for a reducer: every edit makes it smaller, so that
// reducing ends.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "ir/program.h"

namespace metagate {

struct Measure {
  // What counts most comes first: graphs, calls, inputs and attributes, tags,
  // operands, constants, keys, and how much their values are.
  std::array<std::uint64_t, 8> counts{};

  friend auto operator<=>(const Measure&, const Measure&) = default;
};

[[nodiscard]] Measure measure_of(const Program& program);

}  // namespace metagate
