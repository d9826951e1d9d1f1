#include "harness/mutants/lowered_draft.h"

#include <algorithm>

namespace metagate {
namespace {

const Module* module_of(const Draft& draft, NodeId get_attr) {
  const DraftNode& node = draft.at(get_attr);
  if (node.op != Op::get_attr) return nullptr;
  for (const Module& module : draft.at(node.graph).modules) {
    if (module.name == node.target) return &module;
  }
  return nullptr;
}

bool has_graph(const Program& program, Symbol name) {
  const auto graphs = program.graphs();
  return std::any_of(graphs.begin(), graphs.end(),
                     [&](const Graph& graph) { return graph.name == name; });
}

bool is_call(const DraftNode& node) {
  return node.op == Op::call_function || node.op == Op::call_method;
}

std::vector<bool> delegated_graphs(const Draft& draft) {
  std::vector<bool> delegated(draft.graphs.size());
  const auto mark = [&](GraphId id, auto&& again) -> void {
    if (delegated[id.index()]) return;
    delegated[id.index()] = true;
    for (const Module& module : draft.at(id).modules) {
      if (module.graph) again(module.graph, again);
    }
  };
  for (const DraftGraph& graph : draft.graphs) {
    for (const Module& module : graph.modules) {
      if (module.kind == ModuleKind::lowered) mark(module.graph, mark);
    }
  }
  return delegated;
}

}  // namespace

std::vector<DraftDelegate> new_delegates(const Program& before,
                                         const Draft& after) {
  std::vector<DraftDelegate> found;
  for (std::size_t g = 0; g < after.graphs.size(); ++g) {
    for (const NodeId id : after.graphs[g].nodes) {
      const DraftNode& node = after.at(id);
      if (node.target != known::call_delegate || node.operands.empty()) {
        continue;
      }
      const Module* const module = module_of(after, node.operands[0]);
      if (module == nullptr || module->kind != ModuleKind::lowered) continue;
      if (has_graph(before, after.at(module->graph).name)) continue;
      DraftDelegate delegate{.call = id,
                             .get_attr = node.operands[0],
                             .outer = GraphId(g),
                             .lowered = module->graph,
                             .getitems = {}};
      for (const NodeId user : users_of(after, id)) {
        if (after.at(user).target == known::getitem) {
          delegate.getitems.push_back(user);
        }
      }
      found.push_back(std::move(delegate));
    }
  }
  return found;
}

std::vector<NodeId> delegate_calls(const Draft& after) {
  const std::vector<bool> delegated = delegated_graphs(after);
  std::vector<NodeId> found;
  for (std::size_t g = 0; g < after.graphs.size(); ++g) {
    if (delegated[g]) continue;
    for (const NodeId id : after.graphs[g].nodes) {
      const DraftNode& node = after.at(id);
      if (node.target == known::call_delegate && !node.operands.empty()) {
        found.push_back(id);
      }
    }
  }
  return found;
}

std::vector<NodeId> outside_calls(const Draft& after) {
  const std::vector<bool> delegated = delegated_graphs(after);
  std::vector<NodeId> found;
  for (std::size_t g = 0; g < after.graphs.size(); ++g) {
    if (delegated[g]) continue;
    for (const NodeId id : after.graphs[g].nodes) {
      const DraftNode& node = after.at(id);
      if (!is_call(node) || node.target == known::call_delegate) continue;
      const bool reads_delegate =
          node.target == known::getitem && !node.operands.empty() &&
          after.at(node.operands[0]).target == known::call_delegate;
      if (!reads_delegate) found.push_back(id);
    }
  }
  return found;
}

std::vector<NodeId> inside_calls(const Draft& after,
                                 const DraftDelegate& delegate) {
  std::vector<NodeId> found;
  for (const NodeId id : after.at(delegate.lowered).nodes) {
    if (is_call(after.at(id))) found.push_back(id);
  }
  return found;
}

NodeId output_of(const Draft& draft, GraphId graph) {
  for (const NodeId id : draft.at(graph).nodes) {
    if (draft.at(id).op == Op::output) return id;
  }
  return {};
}

std::vector<NodeId> users_of(const Draft& draft, NodeId node) {
  std::vector<NodeId> users;
  for (const NodeId id : draft.at(draft.at(node).graph).nodes) {
    const auto& operands = draft.at(id).operands;
    if (std::find(operands.begin(), operands.end(), node) != operands.end()) {
      users.push_back(id);
    }
  }
  return users;
}

}  // namespace metagate
