#include <algorithm>
#include <map>
#include <set>

#include "check/families.h"

namespace metagate {
namespace {

// The objects that a tree refers to, directly.
void collect(const Tree& tree, std::vector<ObjectId>& out) {
  if (tree.tag == Tag::object) out.push_back(ObjectId(tree.index));
  for (const Item& item : tree.items) collect(item.value, out);
}

struct Holder {
  NodeId node;
  Symbol key;
};

// Every object that a program holds, with the first node and key that hold it.
std::map<ObjectId, Holder> objects_of(const Program& program) {
  std::map<ObjectId, Holder> held;
  const Store& store = program.store();
  std::vector<ObjectId> todo;
  const auto visit = [&](ValueId value, const Holder& holder) {
    collect(store.tree(value), todo);
    while (!todo.empty()) {
      const ObjectId object = todo.back();
      todo.pop_back();
      if (!held.emplace(object, holder).second) continue;
      collect(store.tree(store.object(object).value), todo);
    }
  };
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    for (const MetaEntry& entry : program.meta(NodeId(i))) {
      visit(entry.value, {NodeId(i), entry.key});
    }
  }
  return held;
}

// Has the object itself another value, and not only something in it?
bool is_mutated(const Subject& subject, ObjectId was, ObjectId is) {
  const Store& before = subject.before.store();
  const Store& after = subject.after.store();
  return !subject.equal.trees(
      followed(before.tree(before.object(was).value), before),
      followed(after.tree(after.object(is).value), after));
}

}  // namespace

void judge_alias_shared(const Subject& subject, Findings& findings) {
  for (const SharedMeta::Group& group : subject.shared.groups) {
    Finding finding = finding_at(subject, "alias-shared", group.nodes.front());
    for (std::size_t i = 1; i < group.nodes.size(); ++i) {
      finding.also.push_back(name_in(subject.after, group.nodes[i]));
    }
    std::sort(finding.also.begin(), finding.also.end());
    findings.push_back(std::move(finding));
  }
}

void judge_alias_mutated(const Subject& subject, Findings& findings) {
  if (!subject.same_document) return;
  if (!subject.after.store().has_mutated_objects() &&
      !subject.before.store().has_mutated_objects()) {
    return;
  }
  const auto held_before = objects_of(subject.before);
  const auto held_after = objects_of(subject.after);
  std::map<ObjectId, ObjectId> by_identity;  // identity -> object before
  for (const auto& [object, holder] : held_before) {
    by_identity.emplace(subject.before.store().object(object).identity, object);
  }
  for (const auto& [object, holder] : held_after) {
    if (held_before.contains(object)) continue;
    const auto was =
        by_identity.find(subject.after.store().object(object).identity);
    if (was == by_identity.end()) continue;
    if (!is_mutated(subject, was->second, object)) continue;
    Finding finding = finding_at(subject, "alias-mutated", holder.node);
    finding.key = subject.after.text(holder.key);
    finding.expected =
        quote(subject.before, subject.before.store().object(was->second).value);
    finding.got =
        quote(subject.after, subject.after.store().object(object).value);
    findings.push_back(std::move(finding));
  }
}

}  // namespace metagate
