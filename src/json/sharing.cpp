#include "json/sharing.h"

#include <algorithm>

namespace metagate {

Sharing::Sharing(std::span<const Program> programs) : programs_(programs) {
  std::vector<const Store*> roots;
  for (const Program& program : programs) {
    const Store* root = &program.store().root();
    const auto found = std::find(roots.begin(), roots.end(), root);
    roots_.push_back(static_cast<std::uint32_t>(found - roots.begin()));
    if (found == roots.end()) roots.push_back(root);
  }
  for (std::size_t i = 0; i < programs.size(); ++i) visit_program(i);
}

ObjectKey Sharing::identity(std::size_t program, ObjectId object) const {
  return key(program, programs_[program].store().object(object).identity);
}

bool Sharing::is_shared(std::size_t program, ObjectId object) const {
  const ObjectKey wanted = identity(program, object);
  const auto found = references_.find(wanted);
  if (found == references_.end()) return many_metas_.contains(wanted);
  return found->second > 1 || metas_.contains(wanted);
}

bool Sharing::is_shared_meta(std::size_t program, MetaId meta) const {
  if (owners_[program][meta.index()].count > 1) return true;
  const ObjectId object = programs_[program].meta_record(meta).object;
  if (!object) return false;
  const ObjectKey wanted = identity(program, object);
  return references_.contains(wanted) || many_metas_.contains(wanted);
}

void Sharing::visit_program(std::size_t index) {
  const Program& program = programs_[index];
  const Store& store = program.store();
  std::vector<Owners>& all_owners = owners_.emplace_back();
  all_owners.resize(program.meta_count());
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const Node& node = program.node(NodeId(i));
    if (node.args) visit(index, store.tree(node.args));
    if (node.kwargs) visit(index, store.tree(node.kwargs));
    const ObjectId object = program.meta_record(node.meta).object;
    Owners& owners = all_owners[node.meta.index()];
    const bool is_first = ++owners.count == 1;
    if (is_first) owners.first = NodeId(i);
    if (object) {
      metas_.insert(identity(index, object));
      if (!is_first) many_metas_.insert(identity(index, object));
    }
    if (!is_first) continue;
    for (const MetaEntry& entry : program.meta(NodeId(i))) {
      visit(index, store.tree(entry.value));
    }
  }
  // What the objects refer to, without recursion: chains may be long.
  while (!open_.empty()) {
    const ObjectId object = open_.back();
    open_.pop_back();
    visit(index, store.tree(store.object(object).value));
  }
}

void Sharing::visit(std::size_t program, const Tree& tree) {
  if (tree.tag == Tag::object) {
    const ObjectId object(tree.index);
    ++references_[identity(program, object)];
    if (visited_.insert(key(program, object)).second) open_.push_back(object);
    return;
  }
  for (const Item& item : tree.items) visit(program, item.value);
}

}  // namespace metagate
