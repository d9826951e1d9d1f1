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
    : program_(program),
      calls_(program.nodes().size()),
      bodies_(program.graphs().size()),
      is_evaluated_(program.graphs().size(), false) {
  for (const Delegate& delegate : delegates_of(program)) {
    calls_[delegate.call.index()] = delegate.lowered;
  }
}

Vertex Labels::vertex_of(NodeId id) {
  const Module* module = module_named_by(program_, id);
  if (module != nullptr && module->kind != ModuleKind::tensor) {
    return computed_vertex(id, module);
  }
  // Where nothing is computed through, each is asked for once.
  if (has_vertex_.empty()) return computed_vertex(id, nullptr);
  if (!has_vertex_[id.index()]) {
    has_vertex_[id.index()] = true;
    vertices_[id.index()] = computed_vertex(id, nullptr);
  }
  return vertices_[id.index()];
}

// `module` is the graph that the node names, or nullptr.
Vertex Labels::computed_vertex(NodeId id, const Module* module) {
  const Node& node = program_.node(id);
  const bool is_end = node.op == Op::placeholder || node.op == Op::output;
  Vertex vertex;
  vertex.kind = is_end ? no_target
                : module == nullptr
                    ? hash_bytes(program_.text(node.target), kind_seed)
                : module->kind == ModuleKind::lowered ? lowered_target
                                                      : graph_target;
  vertex.kind.low += static_cast<std::uint64_t>(node.op) << 56;
  vertex.label = vertex.kind;
  if (is_end) return vertex;
  Hash128 graph;
  if (module != nullptr) {
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
  std::optional<Hash128>& known = bodies_[id.index()];
  if (known) return *known;
  known = Hash128{};
  const Range range = program_.graph(id).nodes;
  std::vector<Hash128> inner(range.count);  // by place in the graph
  Hash128 bag;
  std::uint64_t inputs = 0;
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const NodeId node(range.first + i);
    const Hash128 label = vertex_of(node).label;
    parts_.assign(1, label);
    if (program_.node(node).op == Op::placeholder) {
      parts_.push_back({inputs++, 1});
    }
    for (const NodeId operand : program_.operands(node)) {
      const std::uint32_t place = operand.index() - range.first;
      parts_.push_back(place < range.count ? inner[place] : Hash128{});
    }
    inner[i] = combine(parts_);
    bag += inner[i];
  }
  bodies_[id.index()] = bag;
  return bag;
}

Hash128 Labels::body(GraphId id) {
  std::optional<Hash128>& known = bodies_[id.index()];
  if (known) return *known;
  known = Hash128{};
  evaluate(id);
  parts_.clear();
  if (const NodeId output = program_.output_of(id)) {
    for (const NodeId node : program_.operands(output)) {
      parts_.push_back(value(node));
    }
  }
  const Hash128 computed = combine(parts_);
  bodies_[id.index()] = computed;
  return computed;
}

Hash128 Labels::fed(const Delegate& delegate) {
  evaluate(delegate.outer);
  parts_.clear();
  for (const NodeId operand : program_.operands(delegate.call)) {
    if (operand != delegate.get_attr) parts_.push_back(value(operand));
  }
  return combine(parts_);
}

Hash128 Labels::value(NodeId node) const {
  return values_.empty() ? Hash128{} : values_[node.index()];
}

void Labels::set_value(NodeId node, const Hash128& value) {
  if (values_.empty()) {
    values_.resize(program_.nodes().size());
    has_value_.resize(program_.nodes().size(), false);
  }
  values_[node.index()] = value;
  has_value_[node.index()] = true;
}

// The values of all nodes of a graph, its inputs numbered, its constants known
// by their targets.
void Labels::evaluate(GraphId id) {
  if (is_evaluated_[id.index()]) return;
  is_evaluated_[id.index()] = true;
  if (has_vertex_.empty()) {
    vertices_.resize(program_.nodes().size());
    has_vertex_.resize(program_.nodes().size(), false);
  }
  if (const auto& signature = program_.graph(id).signature) {
    for (const InputSpec& spec : signature->inputs) {
      if (!spec.arg || !spec.target || !is_constant(spec.kind)) continue;
      set_value(spec.arg, hash_bytes(program_.text(spec.target), 1));
    }
  }
  std::uint64_t inputs = 0;
  const Range range = program_.graph(id).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const NodeId node(i);
    if (program_.node(node).op != Op::placeholder) {
      set_value(node, computed(node));
    } else if (has_value_.empty() || !has_value_[i]) {
      set_value(node, {inputs++, 2});
    }
  }
}

// The values of a lowered graph that is called with these operands.
void Labels::feed(GraphId id, std::span<const NodeId> operands) {
  if (is_evaluated_[id.index()]) return;
  const LoweredInputs inputs = inputs_of(program_, id);
  for (std::size_t i = 0; i < inputs.fed.size() && i < operands.size(); ++i) {
    set_value(inputs.fed[i], value(operands[i]));
  }
  evaluate(id);
}

Hash128 Labels::computed(NodeId node) {
  const auto operands = program_.operands(node);
  if (const GraphId lowered = calls_[node.index()]) {
    feed(lowered, operands.subspan(1));
  }
  if (operands.size() != 1) return with_operands(node);
  const GraphId lowered = calls_[operands[0].index()];
  if (lowered.is_none()) return with_operands(node);
  const auto index = index_of_getitem(program_, node);
  const LoweredOutputs outputs = outputs_of(program_, lowered);
  const bool reads = index && *index >= 0 &&
                     static_cast<std::size_t>(*index) < outputs.visible.size();
  return reads ? value(outputs.visible[static_cast<std::size_t>(*index)])
               : with_operands(node);
}

Hash128 Labels::with_operands(NodeId node) {
  const Hash128 label = vertex_of(node).label;
  parts_.assign(1, label);
  for (const NodeId operand : program_.operands(node)) {
    parts_.push_back(value(operand));
  }
  return combine(parts_);
}

}  // namespace metagate
