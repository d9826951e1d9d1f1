#include "harness/reduce/cut.h"

#include <algorithm>

namespace metagate {
namespace {

// A skeleton without one operand: out of a list it is taken, elsewhere null
// stands in its place. Later operands count one less.
void remove_operand(Tree& tree, std::uint32_t position) {
  std::erase_if(tree.items, [&](const Item& item) {
    return item.name.empty() && item.value.tag == Tag::operand &&
           item.value.index == position;
  });
  for (Item& item : tree.items) {
    if (item.value.tag == Tag::operand) {
      if (item.value.index == position) {
        item.value = null_tree();
      } else if (item.value.index > position) {
        --item.value.index;
      }
    } else {
      remove_operand(item.value, position);
    }
  }
}

ValueId without_operand(Draft& draft, ValueId skeleton,
                        std::uint32_t position) {
  if (skeleton.is_none()) return skeleton;
  Tree tree = draft.store().tree(skeleton);
  remove_operand(tree, position);
  return draft.store().add(std::move(tree));
}

class Cutter {
 public:
  Cutter(Draft& draft, const std::vector<Fate>& fates)
      : draft_(draft),
        fates_(fates),
        is_list_(draft.nodes.size()),
        place_(draft.nodes.size()),
        doomed_(draft.nodes.size()) {}

  void run(bool keeps_returned) {
    for (std::size_t g = 0; g < draft_.graphs.size(); ++g) {
      find_lists(GraphId(g));
      for (const NodeId id : draft_.graphs[g].nodes) settle(id);
    }
    for (std::size_t g = 0; g < draft_.graphs.size(); ++g) {
      rewire(GraphId(g), keeps_returned);
    }
    draft_.erase(doomed_);
    for (const NodeId id : new_inputs_) make_input(id);
  }

 private:
  void find_lists(GraphId graph) {
    for (const NodeId id : draft_.at(graph).nodes) {
      const DraftNode& node = draft_.at(id);
      if (node.target == known::getitem && node.operands.size() == 1) {
        is_list_[node.operands[0].index()] = true;
      }
      if (node.target == known::call_delegate) is_list_[id.index()] = true;
    }
  }

  // Decides what stands in the place of a node; its operands are settled.
  void settle(NodeId id) {
    DraftNode& node = draft_.at(id);
    const bool reads_lost_list = node.target == known::getitem &&
                                 node.operands.size() == 1 &&
                                 doomed_[node.operands[0].index()];
    const Fate fate = fates_[id.index()];
    if (node.op == Op::output || node.op == Op::placeholder ||
        (fate == Fate::stays && !reads_lost_list)) {
      place_[id.index()] = id;
      return;
    }
    if (fate == Fate::to_input && !is_list_[id.index()] &&
        node.graph == GraphId(0)) {
      place_[id.index()] = id;
      new_inputs_.push_back(id);
      return;
    }
    NodeId stand_in;
    if (fate != Fate::to_input || reads_lost_list) stand_in = first_value(node);
    // Bodies and lowered graphs cannot get more inputs: they have to make do
    // with the first.
    if (stand_in.is_none() && node.graph != GraphId(0)) {
      stand_in = first_input(node.graph);
    }
    if (stand_in.is_none() && !is_list_[id.index()] &&
        node.op != Op::get_attr) {
      place_[id.index()] = id;
      new_inputs_.push_back(id);
      return;
    }
    place_[id.index()] = stand_in;
    doomed_[id.index()] = true;
  }

  [[nodiscard]] NodeId first_input(GraphId graph) const {
    const NodeId first = draft_.at(graph).nodes.front();
    return draft_.at(first).op == Op::placeholder ? first : NodeId{};
  }

