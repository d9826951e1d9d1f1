#include "harness/mutants/plant.h"

#include <algorithm>

#include "harness/mutants/lowered_draft.h"
#include "lower/meta_keys.h"

namespace metagate {
namespace {

class Finder {
 public:
  Finder(const Program& before, const Program& after)
      : after_(after),
        draft_(after),
        delegates_(new_delegates(before, draft_)),
        family_(after.nodes().size()) {}

  std::vector<Plant> run() {
    find_families();
    for (std::size_t i = 0; i < family_.size(); ++i) {
      if (family_[i] != nullptr) plant_keys(NodeId(i));
    }
    plant_at_delegates();
    plant_in_signature();
    return std::move(plants_);
  }

 private:
  // The rules of a node: "outside-", "getitem-", "inside-".
  struct Family {
    std::string_view lost;
    std::string_view changed;
    std::string_view leaked;
  };

  void find_families() {
    static constexpr Family outside = {"outside-lost", "outside-changed",
                                       "outside-leaked"};
    static constexpr Family getitem = {"getitem-lost", "getitem-changed",
                                       "getitem-leaked"};
    static constexpr Family inside = {"inside-lost", "inside-changed",
                                      "inside-leaked"};
    std::vector<bool> is_inside(after_.graphs().size());
    const auto mark = [&](GraphId id, auto&& again) -> void {
      is_inside[id.index()] = true;
      for (const Module& module : after_.graph(id).modules) {
        if (module.graph) again(module.graph, again);
      }
    };
    for (const DraftDelegate& delegate : delegates_) {
      mark(delegate.lowered, mark);
    }
    for (std::size_t i = 0; i < family_.size(); ++i) {
      const Node& node = after_.node(NodeId(i));
      if (node.op == Op::output) continue;
      family_[i] = is_inside[node.graph.index()] ? &inside : &outside;
    }
    for (const DraftDelegate& delegate : delegates_) {
      family_[delegate.call.index()] = nullptr;
      family_[delegate.get_attr.index()] = nullptr;
      for (const NodeId id : delegate.getitems) family_[id.index()] = &getitem;
    }
  }

  void plant_keys(NodeId id) {
    const Family& family = *family_[id.index()];
    const bool is_placeholder = after_.node(id).op == Op::placeholder;
    for (const MetaEntry& entry : after_.meta(id)) {
      if (entry.key == known::delegation_tag) continue;
      // An input inside may have them, or not.
      if (is_placeholder && is_source_tracking(entry.key)) continue;
      add({.kind = PlantKind::key_lost,
           .node = id,
           .key = entry.key,
           .rule = family.lost});
      add({.kind = PlantKind::key_changed,
           .node = id,
           .key = entry.key,
           .rule = family.changed});
      plant_swap(id, entry, family);
    }
    add({.kind = PlantKind::key_leaked, .node = id, .rule = family.leaked});
    const NodeId next(id.index() + 1);
    if (next.index() < family_.size() && family_[next.index()] != nullptr &&
        after_.node(next).graph == after_.node(id).graph) {
      add({.kind = PlantKind::dict_shared,
           .node = id,
           .other = next,
           .rule = "alias-shared"});
    }
  }

  // With the next node of the same kind that has another value there.
  void plant_swap(NodeId id, const MetaEntry& entry, const Family& family) {
    for (std::size_t i = id.index() + 1; i < family_.size(); ++i) {
      if (family_[i] != &family) continue;
      const NodeId other(i);
      const ValueId value = after_.value(other, entry.key);
      const bool is_equal =
          value.is_none() || after_.store().facts(value).hash ==
                                 after_.store().facts(entry.value).hash;
      if (is_equal || after_.node(other).op == Op::placeholder) continue;
      add({.kind = PlantKind::key_swapped,
           .node = id,
           .key = entry.key,
           .other = other,
           .rule = family.changed});
      return;
    }
  }

  void plant_at_delegates() {
    for (const DraftDelegate& delegate : delegates_) {
      add({.kind = PlantKind::key_lost,
           .node = delegate.call,
           .key = known::debug_handle,
           .rule = "delegate-lost"});
      plant_val(delegate);
      for (std::size_t i = 1; i < delegate.getitems.size(); ++i) {
        add({.kind = PlantKind::index_repeated,
             .node = delegate.getitems[i],
             .other = delegate.getitems[i - 1],
             .rule = "shape-duplicated"});
      }
    }
    for (const DraftDelegate& delegate : delegates_) plant_handle(delegate);
    for (std::size_t i = 1; i < delegates_.size(); ++i) {
      // Told at the first of the two.
      add({.kind = PlantKind::handle_repeated,
           .node = delegates_[0].call,
           .key = known::debug_handle,
           .other = delegates_[i].call,
           .rule = "delegate-duplicated"});
    }
  }

  // The handle of a node that is judged by its handle.
  void plant_handle(const DraftDelegate& delegate) {
    for (std::size_t i = 0; i < family_.size(); ++i) {
      const NodeId other((i + delegate.call.index()) % family_.size());
      const Node& node = after_.node(other);
      const bool counts = family_[other.index()] != nullptr &&
                          node.op != Op::placeholder &&
                          node.target != known::getitem;
      if (!counts || !after_.value(other, known::debug_handle)) continue;
      add({.kind = PlantKind::handle_taken,
           .node = delegate.call,
           .key = known::debug_handle,
           .other = other,
           .rule = "delegate-duplicated"});
      return;
    }
  }

