#include "check/labels.h"

#include <string_view>

#include "ir/modules.h"

namespace metagate {
namespace {

constexpr std::uint64_t kind_seed = 2000;
constexpr std::uint64_t combine_seed = 2001;

// What takes the place of the target of a node that names a graph.
constexpr Hash128 lowered_target{1, 1};
constexpr Hash128 graph_target{2, 1};
constexpr Hash128 no_target{3, 1};

}  // namespace

Hash128 combine(std::span<const Hash128> parts) {
  return hash_bytes(
      {reinterpret_cast<const char*>(parts.data()), parts.size_bytes()},
      combine_seed);
}

Labels::Labels(const Program& program)
    : program_(program), is_evaluated_(program.graphs().size(), false) {
  for (const Delegate& delegate : delegates_of(program)) {
    calls_.emplace(delegate.call, delegate.lowered);
  }
}

Vertex Labels::vertex_of(NodeId id) {
  const Node& node = program_.node(id);
  const bool is_end = node.op == Op::placeholder || node.op == Op::output;
  const Module* module = module_named_by(program_, id);
  const bool names_graph =
      module != nullptr && module->kind != ModuleKind::tensor;
  Vertex vertex;
  vertex.kind = is_end ? no_target
                : !names_graph
                    ? hash_bytes(program_.text(node.target), kind_seed)
                : module->kind == ModuleKind::lowered ? lowered_target
                                                      : graph_target;
  vertex.kind.low += static_cast<std::uint64_t>(node.op) << 56;
  vertex.label = vertex.kind;
  if (is_end) return vertex;
  Hash128 graph;
  if (names_graph) {
    graph = module->kind == ModuleKind::lowered ? lowered(module->graph)
                                                : body(module->graph);
  }
  const Hash128 none;
  const Hash128 all[] = {
      vertex.kind,
      node.args ? program_.store().facts(node.args).hash : none,
      node.kwargs ? program_.store().facts(node.kwargs).hash : none,
      graph,
  };
  vertex.label = combine(all);
  return vertex;
}

Hash128 Labels::lowered(GraphId id) {
  // A graph that holds itself, which a hostile capture can say, has no end.
  const auto [known, is_new] = bodies_.try_emplace(id);
  if (!is_new) return known->second;
  std::unordered_map<NodeId, Hash128> inner;
  Hash128 bag;
  const Range range = program_.graph(id).nodes;
  std::uint64_t inputs = 0;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const NodeId node(i);
    std::vector<Hash128> parts = {vertex_of(node).label};
    if (program_.node(node).op == Op::placeholder) {
      parts.push_back({inputs++, 1});
    }
    for (const NodeId operand : program_.operands(node)) {
      parts.push_back(inner[operand]);
    }
    inner[node] = combine(parts);
    bag += inner[node];
  }
  return bodies_[id] = bag;
}

Hash128 Labels::body(GraphId id) {
  const auto [known, is_new] = bodies_.try_emplace(id);
  if (!is_new) return known->second;
  evaluate(id);
  std::vector<Hash128> returned;
  if (const NodeId output = program_.output_of(id)) {
    for (const NodeId node : program_.operands(output)) {
      returned.push_back(value(node));
    }
  }
  return bodies_[id] = combine(returned);
}

Hash128 Labels::fed(const Delegate& delegate) {
  evaluate(delegate.outer);
  std::vector<Hash128> parts;
  for (const NodeId operand : program_.operands(delegate.call)) {
    if (operand != delegate.get_attr) parts.push_back(value(operand));
  }
  return combine(parts);
}

Hash128 Labels::value(NodeId node) const {
  const auto found = values_.find(node);
  return found == values_.end() ? Hash128{} : found->second;
}

// The values of all nodes of a graph, its inputs numbered, its constants known
// by their targets.
void Labels::evaluate(GraphId id) {
  if (is_evaluated_[id.index()]) return;
  is_evaluated_[id.index()] = true;
  if (const auto& signature = program_.graph(id).signature) {
    for (const InputSpec& spec : signature->inputs) {
      if (!spec.arg || !spec.target || !is_constant(spec.kind)) continue;
      values_[spec.arg] = hash_bytes(program_.text(spec.target), 1);
    }
  }
  std::uint64_t inputs = 0;
  const Range range = program_.graph(id).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const NodeId node(i);
    if (program_.node(node).op != Op::placeholder) {
      values_[node] = computed(node);
    } else if (!values_.contains(node)) {
      values_[node] = {inputs++, 2};
    }
  }
}

// The values of a lowered graph that is called with these operands.
void Labels::feed(GraphId id, std::span<const NodeId> operands) {
  if (is_evaluated_[id.index()]) return;
  const LoweredInputs inputs = inputs_of(program_, id);
  for (std::size_t i = 0; i < inputs.fed.size() && i < operands.size(); ++i) {
    values_[inputs.fed[i]] = value(operands[i]);
  }
  evaluate(id);
}

Hash128 Labels::computed(NodeId node) {
  const auto operands = program_.operands(node);
  if (const auto call = calls_.find(node); call != calls_.end()) {
    feed(call->second, operands.subspan(1));
  }
  if (operands.size() != 1) return with_operands(node);
  const auto call = calls_.find(operands[0]);
  if (call == calls_.end()) return with_operands(node);
  const auto index = index_of_getitem(program_, node);
  const LoweredOutputs outputs = outputs_of(program_, call->second);
  const bool reads = index && *index >= 0 &&
                     static_cast<std::size_t>(*index) < outputs.visible.size();
  return reads ? value(outputs.visible[static_cast<std::size_t>(*index)])
               : with_operands(node);
}

Hash128 Labels::with_operands(NodeId node) {
  std::vector<Hash128> parts = {vertex_of(node).label};
  for (const NodeId operand : program_.operands(node)) {
    parts.push_back(value(operand));
  }
  return combine(parts);
}

}  // namespace metagate