  // What a node takes first, of what can stand for a value.
  [[nodiscard]] NodeId first_value(const DraftNode& node) const {
    for (const NodeId operand : node.operands) {
      if (draft_.at(operand).op == Op::get_attr) continue;
      const NodeId place = place_[operand.index()];
      if (place && !is_list_[place.index()]) return place;
    }
    // A list stands for nothing: take what it took.
    for (const NodeId operand : node.operands) {
      if (!is_list_[operand.index()] || doomed_[operand.index()]) continue;
      const NodeId place = first_value(draft_.at(operand));
      if (place) return place;
    }
    return {};
  }

  void rewire(GraphId graph, bool keeps_returned) {
    for (const NodeId id : draft_.at(graph).nodes) {
      if (doomed_[id.index()]) continue;
      DraftNode& node = draft_.at(id);
      if (node.op == Op::output && !keeps_returned && graph == GraphId(0)) {
        for (std::size_t i = node.operands.size(); i-- > 0;) {
          const NodeId operand = node.operands[i];
          const bool is_gone = doomed_[operand.index()] ||
                               fates_[operand.index()] == Fate::to_input;
          if (is_gone) {
            drop_returned(draft_, graph, static_cast<std::uint32_t>(i));
          }
        }
      }
      for (NodeId& operand : node.operands) {
        if (place_[operand.index()]) operand = place_[operand.index()];
      }
    }
    if (!draft_.at(graph).signature) return;
    for (OutputSpec& spec : draft_.at(graph).signature->outputs) {
      if (spec.arg && place_[spec.arg.index()]) {
        spec.arg = place_[spec.arg.index()];
      }
    }
  }

  // In a body without inputs the node takes nothing any more, and stays.
  void make_input(NodeId id) {
    DraftNode& node = draft_.at(id);
    node.operands.clear();
    draft_.remove(id, known::delegation_tag);
    DraftGraph& graph = draft_.at(node.graph);
    if (node.graph != GraphId(0)) {
      node.args = {};
      node.kwargs = {};
      return;
    }
    node.op = Op::placeholder;
    node.target = node.name;
    node.args = {};
    node.kwargs = {};
    std::erase(graph.nodes, id);
    const auto first_call = std::find_if(
        graph.nodes.begin(), graph.nodes.end(),
        [&](NodeId other) { return draft_.at(other).op != Op::placeholder; });
    graph.nodes.insert(first_call, id);
    if (graph.signature) {
      graph.signature->inputs.push_back({InputKind::user_input, id, {}});
    }
  }

  Draft& draft_;
  const std::vector<Fate>& fates_;
  std::vector<bool> is_list_;
  std::vector<NodeId> place_;  // by node: what stands in its place, or none
  std::vector<bool> doomed_;
  std::vector<NodeId> new_inputs_;
};

}  // namespace

void cut(Draft& draft, const std::vector<Fate>& fates, bool keeps_returned) {
  Cutter(draft, fates).run(keeps_returned);
}

void drop_operand(Draft& draft, NodeId node, std::uint32_t position) {
  DraftNode& changed = draft.at(node);
  changed.args = without_operand(draft, changed.args, position);
  changed.kwargs = without_operand(draft, changed.kwargs, position);
  changed.operands.erase(changed.operands.begin() +
                         static_cast<std::ptrdiff_t>(position));
}

void drop_returned(Draft& draft, GraphId graph, std::uint32_t position) {
  for (const NodeId id : draft.at(graph).nodes) {
    if (draft.at(id).op == Op::output) drop_operand(draft, id, position);
  }
  auto& signature = draft.at(graph).signature;
  if (signature && position < signature->outputs.size()) {
    signature->outputs.erase(signature->outputs.begin() +
                             static_cast<std::ptrdiff_t>(position));
  }
}

void drop_inputs(Draft& draft, const std::vector<NodeId>& inputs) {
  std::vector<bool> doomed(draft.nodes.size());
  for (const NodeId id : inputs) doomed[id.index()] = true;
  draft.erase(doomed);
  for (DraftGraph& graph : draft.graphs) {
    if (!graph.signature) continue;
    std::erase_if(graph.signature->inputs, [&](const InputSpec& spec) {
      return spec.arg && doomed[spec.arg.index()];
    });
  }
}

}  // namespace metagate
