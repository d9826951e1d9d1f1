// Builds a program, graph after graph, each node after the nodes it uses.
//
//   auto store = std::make_shared<Store>();
//   ProgramBuilder builder(store);
//   builder.begin_graph(store->intern("main"));
//   const NodeId x = builder.add_node({.name = ..., .op = Op::placeholder,
//   ...});
//   ...
//   Program program = std::move(builder).build("before");
//
// What a capture may not hold (two nodes of one name, a module that is not
// there) is a mistake of the caller here, and is not looked for.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "ir/program.h"

namespace metagate {

struct NodeSpec {
  Symbol name;
  Op op = Op::call_function;
  Symbol target;
  ValueId args;    // none = no arguments
  ValueId kwargs;  // none = no keyword arguments
  std::span<const NodeId> operands = {};
  MetaId meta;  // none = an empty dict of its own
  std::uint64_t source = 0;
};

class ProgramBuilder {
 public:
  // `store` may still be added to while building, not after build().
  explicit ProgramBuilder(std::shared_ptr<const Store> store);

  void reserve(std::size_t nodes, std::size_t meta_entries);

  // The nodes added from now on belong to this graph.
  GraphId begin_graph(Symbol name);
  NodeId add_node(const NodeSpec& spec);

  // A meta dict of its own; give the id to several nodes to let them share it.
  MetaId add_meta(std::span<const MetaEntry> entries, ObjectId object = {});

  // May name graphs that are begun later: ids count up from 0.
  void add_module(GraphId graph, const Module& module);
  void set_signature(GraphId graph, Signature signature);

  [[nodiscard]] std::size_t graph_count() const;
  [[nodiscard]] std::size_t node_count() const;

  [[nodiscard]] Program build(std::string_view stage) &&;

 private:
  Program program_;
};

// The args of a call that takes `count` operands and nothing else.
[[nodiscard]] ValueId operand_list(Store& store, std::size_t count);

// The args of an output node that returns one list of `count` operands.
[[nodiscard]] ValueId returned_list(Store& store, std::size_t count);

// The args of `getitem(operand, index)`.
[[nodiscard]] ValueId getitem_args(Store& store, std::int64_t index);

}  // namespace metagate
