// Reads the spelling of arguments of an operator row (generate/operators.h).
#pragma once

#include <string>
#include <string_view>

#include "ir/value.h"

namespace metagate {

struct Skeleton {
  Tree args;
  Tree kwargs;           // a dict
  std::string operands;  // one of `%` and `#` for each, in their order
};

// A mistake in a spelling is ours: it is asserted.
[[nodiscard]] Skeleton skeleton_of(std::string_view args,
                                   std::string_view kwargs);

}  // namespace metagate
