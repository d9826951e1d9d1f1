// Builds the program after, graph by graph, from what was found out and decided
// about the one before. Graphs that were there keep their place; those of new
// delegates follow, in the order of their partitions.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ir/builder.h"
#include "lower/graph_tree.h"
#include "lower/hand_over.h"
#include "lower/names_plan.h"
#include "lower/node_references.h"
#include "lower/partition.h"

namespace metagate {

class Emitter {
 public:
  // All must outlive this.
  Emitter(const Program& before, const GraphTree& tree,
          const Partitions& partitions, const HandOvers& hand_overs,
          const TransientKeys& transient);

  [[nodiscard]] Program build() &&;

 private:
  // outside.cpp
  void emit_graph(GraphId graph);
  void emit_delegated(NodeId node);
  void emit_outside(NodeId node);
  void emit_output(NodeId node);
  void emit_delegate(std::uint32_t partition);
  void emit_getitems(std::uint32_t partition, NodeId call, HandOver& at);
  void set_outer_modules(GraphId graph);
  void set_outer_signature(GraphId graph);
  [[nodiscard]] std::vector<bool> consumed_entries(GraphId graph) const;
  [[nodiscard]] std::vector<bool> consumed_operands(GraphId graph) const;

  // inside.cpp
  void emit_lowered(std::uint32_t partition);
  void emit_placeholders(HandOver& at);
  void emit_copy(HandOver& at, NodeId node);
  void emit_moved_body(GraphId graph);
  NodeId emit_lowered_output(HandOver& at);
  void set_inner_modules(GraphId graph, const Partition& partition);
  void set_inner_signature(GraphId graph, std::uint32_t partition);
  [[nodiscard]] Symbol output_name(const Partition& partition,
                                   std::uint32_t number) const;

  // emitter.cpp
  [[nodiscard]] HandOver hand_over(std::uint32_t partition) const;
  MetaId hand(const HandOverFunction& function, const HandOver& at);
  MetaId add_meta(std::span<const MetaEntry> entries);
  // The same node with other operands and meta.
  NodeSpec like(NodeId node);
  [[nodiscard]] bool owns(std::uint32_t partition, NodeId constant) const;
  [[nodiscard]] ValueId val_list(std::span<const NodeId> nodes);
  [[nodiscard]] ValueId call_args(std::size_t count);
  [[nodiscard]] ValueId output_args(std::size_t count);
  [[nodiscard]] ValueId index_args(std::uint32_t index);
  [[nodiscard]] std::pair<Symbol, Symbol> place_of(NodeId node) const;

  const Program& before_;
  const GraphTree& tree_;
  const Partitions& partitions_;
  const HandOvers& hand_overs_;
  const std::shared_ptr<Store> store_;
  const TransientKeys& transient_;
  const NamesPlan names_;
  NodeReferences references_;
  ProgramBuilder builder_;
  std::int64_t first_handle_ = 0;
  bool is_later_round_ = false;

  // By node before: the node after that nodes outside read, and its name.
  std::vector<NodeId> outer_;
  std::vector<Symbol> outer_names_;
  // By node before: its copy in the lowered graph that is being built.
  std::vector<NodeId> inner_;

  std::vector<std::vector<MetaId>> getitem_metas_;  // by partition
  std::vector<MetaId> call_metas_;

  MetaDraft draft_;
  std::vector<MetaEntry> followed_;
  std::vector<NodeId> operands_;
  std::vector<ValueId> call_args_, output_args_, index_args_;
  ValueId none_;
};

}  // namespace metagate
