#include "harness/reduce/lost_names.h"

#include <algorithm>
#include <set>
#include <utility>

namespace metagate {
namespace {

class Forgetter {
 public:
  explicit Forgetter(Draft& draft) : draft_(draft) {}

  void run() {
    for (const DraftGraph& graph : draft_.graphs) {
      for (const NodeId id : graph.nodes) {
        std::erase_if(draft_.meta_of(id), [&](MetaEntry& entry) {
          return store().facts(entry.value).has_node && !forget(entry);
        });
      }
    }
  }

 private:
  [[nodiscard]] const Store& store() { return draft_.store(); }

  // False where the entry has to go.
  bool forget(MetaEntry& entry) {
    Tree tree = store().tree(entry.value);
    bool changed = false;
    if (!forget(tree, changed)) return false;
    if (changed) entry.value = draft_.store().add(std::move(tree));
    return true;
  }

  bool forget(Tree& tree, bool& changed) {
    if (tree.tag == Tag::object) return is_whole(ObjectId(tree.index));
    if (tree.tag == Tag::node && is_lost(tree)) {
      for (Item& item : tree.items) {
        if (item.name == "graph") item.value = null_tree();
      }
      changed = true;
    }
    return std::all_of(tree.items.begin(), tree.items.end(),
                       [&](Item& item) { return forget(item.value, changed); });
  }

  // Does an object reach no node that is gone?
  bool is_whole(ObjectId first) {
    std::set<ObjectId> seen{first};
    std::vector<ObjectId> open{first};
    while (!open.empty()) {
      const ObjectId object = open.back();
      open.pop_back();
      const ValueId value = store().object(object).value;
      if (value && !look(store().tree(value), seen, open)) return false;
    }
    return true;
  }

  bool look(const Tree& tree, std::set<ObjectId>& seen,
            std::vector<ObjectId>& open) {
    if (tree.tag == Tag::node) return !is_lost(tree);
    if (tree.tag == Tag::object && seen.insert(ObjectId(tree.index)).second) {
      open.emplace_back(tree.index);
    }
    return std::all_of(
        tree.items.begin(), tree.items.end(),
        [&](const Item& item) { return look(item.value, seen, open); });
  }

  bool is_lost(const Tree& node) {
    const Tree* const graph = node.find("graph");
    if (graph == nullptr || graph->tag != Tag::text) return false;
    return !names().contains(
        {store().find(graph->text), store().find(node.text)});
  }

  // Graph and node, of all that there are.
  const std::set<std::pair<Symbol, Symbol>>& names() {
    if (!names_.empty()) return names_;
    for (const DraftGraph& graph : draft_.graphs) {
      for (const NodeId id : graph.nodes) {
        names_.emplace(graph.name, draft_.at(id).name);
      }
    }
    return names_;
  }

  Draft& draft_;
  std::set<std::pair<Symbol, Symbol>> names_;
};

}  // namespace

void forget_lost_nodes(Draft& draft) {
  Forgetter(draft).run();
}

}  // namespace metagate
