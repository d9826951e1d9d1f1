#include "harness/mutants/structural_plants.h"

#include <algorithm>

#include "harness/mutants/lowered_draft.h"
#include "ir/delegates.h"
#include "ir/users.h"

namespace metagate {
namespace {

class Finder {
 public:
  Finder(const Program& before, const Program& after, std::uint64_t seed)
      : after_(after),
        draft_(after),
        users_(after),
        delegates_(new_delegates(before, draft_)),
        seed_(seed),
        is_inside_(after.graphs().size()),
        is_machinery_(after.nodes().size()) {}

  std::vector<Plant> run() {
    look_at_delegates();
    for (std::size_t i = 0; i < after_.nodes().size(); ++i) {
      plant_gone(NodeId(i));
      plant_rewired(NodeId(i));
      plant_change(NodeId(i));
    }
    plant_at_getitems();
    for (std::size_t g = 0; g < after_.graphs().size(); ++g) {
      plant_entries(GraphId(g));
    }
    return std::move(plants_);
  }

 private:
  void look_at_delegates() {
    const auto mark = [&](GraphId id, auto&& again) -> void {
      is_inside_[id.index()] = true;
      for (const Module& module : after_.graph(id).modules) {
        if (module.graph) again(module.graph, again);
      }
    };
    for (const Delegate& delegate : delegates_of(after_)) {
      mark(delegate.lowered, mark);
    }
    for (const DraftDelegate& delegate : delegates_) {
      is_machinery_[delegate.call.index()] = true;
      is_machinery_[delegate.get_attr.index()] = true;
      for (const NodeId id : delegate.getitems) {
        is_machinery_[id.index()] = true;
      }
    }
  }

  // Does no other node of its graph do the same with the same operands, before
  // or after it takes `in_place` of an operand?
  bool is_one_of_a_kind(NodeId id) const {
    const Node& node = after_.node(id);
    const auto same = [&](const Node& other) {
      return other.op == node.op && other.target == node.target;
    };
    const auto nodes = after_.nodes_of(node.graph);
    return std::count_if(nodes.begin(), nodes.end(), same) == 1;
  }

  // A node is gone, and its users take what it took.
  void plant_gone(NodeId id) {
    const Node& node = after_.node(id);
    if (node.op != Op::call_function || is_machinery_[id.index()]) return;
    if (is_getitem(after_, id) || is_delegate_call(after_, id)) return;
    if (!is_one_of_a_kind(id)) return;
    const auto uses = users_.of(id);
    const auto operands = after_.operands(id);
    const bool is_bare = operands.empty() ||
                         after_.node(operands[0]).op == Op::get_attr ||
                         is_delegate_call(after_, operands[0]);
    if (is_bare && !uses.empty()) return;
    if (std::any_of(uses.begin(), uses.end(), [&](const Use& use) {
          return is_getitem(after_, use.user);
        })) {
      return;
    }
    add({.kind = PlantKind::node_gone,
         .node = id,
         .other = uses.empty() ? NodeId{} : operands[0],
         .rule = is_inside_[node.graph.index()] ? "inside-vanished"
                                                : "outside-vanished"});
  }

  // One operand is another node of the graph.
  void plant_rewired(NodeId id) {
    const Node& node = after_.node(id);
    if (node.op == Op::get_attr || node.op == Op::placeholder) return;
    if (is_getitem(after_, id)) return;
    const auto operands = after_.operands(id);
    const bool is_call = is_delegate_call(after_, id);
    for (std::uint32_t i = is_call ? 1 : 0; i < operands.size(); ++i) {
      if (after_.node(operands[i]).op == Op::get_attr) continue;
      const NodeId other = another(id, operands[i]);
      if (other.is_none()) continue;
      add({.kind = PlantKind::operand_rewired,
           .node = id,
           .other = other,
           .position = i,
           .rule = "shape-args"});
      // What is returned to an unused getitem is known by its `val` alone.
      const bool is_witnessed =
          !is_inside_[node.graph.index()] ||
          (after_.value(id, known::val) && differ_in_val(operands[i], other));
      if (node.op == Op::output && is_witnessed &&
          has_entry(node.graph, i, operands)) {
        add({.kind = PlantKind::returned_rewired,
             .node = id,
             .other = other,
             .position = i,
             .rule = "shape-args"});
      }
    }
  }

  bool differ_in_val(NodeId x, NodeId y) const {
    const ValueId of_x = after_.value(x, known::val);
    const ValueId of_y = after_.value(y, known::val);
    const Store& store = after_.store();
    return of_x && of_y && store.facts(of_x).hash != store.facts(of_y).hash;
  }

