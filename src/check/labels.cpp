#include "check/labels.h"

#include <string_view>

namespace metagate {
namespace {

constexpr std::uint64_t kind_seed = 2000;
constexpr std::uint64_t combine_seed = 2001;

// What takes the place of the target where a node names a module.
std::string_view module_target(const Program& program, const Node& node) {
  const Module* module = program.graph(node.graph).find_module(node.target);
  if (module != nullptr && module->kind == ModuleKind::lowered) {
    return "<lowered>";
  }
  if (module != nullptr && module->kind == ModuleKind::graph) {
    return "<graph>";
  }
  return program.text(node.target);
}

std::string_view visible_target(const Program& program, const Node& node) {
  switch (node.op) {
    case Op::placeholder:
    case Op::output:
      return {};
    case Op::get_attr:
    case Op::call_module:
      return module_target(program, node);
    default:
      return program.text(node.target);
  }
}

}  // namespace

Hash128 combine(std::span<const Hash128> parts) {
  return hash_bytes(
      {reinterpret_cast<const char*>(parts.data()), parts.size_bytes()},
      combine_seed);
}

Vertex vertex_of(const Program& program, NodeId id) {
  const Node& node = program.node(id);
  const Hash128 parts[] = {
      hash_bytes(visible_target(program, node), kind_seed),
      {static_cast<std::uint64_t>(node.op), 0},
  };
  Vertex vertex;
  vertex.kind = combine(parts);
  vertex.label = vertex.kind;
  if (node.op == Op::placeholder || node.op == Op::output) return vertex;
  const Hash128 none;
  const Hash128 all[] = {
      vertex.kind,
      node.args ? program.store().facts(node.args).hash : none,
      node.kwargs ? program.store().facts(node.kwargs).hash : none,
  };
  vertex.label = combine(all);
  return vertex;
}

}  // namespace metagate
