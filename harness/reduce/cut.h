// Taking nodes out of a program so that what is left is one.
#pragma once

#include <vector>

#include "ir/draft.h"

namespace metagate {

enum class Fate : std::uint8_t {
  stays,
  goes,      // its users take what it took first
  to_input,  // it becomes an input
};

// Does to each node what `fates` says, by node. Where a node that goes took
// nothing that can stand in its place, it becomes an input. Reading elements of
// a list goes with the list. Outputs of the program that are gone are not
// returned any more, but where `keeps_returned`, by what stands in their place.
void cut(Draft& draft, const std::vector<Fate>& fates, bool keeps_returned);

// Takes out operand `position` of a node, and its place in the arguments.
void drop_operand(Draft& draft, NodeId node, std::uint32_t position);

// Takes out what the graph returns at `position`.
void drop_returned(Draft& draft, GraphId graph, std::uint32_t position);

// Takes out the inputs; nobody uses them.
void drop_inputs(Draft& draft, const std::vector<NodeId>& inputs);

// Calls and attributes that nobody uses and nothing keeps: erased until there
// are none. `keeps` is asked for a node without users.
template <class Keeps>
void drop_dead(Draft& draft, const Keeps& keeps) {
  std::vector<std::uint32_t> uses(draft.nodes.size());
  for (const DraftGraph& graph : draft.graphs) {
    for (const NodeId id : graph.nodes) {
      for (const NodeId operand : draft.at(id).operands) {
        ++uses[operand.index()];
      }
    }
  }
  std::vector<bool> doomed(draft.nodes.size());
  for (const DraftGraph& graph : draft.graphs) {
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
      const NodeId id = graph.nodes[i];
      const Op op = draft.at(id).op;
      if (op == Op::placeholder || op == Op::output) continue;
      if (uses[id.index()] > 0 || keeps(id)) continue;
      doomed[id.index()] = true;
      for (const NodeId operand : draft.at(id).operands) {
        --uses[operand.index()];
      }
    }
  }
  draft.erase(doomed);
  draft.erase_unused_graphs();
}

}  // namespace metagate
