// The two graphs of a pair, ready to be matched: the one before as it is, the
// one after with the delegates that are new contracted away.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "check/correspondence.h"
#include "check/graph_match.h"
#include "check/labels.h"
#include "ir/program.h"

namespace metagate {

// Which vertex a node is, for all pairs of one step: a node is in one pair
// only.
class VertexIndex {
 public:
  explicit VertexIndex(std::size_t nodes)
      : vertex_(nodes, no_vertex), flat_(nodes, 0) {}

  void set(NodeId node, std::int32_t vertex, std::uint32_t flat) {
    vertex_[node.index()] = vertex;
    flat_[node.index()] = flat;
  }
  [[nodiscard]] std::int32_t of(NodeId node, std::uint32_t flat) const {
    return flat_[node.index()] == flat ? vertex_[node.index()] : no_vertex;
  }
  [[nodiscard]] std::uint32_t next_flat() { return ++flats_; }

 private:
  std::vector<std::int32_t> vertex_;
  std::vector<std::uint32_t> flat_;
  std::uint32_t flats_ = 0;
};

struct Flat {
  explicit Flat(VertexIndex& vertices)
      : index(vertices), id(vertices.next_flat()) {}

  MatchSide side;
  std::vector<NodeId> nodes;  // by vertex
  VertexIndex& index;
  std::uint32_t id;

  // Of a node that is not in this graph: no_vertex.
  [[nodiscard]] std::int32_t vertex(NodeId node) const {
    return index.of(node, id);
  }
};

// Fills in where the boundary of a new delegate runs. `before` is the graph it
// was cut from: its signature tells which constants and mutations exist, so
// that a wrong entry in the delegate's own signature does not shift everything.
[[nodiscard]] NewDelegate boundary_of(const Program& program,
                                      const Users& users,
                                      const Delegate& delegate,
                                      const Program& before, GraphId cut_from);

[[nodiscard]] Flat flatten_before(const Program& program, GraphId graph,
                                  Labels& labels, VertexIndex& index);

// `part` and `delegate` are those of a Correspondence, filled in for this graph
// and the lowered graphs of its new delegates.
[[nodiscard]] Flat flatten_after(const Program& program, GraphId graph,
                                 const Correspondence& correspondence,
                                 Labels& labels, VertexIndex& index);

// The vertex node that an operand is, seen through the new delegates: the
// output that a getitem reads, the operand that a placeholder is fed. None
// where that cannot be told.
[[nodiscard]] NodeId resolve(const Program& program,
                             const Correspondence& correspondence,
                             NodeId operand);

}  // namespace metagate
