// What is true of every right lowering and needs more than one run of it, so
// that no check of two programs can say it (DESIGN.md, section 6). A row each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ir/program.h"
#include "lower/lowering.h"

namespace metagate {

struct Law {
  std::string_view name;  // as a test is named: letters, digits, underscores
  std::string_view says;  // one sentence
  // What is not so for this program, which is valid, or nothing. `seed` is for
  // what the law draws itself.
  std::optional<std::string> (*broken)(const Lowering&, const Program&,
                                       std::uint64_t seed);
};

[[nodiscard]] std::span<const Law> laws();

}  // namespace metagate
