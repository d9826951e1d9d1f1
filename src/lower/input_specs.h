// The input entries of a graph's signature by the node they name.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace metagate {

class InputSpecs {
 public:
  InputSpecs(const Program& program, GraphId graph) {
    const auto& signature = program.graph(graph).signature;
    if (!signature) return;
    for (const InputSpec& spec : signature->inputs) {
      if (spec.arg) specs_.emplace_back(spec.arg, &spec);
    }
    std::stable_sort(
        specs_.begin(), specs_.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  // The entry of a node, or nullptr where it has none.
  [[nodiscard]] const InputSpec* of(NodeId node) const {
    const auto found = std::lower_bound(
        specs_.begin(), specs_.end(), node,
        [](const auto& entry, NodeId wanted) { return entry.first < wanted; });
    if (found == specs_.end() || found->first != node) return nullptr;
    return found->second;
  }

 private:
  std::vector<std::pair<NodeId, const InputSpec*>> specs_;
};

}  // namespace metagate
