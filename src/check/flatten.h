// The two graphs of a pair, ready to be matched: the one before as it is, the
// one after with the delegates that are new contracted away.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "check/correspondence.h"
#include "check/graph_match.h"
#include "ir/program.h"

namespace metagate {

struct Flat {
  MatchSide side;
  std::vector<NodeId> nodes;  // by vertex

  [[nodiscard]] std::int32_t vertex(NodeId node) const {
    const auto found = index.find(node);
    return found == index.end() ? no_vertex : found->second;
  }
  std::unordered_map<NodeId, std::int32_t> index;
};

// Fills in where the boundary of a new delegate runs. `before` is the graph it
// was cut from: its signature tells which constants and mutations exist, so
// that a wrong entry in the delegate's own signature does not shift everything.
[[nodiscard]] NewDelegate boundary_of(const Program& program,
                                      const Users& users,
                                      const Delegate& delegate,
                                      const Program& before, GraphId cut_from);

[[nodiscard]] Flat flatten_before(const Program& program, GraphId graph);

// `part` and `delegate` are those of a Correspondence, filled in for this graph
// and the lowered graphs of its new delegates.
[[nodiscard]] Flat flatten_after(const Program& program, GraphId graph,
                                 const Correspondence& correspondence);

// The vertex node that an operand is, seen through the new delegates: the
// output that a getitem reads, the operand that a placeholder is fed. None
// where that cannot be told.
[[nodiscard]] NodeId resolve(const Program& program,
                             const Correspondence& correspondence,
                             NodeId operand);

}  // namespace metagate
