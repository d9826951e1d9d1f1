// What there is to cut in a program: the lists that edits count in.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace metagate {

// A part of a node or graph by number: a key, an operand, what it returns.
template <class Id>
struct PartOf {
  Id whole;
  std::uint32_t number;
};

struct TaggedNodes {
  GraphId graph;
  ValueId tag;
  std::vector<NodeId> nodes;  // constants included
};

// Control-flow bodies keep their inputs and outputs, and delegates of an
// earlier round their boundary: somebody counts on these.
struct Survey {
  explicit Survey(const Program& program);

  std::vector<bool> is_delegated;       // graphs in delegates
  std::vector<TaggedNodes> partitions;  // in the order of their first nodes
  std::vector<GraphId> bodies;
  std::vector<NodeId> calls;
  std::vector<NodeId> unused_inputs;  // of the top graph
  std::vector<PartOf<GraphId>> returned;
  std::vector<PartOf<NodeId>> operands;
  std::vector<NodeId> tagged;
  std::vector<Symbol> keys;  // all but `delegation_tag`, in order
  std::vector<PartOf<NodeId>> entries;
  std::vector<NodeId> constants;  // untagged inputs that are no user inputs
};

}  // namespace metagate