  // Where no output has a `val`, nobody knows what the call's has to be.
  void plant_val(const DraftDelegate& delegate) {
    const bool is_known = std::all_of(
        delegate.getitems.begin(), delegate.getitems.end(),
        [&](NodeId id) { return bool(after_.value(id, known::val)); });
    if (!is_known || delegate.getitems.empty()) return;
    const NodeId call = delegate.call;
    add({.kind = PlantKind::key_lost,
         .node = call,
         .key = known::val,
         .rule = "delegate-lost"});
    add({.kind = PlantKind::key_changed,
         .node = call,
         .key = known::val,
         .rule = "delegate-changed"});
  }

  void plant_in_signature() {
    const auto& signature = after_.graph(GraphId(0)).signature;
    if (!signature || signature->outputs.empty()) return;
    add({.kind = PlantKind::entry_lost, .rule = "shape-signature"});
  }

  void add(const Plant& plant) { plants_.push_back(plant); }

  const Program& after_;
  const Draft draft_;
  const std::vector<DraftDelegate> delegates_;
  std::vector<const Family*> family_;  // by node; none where it is not judged
  std::vector<Plant> plants_;
};

// The kwargs of a node with one more.
ValueId with_planted(Draft& draft, NodeId node) {
  Store& store = draft.store();
  const ValueId kwargs = draft.at(node).kwargs;
  Tree tree = kwargs ? store.tree(kwargs) : Tree{.tag = Tag::dict};
  tree.items.push_back({.name = "planted", .value = integer_tree(1)});
  return store.add(tree);
}

}  // namespace

std::vector<Plant> plants_of(const Program& before, const Program& after) {
  return Finder(before, after).run();
}

bool is_mutual(PlantKind kind) {
  return kind == PlantKind::key_swapped || kind == PlantKind::indices_exchanged;
}

Program planted(const Program& after, const Plant& plant) {
  Draft draft(after);
  switch (plant.kind) {
    case PlantKind::key_lost:
      draft.remove(plant.node, plant.key);
      break;
    case PlantKind::key_changed:
      draft.set(plant.node, plant.key, draft.store().add_text("planted"));
      break;
    case PlantKind::key_leaked:
      draft.set(plant.node, draft.store().intern("planted"),
                draft.store().add_integer(1));
      break;
    case PlantKind::dict_shared:
      // Equal dicts, so that sharing is all that is wrong.
      draft.at(plant.other).meta = draft.at(plant.node).meta;
      break;
    case PlantKind::handle_repeated:
      draft.set(plant.other, plant.key, *draft.find(plant.node, plant.key));
      break;
    case PlantKind::handle_taken:
      draft.set(plant.node, plant.key, *draft.find(plant.other, plant.key));
      break;
    case PlantKind::index_repeated:
      draft.at(plant.node).args = draft.at(plant.other).args;
      break;
    case PlantKind::entry_lost:
      draft.at(GraphId(0)).signature->outputs.pop_back();
      break;
    case PlantKind::key_swapped:
      std::swap(*draft.find(plant.node, plant.key),
                *draft.find(plant.other, plant.key));
      break;
    case PlantKind::node_gone:
      if (plant.other) draft.replace(plant.node, plant.other);
      draft.erase(plant.node);
      break;
    case PlantKind::operand_rewired:
      draft.at(plant.node).operands[plant.position] = plant.other;
      break;
    case PlantKind::returned_rewired: {
      NodeId& operand = draft.at(plant.node).operands[plant.position];
      auto& outputs = draft.at(draft.at(plant.node).graph).signature->outputs;
      outputs[plant.position].arg = operand = plant.other;
      break;
    }
    case PlantKind::argument_changed:
      draft.at(plant.node).kwargs = with_planted(draft, plant.node);
      break;
    case PlantKind::getitem_gone:
      draft.erase(plant.other);
      break;
    case PlantKind::node_added: {
      DraftNode copy = draft.at(plant.node);
      copy.name = draft.store().intern("planted");
      draft.insert(copy.graph, draft.at(copy.graph).nodes.back(), copy);
      break;
    }
    case PlantKind::indices_exchanged:
      std::swap(draft.at(plant.node).args, draft.at(plant.other).args);
      break;
    case PlantKind::output_kind_changed: {
      OutputKind& kind =
          draft.at(plant.graph).signature->outputs[plant.position].kind;
      kind = kind == OutputKind::loss_output ? OutputKind::user_output
                                             : OutputKind::loss_output;
      break;
    }
    case PlantKind::output_target_changed:
      draft.at(plant.graph).signature->outputs[plant.position].target =
          draft.store().intern("planted");
      break;
    case PlantKind::output_arg_changed:
      draft.at(plant.graph).signature->outputs[plant.position].arg =
          plant.other;
      break;
    case PlantKind::input_kind_changed: {
      InputKind& kind =
          draft.at(plant.graph).signature->inputs[plant.position].kind;
      kind = kind == InputKind::parameter ? InputKind::buffer
                                          : InputKind::parameter;
      break;
    }
    case PlantKind::input_target_changed:
      draft.at(plant.graph).signature->inputs[plant.position].target =
          draft.store().intern("planted");
      break;
    case PlantKind::input_arg_changed:
      draft.at(plant.graph).signature->inputs[plant.position].arg = plant.other;
      break;
  }
  return draft.build();
}

}  // namespace metagate
