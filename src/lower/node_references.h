// Lets the `$node`s that meta values hold follow their nodes into the graphs
// that a lowering makes.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/names.h"
#include "ir/program.h"

namespace metagate {

// The graph and the name that a node of the program before has afterwards.
using NewPlace = std::function<std::pair<Symbol, Symbol>(NodeId)>;

class NodeReferences {
 public:
  // All must outlive this; `store` is that of the program after.
  NodeReferences(const Program& before, NewPlace place, Store& store);

  // The value after: itself where nothing it holds has moved. An object that
  // holds a node that has moved gets a new entry of the object table, and keeps
  // its identity.
  [[nodiscard]] ValueId follow(ValueId value) {
    return store_.facts(value).has_node ? follow_nodes(value) : value;
  }

 private:
  // An object on the way of take_object.
  struct Reached {
    ObjectId object;
    Tree tree;
    std::vector<std::size_t> reached_by;
    bool is_changed = false;
  };

  ValueId follow_nodes(ValueId value);
  [[nodiscard]] bool moves(const Tree& node);
  bool rewrite(Tree& tree);
  void rewrite_node(Tree& tree);
  // Finds out what the object is afterwards, and all that it reaches.
  void take_object(ObjectId object);
  [[nodiscard]] std::vector<Reached> reach(ObjectId start);
  static void spread_changes(std::vector<Reached>& found);
  [[nodiscard]] NodeId find(const Tree& node);

  const Program& before_;
  const NewPlace place_;
  Store& store_;
  std::optional<Names> names_;  // made when the first $node is met
  std::unordered_map<ValueId, ValueId> values_;
  std::unordered_map<ObjectId, ObjectId> objects_;
};

}  // namespace metagate
