// Strongly connected components of a directed graph (Tarjan 1972), without
// recursion: a chain of a million references is no deeper than one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace metagate {

// Edges as a list of targets for each vertex.
struct References {
  std::vector<std::uint32_t> first;  // one more than there are vertices
  std::vector<std::uint32_t> targets;

  [[nodiscard]] std::size_t size() const { return first.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t vertex) const {
    return std::span(targets).subspan(first[vertex],
                                      first[vertex + 1] - first[vertex]);
  }
};

// The components, each after all that it refers to.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> components_of(
    const References& references);

}  // namespace metagate
