// What goes wrong with nodes that are in no delegate.
#include <algorithm>

#include "harness/mutants/lowered_draft.h"
#include "harness/mutants/mutants.h"

namespace metagate {
namespace {

// Calls outside that read a getitem of a new delegate.
std::vector<NodeId> consumers(const Program& before, const Draft& after) {
  std::vector<NodeId> found;
  for (const DraftDelegate& delegate : new_delegates(before, after)) {
    for (const NodeId getitem : delegate.getitems) {
      for (const NodeId user : users_of(after, getitem)) {
        const DraftNode& node = after.at(user);
        if (node.op != Op::output && node.target != known::call_delegate) {
          found.push_back(user);
        }
      }
    }
  }
  return found;
}

void consumer_loses_source_keys(const Program& before, Draft& after) {
  for (const NodeId id : consumers(before, after)) {
    after.remove(id, known::nn_module_stack);
    after.remove(id, known::source_fn_stack);
  }
}

void consumer_gets_a_key(const Program& before, Draft& after) {
  const Symbol key = after.store().intern("spec_prop");
  for (const NodeId id : consumers(before, after)) {
    after.set(id, key, after.store().add_integer(1));
  }
}

void outside_loses_val(const Program&, Draft& after) {
  for (const NodeId id : outside_calls(after)) after.remove(id, known::val);
}

void outside_is_retraced(const Program&, Draft& after) {
  for (const NodeId id : outside_calls(after)) {
    if (ValueId* const val = after.find(id, known::val)) {
      *val = after.store().add_text("retraced");
    }
  }
}

void nested_outside_is_bare(const Program&, Draft& after) {
  for (const NodeId id : outside_calls(after)) {
    if (after.at(id).graph != GraphId(0)) after.meta_of(id).clear();
  }
}

// The next node's `val`: an index that is off by one.
void outside_vals_shift(const Program&, Draft& after) {
  const std::vector<NodeId> calls = outside_calls(after);
  for (std::size_t i = 0; i + 1 < calls.size(); ++i) {
    ValueId* const here = after.find(calls[i], known::val);
    const ValueId* const next = after.find(calls[i + 1], known::val);
    if (here != nullptr && next != nullptr) *here = *next;
  }
}

void inputs_lose_handles_and_notes(const Program&, Draft& after) {
  for (const NodeId id : after.at(GraphId(0)).nodes) {
    if (after.at(id).op != Op::placeholder) continue;
    std::erase_if(after.meta_of(id), [](const MetaEntry& entry) {
      return entry.key != known::val;
    });
  }
}

void tags_are_left(const Program& before, Draft& after) {
  // Names stay outside: that is where a tag can be put back.
  for (std::size_t i = 0; i < before.nodes().size(); ++i) {
    const ValueId tag = before.value(NodeId(i), known::delegation_tag);
    if (tag.is_none() || before.node(NodeId(i)).op == Op::output) continue;
    for (const NodeId id : outside_calls(after)) {
      const DraftNode& node = after.at(id);
      if (node.name == before.node(NodeId(i)).name &&
          node.graph == before.node(NodeId(i)).graph) {
        after.set(id, known::delegation_tag, tag);
      }
    }
  }
}

void transient_keys_are_left(const Program& before, Draft& after) {
  const Symbol match = after.store().find("match");
  if (match.is_none()) return;
  for (std::size_t i = 0; i < before.nodes().size(); ++i) {
    const ValueId value = before.value(NodeId(i), match);
    if (value.is_none()) continue;
    for (const NodeId id : outside_calls(after)) {
      if (after.at(id).name == before.node(NodeId(i)).name &&
          after.at(id).graph == before.node(NodeId(i)).graph) {
        after.set(id, match, value);
      }
    }
  }
}

void dead_code_goes(const Program&, Draft& after) {
  for (const NodeId id : outside_calls(after)) {
    if (users_of(after, id).empty()) return after.erase(id);
  }
}

void a_node_is_doubled(const Program&, Draft& after) {
  for (const NodeId id : outside_calls(after)) {
    if (after.at(id).operands.empty()) continue;
    DraftNode copy = after.at(id);
    copy.name = after.store().intern("doubled");
    copy.target = after.store().intern("dim_order_ops._clone.default");
    copy.operands.resize(1);
    copy.args = after.store().add(sequence_tree(Tag::list, {operand_tree(0)}));
    copy.kwargs = {};
    after.insert(after.at(id).graph, id, copy);
    return;
  }
}

void outside_nodes_share(const Program&, Draft& after) {
  const std::vector<NodeId> calls = outside_calls(after);
  if (calls.size() > 1) after.at(calls[1]).meta = after.at(calls[0]).meta;
}

// The value of an object is changed, in place, for all that hold it.
void object_is_mutated(const Program& before, Draft& after) {
  const auto is_held = [&](ObjectId object) {
    for (std::size_t i = 0; i < before.nodes().size(); ++i) {
      for (const MetaEntry& entry : before.meta(NodeId(i))) {
        const Tree tree = before.store().tree(entry.value);
        if (tree.tag == Tag::object && ObjectId(tree.index) == object) {
          return true;
        }
      }
    }
    return false;
  };
  for (std::size_t i = 0; i < before.store().object_count(); ++i) {
    const ObjectId old(i);
    if (!is_held(old)) continue;
    Store& store = after.store();
    const ObjectId made = store.declare_objects(1);
    const ValueId value = store.add_text("mutated");
    store.define_object(made, value, store.facts(value));
    store.set_identity(made, before.store().object(old).identity);
    const ValueId refers =
        store.add({.tag = Tag::object, .index = made.index()});
    for (DraftMeta& meta : after.metas) {
      for (MetaEntry& entry : meta.entries) {
        const Tree tree = store.tree(entry.value);
        if (tree.tag == Tag::object && ObjectId(tree.index) == old) {
          entry.value = refers;
        }
      }
    }
    return;
  }
}

constexpr std::string_view lost = "outside-lost";
constexpr std::string_view changed = "outside-changed";

const Mutant table[] = {
    {"consumer_loses_source_keys", "notes E4",
     "the keys are popped from the users of a delegate", lost, "", "default",
     nullptr, consumer_loses_source_keys},
    {"consumer_gets_a_key", "notes 1.7",
     "users of a delegate get a key of a later pass", "outside-leaked", "",
     "default", nullptr, consumer_gets_a_key},
    {"outside_loses_val", "notes 3.1", "nodes outside have no `val`", lost, "",
     "default", nullptr, outside_loses_val},
    {"outside_is_retraced", "notes 1.7", "`val` outside is made anew", changed,
     "", "default", nullptr, outside_is_retraced},
    {"nested_outside_is_bare", "notes E22",
     "nodes of bodies that are in no partition lose all", lost, "", "nested",
     nullptr, nested_outside_is_bare},
    {"outside_vals_shift", "notes 7.1",
     "nodes outside have the `val` of the next one", changed, "", "default",
     nullptr, outside_vals_shift},
    {"inputs_are_bare", "notes E21", "inputs of the program keep `val` alone",
     lost, "", "default", nullptr, inputs_lose_handles_and_notes},
    {"tags_are_left", "#9435", "tags of None and stale ones stay outside",
     "transient-left", "", "default", nullptr, tags_are_left},
    {"match_is_left", "notes 3.2",
     "`match` stays where the partitioner filtered the node out",
     "transient-left", "", "default", nullptr, transient_keys_are_left},
    {"dead_code_goes", "notes E17", "a node that nobody uses is gone",
     "outside-vanished", "", "default", nullptr, dead_code_goes},
    {"a_node_is_doubled", "notes 1.7", "a pass puts a node in",
     "outside-appeared", "", "default", nullptr, a_node_is_doubled},
    {"outside_nodes_share_a_dict", "notes E11",
     "two nodes outside share one dict", "alias-shared", "", "default", nullptr,
     outside_nodes_share},
    {"object_is_mutated", "notes E12",
     "an object that the caller holds has another value", "alias-mutated", "",
     "objects", nullptr, object_is_mutated},
};

}  // namespace

std::span<const Mutant> outside_mutants() {
  return table;
}

}  // namespace metagate
