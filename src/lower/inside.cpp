// The lowered graphs: the partitions' own nodes, their inputs and constants,
// and the control-flow bodies that move along.
#include <algorithm>
#include <string>

#include "lower/emitter.h"
#include "lower/input_specs.h"

namespace metagate {

void Emitter::emit_lowered(std::uint32_t number) {
  const Partition& partition = partitions_.list[number];
  const GraphId graph = builder_.begin_graph(names_.delegates[number].graph);
  HandOver at = hand_over(number);
  emit_placeholders(at);
  for (const NodeId node : partition.nodes) emit_copy(at, node);
  emit_lowered_output(at);
  set_inner_modules(graph, partition);
  set_inner_signature(graph, number);
}

void Emitter::emit_placeholders(HandOver& at) {
  const Partition& partition = at.partition;
  const std::vector<Symbol>& names = names_.delegates[at.number].constants;
  operands_.clear();
  for (std::size_t i = 0; i < partition.constants.size(); ++i) {
    const NodeId node = partition.constants[i];
    at.node = node;
    at.is_constant_copy = !owns(at.number, node);
    NodeSpec spec = like(node);
    spec.name = names[i];
    if (at.is_constant_copy) spec.target = spec.name;
    spec.meta = hand(hand_overs_.copied, at);
    inner_[node.index()] = builder_.add_node(spec);
  }
  at.is_constant_copy = false;
  for (const NodeId node : partition.inputs) {
    at.node = node;
    const Symbol name = outer_names_[node.index()];
    inner_[node.index()] =
        builder_.add_node({.name = name,
                           .op = Op::placeholder,
                           .target = name,
                           .args = {},
                           .kwargs = {},
                           .meta = hand(hand_overs_.placeholder, at),
                           .source = before_.node(node).source});
  }
}

void Emitter::emit_copy(HandOver& at, NodeId node) {
  operands_.clear();
  for (const NodeId operand : before_.operands(node)) {
    operands_.push_back(inner_[operand.index()]);
  }
  at.node = node;
  NodeSpec spec = like(node);
  spec.meta = hand(hand_overs_.copied, at);
  inner_[node.index()] = builder_.add_node(spec);
}

// A control-flow body that moves along with the node that calls it.
void Emitter::emit_moved_body(GraphId graph) {
  const std::uint32_t number = partitions_.moves_with[graph.index()];
  HandOver at = hand_over(number);
  const Graph& record = before_.graph(graph);
  for (std::uint32_t i = 0; i < record.nodes.count; ++i) {
    emit_copy(at, NodeId(record.nodes.first + i));
  }
  for (const Module& module : record.modules) {
    builder_.add_module(graph, module);
  }
  if (!record.signature) return;
  Signature signature = *record.signature;
  for (InputSpec& spec : signature.inputs) {
    if (spec.arg) spec.arg = inner_[spec.arg.index()];
  }
  for (OutputSpec& spec : signature.outputs) {
    if (spec.arg) spec.arg = inner_[spec.arg.index()];
  }
  builder_.set_signature(graph, std::move(signature));
}

NodeId Emitter::emit_lowered_output(HandOver& at) {
  std::vector<NodeId> returned;
  for (const Mutation& mutation : at.partition.consumed) {
    returned.push_back(mutation.node);
  }
  for (const DelegateOutput& output : at.partition.outputs) {
    returned.push_back(output.node);
  }
  operands_.clear();
  for (const NodeId node : returned) operands_.push_back(inner_[node.index()]);
  at.node = before_.output_of(at.partition.graph);
  at.val = val_list(returned);
  return builder_.add_node({.name = output_name(at.partition, at.number),
                            .op = Op::output,
                            .target = known::output,
                            .args = output_args(returned.size()),
                            .kwargs = {},
                            .operands = operands_,
                            .meta = hand(hand_overs_.output, at)});
}

// `output`, or the first of output_1, output_2, ... that no node inside has.
Symbol Emitter::output_name(const Partition& partition,
                            std::uint32_t number) const {
  const auto is_used = [&](Symbol name) {
    const auto named = [&](NodeId node) {
      return before_.node(node).name == name;
    };
    const auto& constants = names_.delegates[number].constants;
    return std::any_of(partition.nodes.begin(), partition.nodes.end(), named) ||
           std::find(constants.begin(), constants.end(), name) !=
               constants.end() ||
           std::any_of(
               partition.inputs.begin(), partition.inputs.end(),
               [&](NodeId node) { return outer_names_[node.index()] == name; });
  };
  Symbol name = known::output;
  for (int i = 1; is_used(name); ++i) {
    name = store_->intern("output_" + std::to_string(i));
  }
  return name;
}

void Emitter::set_inner_modules(GraphId graph, const Partition& partition) {
  std::vector<const Module*> added;
  for (const NodeId node : partition.nodes) {
    const Module* module = module_named_by(before_, node);
    if (module == nullptr) continue;
    if (std::find(added.begin(), added.end(), module) != added.end()) continue;
    added.push_back(module);
    builder_.add_module(graph, *module);
  }
}

void Emitter::set_inner_signature(GraphId graph, std::uint32_t number) {
  const Partition& partition = partitions_.list[number];
  Signature signature;
  if (!partition.constants.empty()) {
    const InputSpecs specs(before_, partition.graph);
    for (const NodeId node : partition.constants) {
      InputSpec spec = *specs.of(node);
      spec.arg = inner_[node.index()];
      signature.inputs.push_back(spec);
    }
  }
  for (const NodeId node : partition.inputs) {
    signature.inputs.push_back(
        {InputKind::user_input, inner_[node.index()], {}});
  }
  for (const Mutation& mutation : partition.consumed) {
    signature.outputs.push_back({OutputKind::buffer_mutation,
                                 inner_[mutation.node.index()],
                                 mutation.target});
  }
  for (const DelegateOutput& output : partition.outputs) {
    signature.outputs.push_back(
        {OutputKind::user_output, inner_[output.node.index()], {}});
  }
  builder_.set_signature(graph, std::move(signature));
}

}  // namespace metagate
