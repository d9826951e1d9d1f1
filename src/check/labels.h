// What a node does, as a hash: the label under which the matching sees it; and
// what a graph computes, so that graphs can be told apart whatever they are
// called.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/hash.h"
#include "check/graph_match.h"
#include "ir/delegates.h"
#include "ir/program.h"

namespace metagate {

// The labels of one program's nodes. Labels of two programs can be compared.
class Labels {
 public:
  explicit Labels(const Program& program);

  // Label and kind of a node; its operands are filled in by the caller. All
  // placeholders have one label, and so have all output nodes. The name of a
  // module is no part of what a get_attr or call_module of a graph does; the
  // label, but not the kind, has what the graph computes.
  [[nodiscard]] Vertex vertex_of(NodeId node);

  // What a graph computes of any inputs, every delegate computed through: it
  // does not depend on what is delegated.
  [[nodiscard]] Hash128 body(GraphId graph);
  // The nodes of a lowered graph, and how they hang together.
  [[nodiscard]] Hash128 lowered(GraphId graph);
  // What the operands of a delegate's call are, computed through likewise.
  [[nodiscard]] Hash128 fed(const Delegate& delegate);

 private:
  [[nodiscard]] Vertex computed_vertex(NodeId node, const Module* graph);
  [[nodiscard]] Hash128 value(NodeId node) const;
  void set_value(NodeId node, const Hash128& value);
  void evaluate(GraphId graph);
  void feed(GraphId lowered, std::span<const NodeId> operands);
  Hash128 computed(NodeId node);
  Hash128 with_operands(NodeId node);

  const Program& program_;
  std::vector<GraphId> calls_;  // by node: what a delegate call calls
  // By node that names no graph; empty until a graph is evaluated.
  std::vector<Vertex> vertices_;
  std::vector<bool> has_vertex_;
  std::vector<Hash128> values_;  // by node; likewise
  std::vector<bool> has_value_;
  std::vector<std::optional<Hash128>> bodies_;  // by graph
  std::vector<bool> is_evaluated_;  // by graph; set first, so cycles end
  std::vector<Hash128> parts_;      // of the hash that is being made
};

[[nodiscard]] Hash128 combine(std::span<const Hash128> parts);

}  // namespace metagate
