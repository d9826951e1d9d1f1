// Where the matching of two graphs starts: inputs by what the signature says
// they are, outputs by position.
#pragma once

#include <vector>

#include "check/correspondence.h"
#include "check/flatten.h"
#include "check/graph_match.h"
#include "ir/program.h"

namespace metagate {

// Placeholders: constants by kind and target (a copy of a constant, outside or
// owned by a new delegate, is the same node before); all others in the order in
// which they stand, if they are equal in number, else by name. The output node.
[[nodiscard]] std::vector<Anchor> find_anchors(
    const Program& before, const Flat& flat_before, const Program& after,
    const Flat& flat_after, const GraphPair& pair,
    const Correspondence& correspondence);

// The operands of the output node before that are no mutation that a new
// delegate of this pair consumed.
[[nodiscard]] std::vector<std::uint32_t> kept_outputs(
    const Program& before, const Program& after, const GraphPair& pair,
    const Correspondence& correspondence);

}  // namespace metagate
