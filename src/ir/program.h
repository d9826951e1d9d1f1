// A program in the shape of torch.fx: graphs of nodes, each node with its meta.
// There is one type for a fixture of three nodes and a capture of a million. It
// is immutable once built (ir/builder.h), cheap to share, and refers to things
// by id: all nodes of all graphs stand in one vector, a graph is a range of it.
//
// A node's args and kwargs are kept as two parts: the nodes they use
// (`operands`), and everything else, as a value in which Tag::operand stands
// where an operand stood. So two nodes do the same with their operands exactly
// if op, target, args and kwargs are equal, and a lowering that rewires a node
// changes its operands alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/signature.h"
#include "ir/store.h"

namespace metagate {

using MetaId = Id<struct MetaTag>;  // a meta dict; one id at two nodes = shared

enum class Op : std::uint8_t {
  placeholder,
  get_attr,
  call_function,
  call_method,
  call_module,
  output,
};

[[nodiscard]] std::string_view name_of(Op op);
[[nodiscard]] std::optional<Op> op_of(std::string_view name);

// A part of one of the program's pools.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct Node {
  Symbol name;
  Symbol target;
  ValueId args;    // a list, with Tag::operand where a node is used
  ValueId kwargs;  // a dict, likewise; none = empty
  Range operands;  // numbered as Tag::operand counts them: args in order, then
                   // kwargs by key; a dict inside args by key
  MetaId meta;
  GraphId graph;
  Op op;
  std::uint64_t source = 0;  // byte offset in the file it was read from
};

struct MetaEntry {
  Symbol key;
  ValueId value;
};

struct Meta {
  Range entries;
  ObjectId object;  // its index in the object table, where it has one
};

// What a get_attr or call_module of a graph names.
enum class ModuleKind : std::uint8_t { lowered, graph, tensor };

struct Module {
  Symbol name;
  ModuleKind kind;
  Symbol backend;  // lowered only
  GraphId graph;   // lowered and graph
};

struct Graph {
  Symbol name;
  Range nodes;
  std::vector<Module> modules;
  std::optional<Signature> signature;

  [[nodiscard]] const Module* find_module(Symbol name) const;
};

class Program {
 public:
  // The name of the point in the flow; empty where it has none.
  [[nodiscard]] std::string_view stage() const;

  [[nodiscard]] std::span<const Graph> graphs() const { return graphs_; }
  [[nodiscard]] const Graph& graph(GraphId id) const {
    return graphs_[id.index()];
  }
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id.index()]; }
  [[nodiscard]] std::span<const Node> nodes_of(GraphId id) const {
    return part(nodes_, graph(id).nodes);
  }
  // The output node of a graph, or none.
  [[nodiscard]] NodeId output_of(GraphId id) const;

  [[nodiscard]] std::span<const NodeId> operands(NodeId id) const {
    return part(operands_, node(id).operands);
  }
  [[nodiscard]] std::span<const MetaEntry> meta(NodeId id) const {
    return part(entries_, metas_[node(id).meta.index()].entries);
  }
  [[nodiscard]] const Meta& meta_record(MetaId id) const {
    return metas_[id.index()];
  }
  [[nodiscard]] std::size_t meta_count() const { return metas_.size(); }
  // The value of a meta key at a node, or none.
  [[nodiscard]] ValueId value(NodeId id, Symbol key) const {
    for (const MetaEntry& entry : meta(id)) {
      if (entry.key == key) return entry.value;
    }
    return {};
  }

  [[nodiscard]] const Store& store() const { return *store_; }
  [[nodiscard]] const std::shared_ptr<const Store>& shared_store() const {
    return store_;
  }
  [[nodiscard]] std::string_view text(Symbol symbol) const {
    return store_->text(symbol);
  }
  [[nodiscard]] std::string_view name(NodeId id) const {
    return text(node(id).name);
  }

  // The same program at another point of the flow.
  [[nodiscard]] Program with_stage(std::string_view stage) const;

 private:
  friend class ProgramBuilder;
  Program() = default;

  template <class T>
  static std::span<const T> part(const std::vector<T>& pool, Range range) {
    return {pool.data() + range.first, range.count};
  }

  std::string stage_;
  std::shared_ptr<const Store> store_;
  std::vector<Graph> graphs_;
  std::vector<Node> nodes_;
  std::vector<NodeId> operands_;
  std::vector<Meta> metas_;
  std::vector<MetaEntry> entries_;
};

}  // namespace metagate
