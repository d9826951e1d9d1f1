// One of the two graphs of a matching, with what the matching asks of it: who
// uses a vertex, and what lies downstream.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "check/graph_match.h"

namespace metagate {

class MatchedGraph {
 public:
  struct Use {
    std::int32_t user;
    std::uint32_t position;
  };

  // `graph` must outlive this.
  explicit MatchedGraph(const MatchSide& graph);

  [[nodiscard]] std::size_t size() const { return graph_.vertices.size(); }
  [[nodiscard]] const Vertex& operator[](std::int32_t v) const {
    return graph_.vertices[static_cast<std::size_t>(v)];
  }
  [[nodiscard]] std::span<const std::int32_t> operands(std::int32_t v) const {
    return graph_.operands_of(v);
  }
  [[nodiscard]] std::uint32_t belongs_to(std::int32_t v) const {
    return graph_.belongs_to.empty()
               ? 0
               : graph_.belongs_to[static_cast<std::size_t>(v)];
  }
  [[nodiscard]] std::span<const Use> uses(std::int32_t v) const;

  // A bag of the labels of the users, and where they use the vertex.
  [[nodiscard]] Hash128 user_labels(std::int32_t v) const;

  // Everything downstream of each vertex, as a hash.
  [[nodiscard]] std::vector<Hash128> downstream() const;

 private:
  const MatchSide& graph_;
  std::vector<std::uint32_t> first_;  // of the uses of each vertex
  std::vector<Use> uses_;
};

// A hash of hashes, in order.
[[nodiscard]] Hash128 hash_parts(std::span<const Hash128> parts);

}  // namespace metagate
