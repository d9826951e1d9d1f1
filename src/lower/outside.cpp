// The graphs that were there before: what stays outside, and the delegates that
// take the place of partitions.
#include <algorithm>

#include "lower/emitter.h"
#include "lower/reference.h"
#include "lower/without_operands.h"

namespace metagate {

void Emitter::emit_graph(GraphId graph) {
  const std::size_t g = graph.index();
  builder_.begin_graph(names_.graphs[g]);
  if (partitions_.moves_with[g] != no_partition) {
    emit_moved_body(graph);
    return;
  }
  const Range range = before_.graph(graph).nodes;
  const bool is_delegated = tree_.is_delegated[g];
  if (partitions_.of_graph[g].count == 0) {
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      is_delegated ? emit_delegated(NodeId(i)) : emit_outside(NodeId(i));
    }
  }
  for (const Slot& slot : partitions_.order[g]) {
    slot.node ? emit_outside(slot.node) : emit_delegate(slot.partition);
  }
  set_outer_modules(graph);
  set_outer_signature(graph);
}

// A node of a delegate of an earlier round: as it is.
void Emitter::emit_delegated(NodeId node) {
  operands_.clear();
  for (const NodeId operand : before_.operands(node)) {
    operands_.push_back(outer_[operand.index()]);
  }
  NodeSpec spec = like(node);
  spec.meta = add_meta(before_.meta(node));
  outer_[node.index()] = builder_.add_node(spec);
}

// A node that stays outside, or the copy of a constant that does.
void Emitter::emit_outside(NodeId node) {
  draft_.entries.clear();
  for (const MetaEntry& entry : before_.meta(node)) {
    if (entry.key == known::delegation_tag) continue;
    if (!transient_.contains(entry.key)) draft_.entries.push_back(entry);
  }
  if (before_.node(node).op == Op::output) return emit_output(node);
  operands_.clear();
  for (const NodeId operand : before_.operands(node)) {
    operands_.push_back(outer_[operand.index()]);
  }
  NodeSpec spec = like(node);
  if (partitions_.is_copied_outside[node.index()]) {
    spec.name = spec.target = names_.copies.at(node);
  }
  spec.meta = add_meta(draft_.entries);
  outer_names_[node.index()] = spec.name;
  outer_[node.index()] = builder_.add_node(spec);
}

// The output node of an outer graph, with its meta in the draft: it does not
// return what delegates consume.
void Emitter::emit_output(NodeId node) {
  const std::vector<bool> consumed =
      consumed_operands(before_.node(node).graph);
  const auto returned = before_.operands(node);
  operands_.clear();
  for (std::size_t i = 0; i < returned.size(); ++i) {
    if (consumed.empty() || !consumed[i]) {
      operands_.push_back(outer_[returned[i].index()]);
    }
  }
  NodeSpec spec = like(node);
  if (operands_.size() != returned.size()) {
    if (spec.args) {
      spec.args = store_->add(
          without_operands(before_.store().tree(spec.args), consumed));
    }
    if (spec.kwargs) {
      spec.kwargs = store_->add(
          without_operands(before_.store().tree(spec.kwargs), consumed));
    }
  }
  spec.meta = add_meta(draft_.entries);
  outer_[node.index()] = builder_.add_node(spec);
}

void Emitter::emit_delegate(std::uint32_t number) {
  const Partition& partition = partitions_.list[number];
  const DelegateNames& names = names_.delegates[number];
  const NodeId get_attr = builder_.add_node({.name = names.module,
                                             .op = Op::get_attr,
                                             .target = names.module,
                                             .args = {},
                                             .kwargs = {},
                                             .meta = {}});
  HandOver at = hand_over(number);
  std::vector<NodeId> read;
  for (const DelegateOutput& output : partition.outputs) {
    read.push_back(output.node);
  }
  at.val = val_list(read);
  at.debug_handle = store_->add_integer(first_handle_ + number);
  operands_.assign(1, get_attr);
  for (const NodeId input : partition.inputs) {
    operands_.push_back(outer_[input.index()]);
  }
  call_metas_[number] = hand(hand_overs_.delegate_call, at);
  const NodeId call = builder_.add_node({.name = names.call,
                                         .op = Op::call_function,
                                         .target = known::call_delegate,
                                         .args = call_args(operands_.size()),
                                         .kwargs = {},
                                         .operands = operands_,
                                         .meta = call_metas_[number]});
  at.call_meta = call_metas_[number];
  emit_getitems(number, call, at);
}

