// What changes from one lowered program to another, in terms of graphs, nodes
// and meta keys: what a golden would say anew.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/program.h"

namespace metagate {

// A line each: "main/getitem: + spec, - q_tensor_io, ~ val" for keys that come,
// go and change; "main/getitem: new", "main/getitem: gone"; what else changes
// at a node, in a signature or among modules. Stages and graphs are told apart
// by name, nodes by graph and name. Empty where both say the same.
[[nodiscard]] std::vector<std::string> changes_between(
    std::span<const Program> was, std::span<const Program> is);

}  // namespace metagate
