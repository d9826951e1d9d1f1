// Single faults of structure, to be planted in the result of a right lowering:
// a node gone, an operand rewired, indices exchanged, a signature entry wrong.
#pragma once

#include <vector>

#include "harness/mutants/plant.h"

namespace metagate {

// All places for one in `after`, which the reference made of `before`, where it
// is known what has to be reported: a node that can't be told from another by
// what it does is left out, since either could be named. `seed` chooses what
// takes the place of an operand.
[[nodiscard]] std::vector<Plant> structural_plants_of(const Program& before,
                                                      const Program& after,
                                                      std::uint64_t seed);

}  // namespace metagate
