// A program taken apart, to be changed and put together again: what tags,
// edits and damages are made of. Programs themselves never change.
//
//   Draft draft(program);
//   draft.meta_of(node).clear();
//   draft.erase(other);
//   Program changed = draft.build();
//
// A node keeps its id in the draft whatever happens to the others; build()
// numbers anew. Whoever erases a node sees to its users and to the signature.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/program.h"

namespace metagate {

struct DraftNode {
  Symbol name;
  Symbol target;
  ValueId args;
  ValueId kwargs;
  std::vector<NodeId> operands;
  MetaId meta;
  GraphId graph;
  Op op = Op::call_function;
  std::uint64_t source = 0;
};

struct DraftMeta {
  std::vector<MetaEntry> entries;
  ObjectId object;
};

struct DraftGraph {
  Symbol name;
  std::vector<NodeId> nodes;  // in execution order
  std::vector<Module> modules;
  std::optional<Signature> signature;
};

class Draft {
 public:
  explicit Draft(const Program& program);

  std::string stage;
  std::vector<DraftGraph> graphs;
  std::vector<DraftNode> nodes;  // by id; also those that were erased
  std::vector<DraftMeta> metas;

  [[nodiscard]] DraftNode& at(NodeId id) { return nodes[id.index()]; }
  [[nodiscard]] const DraftNode& at(NodeId id) const {
    return nodes[id.index()];
  }
  [[nodiscard]] DraftGraph& at(GraphId id) { return graphs[id.index()]; }
  [[nodiscard]] const DraftGraph& at(GraphId id) const {
    return graphs[id.index()];
  }

  // The dict of a node; of several, where they share one.
  [[nodiscard]] std::vector<MetaEntry>& meta_of(NodeId id);
  // The value of a key at a node; nullptr where it has none.
  [[nodiscard]] ValueId* find(NodeId id, Symbol key);
  void set(NodeId id, Symbol key, ValueId value);
  void remove(NodeId id, Symbol key);

  // A new node before `next`, or at the end of the graph; with a dict of its
  // own. What was got with at() does not hold any more.
  NodeId insert(GraphId graph, NodeId next, DraftNode node);
  // Takes nodes out of their graphs.
  void erase(NodeId id);
  void erase(const std::vector<bool>& doomed);
  // Lets every user of `from`, and the signature, name `to`.
  void replace(NodeId from, NodeId to);
  // Takes out the modules that no node names, and the graphs only they hold.
  void erase_unused_graphs();

  // New texts and values go here: a store that stands on the program's.
  [[nodiscard]] Store& store();
  // To be read: the same, or the program's own where nothing was added.
  [[nodiscard]] const Store& store() const { return own_ ? *own_ : *base_; }

  [[nodiscard]] Program build() const;

 private:
  std::shared_ptr<const Store> base_;
  std::shared_ptr<Store> own_;  // made when it is asked for
};

}  // namespace metagate