void Emitter::emit_getitems(std::uint32_t number, NodeId call, HandOver& at) {
  const std::vector<DelegateOutput>& outputs = partitions_.list[number].outputs;
  std::vector<MetaId>& metas = getitem_metas_[number];
  metas.reserve(outputs.size());
  for (std::uint32_t i = 0; i < outputs.size(); ++i) {
    const NodeId node = outputs[i].node;
    at.node = node;
    at.index = i;
    at.getitem_metas = metas;
    const MetaId meta = hand(hand_overs_.getitem, at);
    metas.push_back(meta);
    const Symbol name = names_.delegates[number].getitems[i];
    outer_names_[node.index()] = name;
    outer_[node.index()] =
        builder_.add_node({.name = name,
                           .op = Op::call_function,
                           .target = known::getitem,
                           .args = index_args(i),
                           .kwargs = {},
                           .operands = {&call, 1},
                           .meta = meta,
                           .source = before_.node(node).source});
  }
}

// The modules that nodes outside name, or nobody, stay; the delegates' follow.
void Emitter::set_outer_modules(GraphId graph) {
  const Graph& record = before_.graph(graph);
  const Range here = partitions_.of_graph[graph.index()];
  std::vector<bool> inside(record.modules.size(), false);
  std::vector<bool> outside(record.modules.size(), false);
  if (here.count != 0) {
    for (std::uint32_t i = 0; i < record.nodes.count; ++i) {
      const NodeId node(record.nodes.first + i);
      const Module* module = module_named_by(before_, node);
      if (module == nullptr) continue;
      const bool is_inside = partitions_.home[node.index()] != no_partition;
      (is_inside ? inside : outside)[static_cast<std::size_t>(
          module - record.modules.data())] = true;
    }
  }
  for (std::size_t m = 0; m < record.modules.size(); ++m) {
    if (inside[m] && !outside[m]) continue;
    builder_.add_module(graph, record.modules[m]);
  }
  for (std::uint32_t p = here.first; p < here.first + here.count; ++p) {
    builder_.add_module(graph, {.name = names_.delegates[p].module,
                                .kind = ModuleKind::lowered,
                                .backend = store_->intern(reference_backend),
                                .graph = GraphId(before_.graphs().size() + p)});
  }
}

void Emitter::set_outer_signature(GraphId graph) {
  const auto& was = before_.graph(graph).signature;
  if (!was) return;
  Signature signature;
  for (const InputSpec& spec : was->inputs) {
    InputSpec after = spec;
    if (spec.arg) {
      const bool is_gone = partitions_.home[spec.arg.index()] != no_partition &&
                           !partitions_.is_copied_outside[spec.arg.index()];
      if (is_gone) continue;
      after.arg = outer_[spec.arg.index()];
    }
    signature.inputs.push_back(after);
  }
  const std::vector<bool> consumed = consumed_entries(graph);
  for (std::size_t i = 0; i < was->outputs.size(); ++i) {
    if (!consumed.empty() && consumed[i]) continue;
    OutputSpec after = was->outputs[i];
    if (after.arg) after.arg = outer_[after.arg.index()];
    signature.outputs.push_back(after);
  }
  builder_.set_signature(graph, std::move(signature));
}

// By entry of the signature's outputs; empty where nothing is consumed.
std::vector<bool> Emitter::consumed_entries(GraphId graph) const {
  std::vector<bool> consumed;
  const Range here = partitions_.of_graph[graph.index()];
  for (std::uint32_t p = here.first; p < here.first + here.count; ++p) {
    for (const Mutation& mutation : partitions_.list[p].consumed) {
      consumed.resize(before_.graph(graph).signature->outputs.size(), false);
      consumed[mutation.entry] = true;
    }
  }
  return consumed;
}

// By operand of the output node; empty where nothing is consumed.
std::vector<bool> Emitter::consumed_operands(GraphId graph) const {
  std::vector<bool> consumed;
  const Range here = partitions_.of_graph[graph.index()];
  for (std::uint32_t p = here.first; p < here.first + here.count; ++p) {
    for (const Mutation& mutation : partitions_.list[p].consumed) {
      consumed.resize(before_.operands(before_.output_of(graph)).size(), false);
      consumed[mutation.operand] = true;
    }
  }
  return consumed;
}

}  // namespace metagate
