// The partitions of a program: what `delegation_tag` in the meta of its nodes
// asks to have delegated, and where the boundary of each runs. An analysis; it
// changes nothing.
//
// A partition is the nodes of one graph with equal tags: one tag in two graphs
// is two partitions. A tag is a text that is not empty. What else stands under
// `delegation_tag`, None included, is no tag; and a tag is stale, and means
// nothing, on a delegate call, on a getitem that reads one, on the get_attr of
// a lowered module, in a body that moves into a delegate with the node that
// calls it, and on a constant whose tag no other node of the graph has.
//
// Refused, each as a Problem with one of these codes:
//   tagged-input      a tag on an input of the graph that is no constant
//   tagged-output     a tag on the output node
//   non-convex        a path leaves the partition and comes back
//   cyclic-partitions partitions that are convex, and need each other
//   no-copy           a constant with `no_copy` that has users elsewhere
//   mutated-constant  a mutated buffer with users elsewhere, or mutated
//                     elsewhere: neither copied nor consumed
//   list-boundary     a list would cross the boundary as a whole
//   body-boundary     a control-flow body without the node that calls it, or
//                     one that several modules name
//   delegated-body    a body that holds a delegate already
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ir/program.h"
#include "lower/graph_tree.h"

namespace metagate {

inline constexpr std::uint32_t no_partition = 0xffffffff;

// A buffer mutation that a partition computes and whose buffer it owns.
struct Mutation {
  NodeId node;            // what the buffer becomes
  Symbol target;          // the buffer
  std::uint32_t entry;    // of the outputs of the outer graph's signature
  std::uint32_t operand;  // of the outer graph's output node
};

// A value that users outside read through a getitem. `stays` where it is itself
// a getitem outside, that reads an element of a list- or tuple-valued node of
// the partition: it reads the delegate afterwards, and a copy of it inside
// reads the list.
struct DelegateOutput {
  NodeId node;
  bool stays = false;
};

struct Partition {
  GraphId graph;
  ValueId tag;  // of its first node

  // In the order of the graph, without constants; with the getitems of lists
  // that read elements for users outside, and with the get_attrs of bodies that
  // its nodes alone use.
  std::vector<NodeId> nodes;
  // Constants in the lowered graph: those it owns, and those of others of which
  // it gets a copy. In the order of the graph.
  std::vector<NodeId> constants;
  std::vector<NodeId> inputs;  // in the order of their first use
  std::vector<Mutation> consumed;
  std::vector<DelegateOutput> outputs;  // what getitems read, by index
};

// A place in a graph after: a node that stays outside, or a delegate.
struct Slot {
  NodeId node;  // before; none where a delegate stands
  std::uint32_t partition = no_partition;
};

struct Partitions {
  std::vector<Partition> list;      // in the order in which they are lowered
  std::vector<std::uint32_t> home;  // by node: its partition, or no_partition
  // By graph: the partition that a control-flow body moves along with.
  std::vector<std::uint32_t> moves_with;
  // By node: a constant that a partition owns, and of which users outside all
  // partitions need a copy.
  std::vector<bool> is_copied_outside;
  // By graph: its partitions are `count` in `list` from `first` on.
  std::vector<Range> of_graph;
  // By graph: how it stands after (lower/order.h); empty where there is no
  // partition.
  std::vector<std::vector<Slot>> order;
};

[[nodiscard]] Result<Partitions> find_partitions(const Program& program,
                                                 const GraphTree& tree);

}  // namespace metagate