  // Does the signature name what is returned, in its place?
  bool has_entry(GraphId graph, std::uint32_t position,
                 std::span<const NodeId> returned) const {
    const auto& signature = after_.graph(graph).signature;
    return signature && signature->outputs.size() == returned.size() &&
           signature->outputs[position].arg == returned[position];
  }

  // A node before `user` that can stand where `operand` stands; none where
  // there is none.
  NodeId another(NodeId user, NodeId operand) {
    const Range range = after_.graph(after_.node(user).graph).nodes;
    std::vector<NodeId> found;
    for (std::uint32_t i = range.first; i < user.index(); ++i) {
      const NodeId id(i);
      if (id == operand || after_.node(id).op == Op::get_attr) continue;
      if (is_delegate_call(after_, id)) continue;
      found.push_back(id);
    }
    if (found.empty()) return {};
    return found[(seed_ + user.index()) % found.size()];
  }

  // Another argument; the node twice.
  void plant_change(NodeId id) {
    const Node& node = after_.node(id);
    if (node.op != Op::call_function || is_machinery_[id.index()]) return;
    if (is_getitem(after_, id) || is_delegate_call(after_, id)) return;
    add({.kind = PlantKind::argument_changed,
         .node = id,
         .rule = "shape-args"});
    add({.kind = PlantKind::node_added,
         .node = id,
         .rule = is_inside_[node.graph.index()] ? "inside-appeared"
                                                : "outside-appeared"});
  }

  // Two getitems read what the other should; one is gone.
  void plant_at_getitems() {
    for (const DraftDelegate& delegate : delegates_) {
      for (const NodeId getitem : delegate.getitems) {
        if (!users_.of(getitem).empty()) continue;
        add({.kind = PlantKind::getitem_gone,
             .node = delegate.call,
             .other = getitem,
             .rule = "shape-index"});
      }
      for (std::size_t i = 1; i < delegate.getitems.size(); ++i) {
        add({.kind = PlantKind::indices_exchanged,
             .node = delegate.getitems[i],
             .other = delegate.getitems[i - 1],
             .rule = "shape-index"});
      }
    }
  }

  void plant_entries(GraphId graph) {
    const auto& signature = after_.graph(graph).signature;
    if (!signature) return;
    for (std::uint32_t i = 0; i < signature->outputs.size(); ++i) {
      add({.kind = PlantKind::output_target_changed,
           .graph = graph,
           .position = i,
           .rule = "shape-signature"});
      if (const NodeId other = first_vertex(graph, signature->outputs[i].arg)) {
        add({.kind = PlantKind::output_arg_changed,
             .other = other,
             .graph = graph,
             .position = i,
             .rule = "shape-signature"});
      }
      add({.kind = PlantKind::output_kind_changed,
           .graph = graph,
           .position = i,
           .rule = "shape-signature"});
    }
    for (std::uint32_t i = 0; i < signature->inputs.size(); ++i) {
      add({.kind = PlantKind::input_kind_changed,
           .graph = graph,
           .position = i,
           .rule = "shape-signature"});
      add({.kind = PlantKind::input_target_changed,
           .graph = graph,
           .position = i,
           .rule = "shape-signature"});
      for (std::uint32_t j = 0; j < signature->inputs.size(); ++j) {
        if (signature->inputs[j].arg == signature->inputs[i].arg) continue;
        add({.kind = PlantKind::input_arg_changed,
             .other = signature->inputs[j].arg,
             .graph = graph,
             .position = i,
             .rule = "shape-signature"});
        break;
      }
    }
  }

  // The first node of a graph that could be returned, and is not `returned`.
  NodeId first_vertex(GraphId graph, NodeId returned) const {
    const Range range = after_.graph(graph).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const Op op = after_.node(NodeId(i)).op;
      if (op == Op::get_attr || op == Op::output || NodeId(i) == returned) {
        continue;
      }
      return NodeId(i);
    }
    return {};
  }

  void add(const Plant& plant) { plants_.push_back(plant); }

  const Program& after_;
  const Draft draft_;
  const Users users_;
  const std::vector<DraftDelegate> delegates_;
  const std::uint64_t seed_;
  std::vector<bool> is_inside_;     // by graph
  std::vector<bool> is_machinery_;  // by node: made for a delegate
  std::vector<Plant> plants_;
};

}  // namespace

std::vector<Plant> structural_plants_of(const Program& before,
                                        const Program& after,
                                        std::uint64_t seed) {
  return Finder(before, after, seed).run();
}

}  // namespace metagate
