#include "ir/delegates.h"

#include <algorithm>
#include <unordered_set>

#include "ir/modules.h"

namespace metagate {
namespace {

std::optional<std::int64_t> index_in(const Tree& args) {
  if (args.items.size() != 2) return std::nullopt;
  if (args.items[0].value.tag != Tag::operand) return std::nullopt;
  if (args.items[1].value.tag != Tag::integer) return std::nullopt;
  return integer_or(args.items[1].value, -1);
}

}  // namespace

bool is_getitem(const Program& program, NodeId id) {
  return index_of_getitem(program, id).has_value();
}

std::optional<std::int64_t> index_of_getitem(const Program& program,
                                             NodeId id) {
  const Node& node = program.node(id);
  if (node.op != Op::call_function || node.target != known::getitem) {
    return std::nullopt;
  }
  if (node.operands.count != 1 || node.args.is_none()) return std::nullopt;
  const Store& store = program.store();
  if (const Tree* args = store.peek(node.args)) return index_in(*args);
  return index_in(store.tree(node.args));
}

bool is_delegate_getitem(const Program& program, NodeId id) {
  const Node& node = program.node(id);
  return node.target == known::getitem && node.operands.count == 1 &&
         is_delegate_call(program, program.operands(id)[0]) &&
         is_getitem(program, id);
}

std::vector<Delegate> delegates_of(const Program& program) {
  std::vector<Delegate> delegates;
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const NodeId call(i);
    if (!is_delegate_call(program, call)) continue;
    const auto operands = program.operands(call);
    if (operands.empty()) continue;
    if (!names_lowered_module(program, operands[0])) continue;
    const Module* module = module_named_by(program, operands[0]);
    delegates.push_back({.call = call,
                         .get_attr = operands[0],
                         .outer = program.node(call).graph,
                         .lowered = module->graph,
                         .backend = module->backend});
  }
  return delegates;
}

LoweredOutputs outputs_of(const Program& program, GraphId lowered) {
  LoweredOutputs outputs;
  const NodeId output = program.output_of(lowered);
  if (output.is_none()) return outputs;
  const auto returned = program.operands(output);
  const auto& signature = program.graph(lowered).signature;
  for (std::size_t i = 0; i < returned.size(); ++i) {
    const bool consumed =
        signature && i < signature->outputs.size() &&
        signature->outputs[i].kind == OutputKind::buffer_mutation;
    (consumed ? outputs.consumed : outputs.visible).push_back(returned[i]);
  }
  return outputs;
}

LoweredInputs inputs_of(const Program& program, GraphId lowered) {
  LoweredInputs inputs;
  const auto& signature = program.graph(lowered).signature;
  std::unordered_set<NodeId> owned;
  if (signature) {
    for (const InputSpec& spec : signature->inputs) {
      if (is_constant(spec.kind) && spec.arg) owned.insert(spec.arg);
    }
  }
  const Range range = program.graph(lowered).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const NodeId node(i);
    if (program.node(node).op != Op::placeholder) continue;
    (owned.contains(node) ? inputs.owned : inputs.fed).push_back(node);
  }
  return inputs;
}

}  // namespace metagate
