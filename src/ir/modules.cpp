#include "ir/modules.h"

namespace metagate {

const Module* module_named_by(const Program& program, NodeId id) {
  const Node& node = program.node(id);
  if (node.op != Op::get_attr && node.op != Op::call_module) return nullptr;
  return program.graph(node.graph).find_module(node.target);
}

bool names_lowered_module(const Program& program, NodeId id) {
  if (program.node(id).op != Op::get_attr) return false;
  const Module* module = module_named_by(program, id);
  return module != nullptr && module->kind == ModuleKind::lowered;
}

}  // namespace metagate
