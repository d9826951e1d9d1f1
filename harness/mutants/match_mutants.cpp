// What leaves graphs, delegates or nodes without one certain counterpart.
#include <algorithm>
#include <string>

#include "harness/mutants/lowered_draft.h"
#include "harness/mutants/mutants.h"

namespace metagate {
namespace {

// What `split_module` made for a partition stays, though nobody names it.
void submodule_is_left_over(const Program& before, Draft& after) {
  const std::vector<DraftDelegate> delegates = new_delegates(before, after);
  if (delegates.empty()) return;
  const DraftGraph lowered = after.at(delegates[0].lowered);
  const GraphId left(after.graphs.size());
  after.graphs.push_back({.name = after.store().intern("main.submodule_0"),
                          .nodes = {},
                          .modules = lowered.modules,
                          .signature = {}});
  std::vector<NodeId> copies(after.nodes.size());
  for (const NodeId id : lowered.nodes) {
    DraftNode copy = after.at(id);
    for (NodeId& operand : copy.operands) operand = copies[operand.index()];
    copies[id.index()] = after.insert(left, {}, std::move(copy));
  }
}

// The first name with this prefix that no graph has.
Symbol free_graph_name(Draft& draft, const std::string& prefix) {
  for (std::size_t n = 0;; ++n) {
    const Symbol name = draft.store().intern(prefix + std::to_string(n));
    const auto has_it = [&](const DraftGraph& graph) {
      return graph.name == name;
    };
    if (std::none_of(draft.graphs.begin(), draft.graphs.end(), has_it)) {
      return name;
    }
  }
}

// A delegate of which nothing was there before.
void delegate_is_made_up(const Program& before, Draft& after) {
  const std::vector<DraftDelegate> delegates = new_delegates(before, after);
  if (delegates.empty()) return;
  const DraftDelegate& like = delegates.front();
  Store& store = after.store();
  const ValueId none =
      store.add(sequence_tree(Tag::list, {{.tag = Tag::list}}));
  const GraphId lowered(after.graphs.size());
  const Symbol name = free_graph_name(after, "made_up_");
  after.graphs.push_back(
      {.name = name, .nodes = {}, .modules = {}, .signature = Signature{}});
  after.insert(lowered, {},
               {.name = store.intern("made_up"),
                .target = store.intern("aten.full.default"),
                .args = none,
                .kwargs = {},
                .operands = {},
                .meta = {},
                .graph = {}});
  DraftNode output = after.at(output_of(after, like.lowered));
  output.operands.clear();
  output.args = none;
  after.insert(lowered, {}, std::move(output));
  after.at(like.outer)
      .modules.push_back({.name = name,
                          .kind = ModuleKind::lowered,
                          .backend = store.intern("reference"),
                          .graph = lowered});
  const NodeId end = output_of(after, like.outer);
  DraftNode attribute = after.at(like.get_attr);
  attribute.name = attribute.target = name;
  const NodeId made = after.insert(like.outer, end, std::move(attribute));
  DraftNode call = after.at(like.call);
  call.name = store.intern(std::string(store.text(name)) + "_call");
  call.operands = {made};
  call.args = store.add(sequence_tree(Tag::list, {operand_tree(0)}));
  const NodeId id = after.insert(like.outer, end, std::move(call));
  after.set(id, known::val, store.add({.tag = Tag::list}));
  after.set(id, known::debug_handle,
            store.add_integer(7000000 +
                              static_cast<std::int64_t>(after.graphs.size())));
}

bool is_used(const Draft& after, NodeId call) {
  for (const NodeId user : users_of(after, call)) {
    if (!users_of(after, user).empty()) return true;
  }
  return false;
}

// Dead code elimination takes the call of an earlier round with it, in a graph
// where nothing was delegated this time.
void unused_delegate_goes(const Program& before, Draft& after) {
  const std::vector<DraftDelegate> made = new_delegates(before, after);
  for (const NodeId call : delegate_calls(after)) {
    const bool has_new =
        std::any_of(made.begin(), made.end(), [&](const DraftDelegate& one) {
          return one.outer == after.at(call).graph;
        });
    if (has_new || is_used(after, call)) continue;
    for (const NodeId getitem : users_of(after, call)) after.erase(getitem);
    const NodeId attribute = after.at(call).operands[0];
    after.erase(call);
    after.erase(attribute);
    return after.erase_unused_graphs();
  }
}

bool do_the_same(const DraftNode& a, const DraftNode& b, const Store& store) {
  const auto same = [&](ValueId x, ValueId y) {
    if (x.is_none() || y.is_none()) return x.is_none() == y.is_none();
    return store.facts(x).hash == store.facts(y).hash;
  };
  return a.graph == b.graph && a.op == b.op && a.target == b.target &&
         a.operands == b.operands && same(a.args, b.args) &&
         same(a.kwargs, b.kwargs);
}

// Two calls that compute the same become one, and it gets a name of its own.
template <class May>
void fold_twins(Draft& after, const May& may) {
  const std::vector<NodeId> calls = outside_calls(after);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    for (std::size_t k = i + 1; k < calls.size(); ++k) {
      if (!may(calls[i]) || !may(calls[k])) continue;
      if (!do_the_same(after.at(calls[i]), after.at(calls[k]), after.store())) {
        continue;
      }
      after.replace(calls[k], calls[i]);
      after.erase(calls[k]);
      after.at(calls[i]).name = after.store().intern("folded");
      return;
    }
  }
}

void equal_nodes_are_folded(const Program&, Draft& after) {
  fold_twins(after, [](NodeId) { return true; });
}

void unused_twins_are_folded(const Program&, Draft& after) {
  fold_twins(after, [&](NodeId node) { return users_of(after, node).empty(); });
}

const Mutant table[] = {
    {"submodule_is_left_over", "notes 1.2",
     "the graph that a partition was split into stays beside the delegate",
     "match-none", "", "default", nullptr, submodule_is_left_over},
    {"delegate_is_made_up", "notes E17",
     "there is a delegate of which nothing was there before", "match-none", "",
     "default", nullptr, delegate_is_made_up},
    {"unused_delegate_goes", "pytorch #175203",
     "a delegate of an earlier round that nobody uses is gone", "match-none",
     "law-round", "rounds", nullptr, unused_delegate_goes},
    {"equal_nodes_are_folded", "notes 1.7",
     "two nodes outside that do the same become one of another name",
     "outside-vanished",
     "match-ambiguous outside-lost outside-changed outside-leaked", "twins",
     nullptr, equal_nodes_are_folded},
    {"unused_twins_are_folded", "notes 1.7",
     "of two nodes that do the same, and that nobody uses, one is gone and the "
     "other renamed",
     "match-ambiguous", "", "twins", nullptr, unused_twins_are_folded},
};

}  // namespace

std::span<const Mutant> match_mutants() {
  return table;
}

}  // namespace metagate
