// Where the boundary of each partition of a graph runs: what it takes, what it
// returns, and what it owns.
#pragma once

#include "base/result.h"
#include "ir/program.h"
#include "ir/users.h"
#include "lower/graph_tree.h"
#include "lower/partition.h"
#include "lower/tags.h"

namespace metagate {

// What the steps of finding the partitions of one graph share. The partitions
// of the graph are those of `out.list` from `first` on.
struct GraphWork {
  const Program& program;
  const Users& users;
  const GraphTree& tree;
  GraphId graph;
  std::size_t first;
  TagReader& tags;
  Partitions& out;
  Problems& problems;

  [[nodiscard]] std::uint32_t home(NodeId node) const {
    return out.home[node.index()];
  }
  void refuse(const char* code, std::string message) const {
    problems.push_back({.message = std::move(message), .code = code});
  }
  // "partition `tag0` of graph `main`"
  [[nodiscard]] std::string words(std::uint32_t partition) const;
};

// Bodies move with the node that calls them, and so does their get_attr.
void take_bodies(const GraphWork& work);

// A list does not cross the boundary: the getitems outside that read elements
// of a list- or tuple-valued node of a partition get that partition as home.
void take_elements(const GraphWork& work);

// Which constants are copied for whom, and which mutations are consumed.
void find_constants(const GraphWork& work);

// `inputs` and `outputs`, once all homes are known.
void find_boundaries(const GraphWork& work);

// Is the value of the node a list or a tuple? Where it has no `val`: do
// getitems read it?
[[nodiscard]] bool is_list_valued(const Program& program, const Users& users,
                                  NodeId node);

}  // namespace metagate
