#include "check/step.h"

namespace metagate {
namespace {

bool calls_lowered(const Program& program, NodeId id) {
  const Node& node = program.node(id);
  if (node.op != Op::get_attr) return false;
  const Module* module = program.graph(node.graph).find_module(node.target);
  return module != nullptr && module->kind == ModuleKind::lowered;
}

}  // namespace

Step step_of(const Program& before, const Program& after,
             const Correspondence& correspondence) {
  if (!correspondence.delegates.empty()) return Step::lowering;
  for (std::size_t i = 0; i < before.nodes().size(); ++i) {
    const NodeId found = correspondence.found[i];
    if (found.is_none()) continue;
    if (before.value(NodeId(i), known::delegation_tag) &&
        !after.value(found, known::delegation_tag)) {
      return Step::lowering;
    }
  }
  return Step::pass;
}

std::string tag_of(const Program& program, NodeId node) {
  const ValueId value = program.value(node, known::delegation_tag);
  if (value.is_none()) return {};
  if (is_delegate_call(program, node) || is_delegate_getitem(program, node) ||
      calls_lowered(program, node)) {
    return {};
  }
  const Tree tree = followed(program.store().tree(value), program.store());
  return tree.tag == Tag::text ? tree.text : std::string();
}

}  // namespace metagate
