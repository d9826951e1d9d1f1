// What a node does, as a hash: the label under which the matching sees it.
#pragma once

#include "base/hash.h"
#include "check/graph_match.h"
#include "ir/program.h"

namespace metagate {

// Label and kind of a node; its operands are filled in by the caller. All
// placeholders have one label, and so have all output nodes. The name of a
// module is no part of what a get_attr or call_module of a graph does.
[[nodiscard]] Vertex vertex_of(const Program& program, NodeId node);

[[nodiscard]] Hash128 combine(std::span<const Hash128> parts);

}  // namespace metagate
