#include "lower/node_references.h"

#include <string>
#include <vector>

namespace metagate {
namespace {

// Calls what(tree) for a tree and all in it, objects not followed.
template <class What>
void each_tree(const Tree& tree, const What& what) {
  what(tree);
  for (const Item& item : tree.items) each_tree(item.value, what);
}

}  // namespace

NodeReferences::NodeReferences(const Program& before, NewPlace place,
                               Store& store)
    : before_(before), place_(std::move(place)), store_(store) {}

ValueId NodeReferences::follow_nodes(ValueId value) {
  const auto found = values_.find(value);
  if (found != values_.end()) return found->second;
  Tree tree = store_.tree(value);
  each_tree(tree, [&](const Tree& part) {
    if (part.tag == Tag::object) take_object(ObjectId(part.index));
  });
  const ValueId after = rewrite(tree) ? store_.add(std::move(tree)) : value;
  values_.emplace(value, after);
  return after;
}

NodeId NodeReferences::find(const Tree& node) {
  const Tree* graph = node.find("graph");
  if (graph == nullptr || graph->tag != Tag::text) return {};
  if (!names_) names_.emplace(before_);
  return names_->node(graph->text, node.text);
}

bool NodeReferences::moves(const Tree& node) {
  const NodeId id = find(node);
  if (id.is_none()) return false;
  const auto [graph, name] = place_(id);
  return name != before_.node(id).name ||
         graph != before_.graph(before_.node(id).graph).name;
}

void NodeReferences::rewrite_node(Tree& tree) {
  const auto [graph, name] = place_(find(tree));
  tree.text = store_.text(name);
  for (Item& item : tree.items) {
    if (item.name == "graph") item.value.text = store_.text(graph);
  }
}

bool NodeReferences::rewrite(Tree& tree) {
  bool is_changed = false;
  if (tree.tag == Tag::node && moves(tree)) {
    rewrite_node(tree);
    return true;
  }
  if (tree.tag == Tag::object) {
    const ObjectId after = objects_.at(ObjectId(tree.index));
    is_changed = after.index() != tree.index;
    tree.index = after.index();
    return is_changed;
  }
  for (Item& item : tree.items) is_changed |= rewrite(item.value);
  return is_changed;
}

// All objects that one reaches and that nothing is known of yet, and which of
// them hold a node that moves, or reach such an object.
std::vector<NodeReferences::Reached> NodeReferences::reach(ObjectId start) {
  std::vector<Reached> found;
  std::unordered_map<ObjectId, std::size_t> index;
  const auto meet = [&](ObjectId object) {
    const auto [at, is_new] = index.emplace(object, found.size());
    if (is_new) {
      found.push_back({.object = object,
                       .tree = store_.tree(store_.object(object).value),
                       .reached_by = {}});
    }
    return at->second;
  };
  meet(start);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Tree tree = found[i].tree;
    each_tree(tree, [&](const Tree& part) {
      if (part.tag == Tag::node && moves(part)) found[i].is_changed = true;
      if (part.tag != Tag::object) return;
      const ObjectId object(part.index);
      const auto known = objects_.find(object);
      if (known == objects_.end()) {
        const std::size_t reached = meet(object);
        found[reached].reached_by.push_back(i);
      } else if (known->second != object) {
        found[i].is_changed = true;
      }
    });
  }
  spread_changes(found);
  return found;
}

// What reaches a changed object is changed.
void NodeReferences::spread_changes(std::vector<Reached>& found) {
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].is_changed) changed.push_back(i);
  }
  while (!changed.empty()) {
    const std::size_t i = changed.back();
    changed.pop_back();
    for (const std::size_t from : found[i].reached_by) {
      if (found[from].is_changed) continue;
      found[from].is_changed = true;
      changed.push_back(from);
    }
  }
}

// Objects refer to each other: all get their entries before any its value.
void NodeReferences::take_object(ObjectId start) {
  if (objects_.contains(start)) return;
  std::vector<Reached> found = reach(start);
  for (const Reached& entry : found) {
    ObjectId after = entry.object;
    if (entry.is_changed) {
      const Object was = store_.object(entry.object);
      after = store_.declare_objects(1);
      store_.set_identity(after, was.identity);
      store_.define_object(after, {}, was.facts);
    }
    objects_.emplace(entry.object, after);
  }
  for (Reached& entry : found) {
    if (!entry.is_changed) continue;
    rewrite(entry.tree);
    const Facts facts = store_.object(entry.object).facts;
    const ValueId value = store_.add(std::move(entry.tree));
    store_.define_object(objects_.at(entry.object), value, facts);
  }
}

}  // namespace metagate
