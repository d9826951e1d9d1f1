// How the graphs of a program hang together: which are control-flow bodies of
// which, and which belong to a delegate of an earlier round.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/modules.h"
#include "ir/program.h"

namespace metagate {

struct GraphTree {
  explicit GraphTree(const Program& program);

  // By graph: the control-flow bodies that it holds, in the order in which its
  // nodes name them, then those that only its `modules` name.
  std::vector<std::vector<GraphId>> bodies;
  // By graph: it is a lowered graph, or a body somewhere in one.
  std::vector<bool> is_delegated;
  // By graph: how many modules name it.
  std::vector<std::uint32_t> references;
  // Every graph that is not delegated, each before its bodies, and these in
  // order. Graphs that nothing names come last.
  std::vector<GraphId> outside;

  // The graph, its bodies, theirs, ...
  [[nodiscard]] std::vector<GraphId> with_bodies(GraphId graph) const;
};

}  // namespace metagate
