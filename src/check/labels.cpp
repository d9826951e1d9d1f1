#include "check/labels.h"

#include <string_view>

namespace metagate {
namespace {

constexpr std::uint64_t kind_seed = 2000;
constexpr std::uint64_t combine_seed = 2001;

// What takes the place of the target of a node that names a graph.
constexpr Hash128 lowered_target{1, 1};
constexpr Hash128 graph_target{2, 1};
constexpr Hash128 no_target{3, 1};

const Module* module_of(const Program& program, const Node& node) {
  const bool names_module =
      node.op == Op::get_attr || node.op == Op::call_module;
  return names_module ? program.graph(node.graph).find_module(node.target)
                      : nullptr;
}

}  // namespace

Hash128 combine(std::span<const Hash128> parts) {
  return hash_bytes(
      {reinterpret_cast<const char*>(parts.data()), parts.size_bytes()},
      combine_seed);
}

const Hash128& Labels::hash_of(Symbol target) {
  const std::size_t i = target.index();
  if (i >= targets_.size()) {
    targets_.resize(i + 1);
    is_known_.resize(i + 1, false);
  }
  if (!is_known_[i]) {
    targets_[i] = hash_bytes(program_.text(target), kind_seed);
    is_known_[i] = true;
  }
  return targets_[i];
}

Vertex Labels::vertex_of(NodeId id) {
  const Node& node = program_.node(id);
  const bool is_end = node.op == Op::placeholder || node.op == Op::output;
  const Module* module = module_of(program_, node);
  const bool names_graph =
      module != nullptr && module->kind != ModuleKind::tensor;
  Vertex vertex;
  vertex.kind = is_end                                ? no_target
                : !names_graph                        ? hash_of(node.target)
                : module->kind == ModuleKind::lowered ? lowered_target
                                                      : graph_target;
  vertex.kind.low += static_cast<std::uint64_t>(node.op) << 56;
  vertex.label = vertex.kind;
  if (is_end) return vertex;
  const Hash128 none;
  const Hash128 all[] = {
      vertex.kind,
      node.args ? program_.store().facts(node.args).hash : none,
      node.kwargs ? program_.store().facts(node.kwargs).hash : none,
  };
  vertex.label = combine(all);
  return vertex;
}

}  // namespace metagate
