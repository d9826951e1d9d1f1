// The module that a node names: what a get_attr or call_module has as target.
#pragma once

#include "ir/program.h"

namespace metagate {

// Null for other nodes, and where the graph has no module of that name.
[[nodiscard]] const Module* module_named_by(const Program& program,
                                            NodeId node);

// Is the node the get_attr of a lowered module?
[[nodiscard]] bool names_lowered_module(const Program& program, NodeId node);

}  // namespace metagate
