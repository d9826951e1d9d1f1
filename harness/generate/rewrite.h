// Legal rewrites: programs that are another spelling of the same thing. What
// is true of one must be found true of the other.
#pragma once

#include <cstdint>

#include "ir/program.h"

namespace metagate {

struct Rewrite {
  bool rename_nodes = true;      // a signature's and `$node`'s names follow
  bool reorder_keys = true;      // of every meta dict
  bool renumber_objects = true;  // the object table in another order
};

// The same program on a store of its own, as if another tool had written it.
[[nodiscard]] Program rewritten(const Program& program, std::uint64_t seed,
                                const Rewrite& rewrite = {});

}  // namespace metagate
