// Builds the programs of a document, once everything in it has a place.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/builder.h"
#include "json/complaints.h"
#include "json/layout.h"
#include "json/node_names.h"
#include "json/value_reader.h"

namespace metagate {

class ProgramReader {
 public:
  // `graph_names` are those of all graphs of the document, in order.
  ProgramReader(std::string_view text, const Layout& layout,
                const NodeNames& names,
                const std::vector<std::string>& graph_names,
                std::shared_ptr<Store> store, Complaints& complaints);

  // The next program. To be used only if there was no complaint.
  Program read();

 private:
  void read_graph(const GraphPlace& graph, ProgramBuilder& builder);
  void read_modules(const GraphPlace& graph, ProgramBuilder& builder);
  void read_module(Cursor& cursor, const Key& key, ProgramBuilder& builder);
  void read_signature(const GraphPlace& graph, ProgramBuilder& builder);
  void read_node(const NodePlace& node, ProgramBuilder& builder);
  void read_inputs(const NodePlace& node, NodeSpec& spec);
  void check_target(const NodePlace& node, const NodeSpec& spec);

  MetaId read_meta(Offset meta, ProgramBuilder& builder);
  MetaId read_shared_meta(Cursor& cursor, ProgramBuilder& builder);
  MetaId read_entries(Offset dict, const Scope& scope, ObjectId object,
                      ProgramBuilder& builder);
  ValueId read_value(Cursor& cursor, const Scope& scope);
  NodeId find_arg(Cursor& cursor);

  std::string text_at(Offset offset) const;

  // A value that was read before: equal bytes are equal values, but for a
  // `$node`, which means a node of the graph it stands in.
  struct Known {
    ValueId id;
    bool has_node;
    GraphNumber graph;
  };
  struct HashOfHash {
    std::size_t operator()(const Hash128& hash) const {
      return static_cast<std::size_t>(hash.low);
    }
  };

  std::string_view text_;
  const Layout& layout_;
  const NodeNames& names_;
  const std::vector<std::string>& graph_names_;
  std::shared_ptr<Store> store_;
  Complaints& complaints_;
  ValueReader values_;
  std::unordered_map<Hash128, Known, HashOfHash> known_;

  // Where the reading is.
  std::size_t program_ = 0;
  GraphNumber graph_ = 0;
  Scope scope_;
  std::vector<Symbol> module_names_;
  std::unordered_map<std::uint32_t, MetaId> shared_metas_;  // by object
  std::vector<NodeId> operands_;
  std::vector<MetaEntry> entries_;
};

}  // namespace metagate
