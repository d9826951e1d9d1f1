// Builds the programs of a document, once everything in it has a place.
#pragma once

#include <memory>
#include <vector>

#include "ir/builder.h"
#include "json/meta_reader.h"
#include "json/reading.h"
#include "json/value_reader.h"

namespace metagate {

class ProgramReader {
 public:
  // `store` is the one that `reading` refers to.
  ProgramReader(const Reading& reading, std::shared_ptr<const Store> store);

  // The next program. To be used only if there was no complaint.
  Program read();

 private:
  void read_graph(const GraphPlace& graph, ProgramBuilder& builder);
  void read_node(const NodePlace& node, ProgramBuilder& builder);
  void read_op(const NodePlace& node, NodeSpec& spec);
  void check_target(const NodePlace& node, const NodeSpec& spec);
  void read_args(const NodePlace& node, NodeSpec& spec);
  void read_kwargs(const NodePlace& node, NodeSpec& spec);

  const Reading& reading_;
  std::shared_ptr<const Store> store_;
  ValueReader values_;
  MetaReader metas_;

  GraphPosition position_;
  // Of the graph that is read.
  Scope scope_;
  std::vector<Module> modules_;
  bool has_output_ = false;
  // Of the node that is read.
  std::vector<NodeId> operands_;
};

}  // namespace metagate
