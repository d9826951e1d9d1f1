#include "lower/graph_tree.h"

#include <algorithm>

namespace metagate {
namespace {

void add_once(std::vector<GraphId>& graphs, GraphId graph) {
  if (std::find(graphs.begin(), graphs.end(), graph) == graphs.end()) {
    graphs.push_back(graph);
  }
}

}  // namespace

GraphTree::GraphTree(const Program& program) {
  const std::size_t count = program.graphs().size();
  bodies.resize(count);
  is_delegated.assign(count, false);
  references.assign(count, 0);
  std::vector<GraphId> lowered;
  for (std::size_t g = 0; g < count; ++g) {
    const Graph& graph = program.graph(GraphId(g));
    if (graph.modules.empty()) continue;
    for (std::uint32_t i = 0; i < graph.nodes.count; ++i) {
      const Module* module =
          module_named_by(program, NodeId(graph.nodes.first + i));
      if (module != nullptr && module->kind == ModuleKind::graph) {
        add_once(bodies[g], module->graph);
      }
    }
    for (const Module& module : graph.modules) {
      if (module.kind == ModuleKind::tensor) continue;
      ++references[module.graph.index()];
      if (module.kind == ModuleKind::graph) add_once(bodies[g], module.graph);
      if (module.kind == ModuleKind::lowered) lowered.push_back(module.graph);
    }
  }
  for (const GraphId root : lowered) {
    for (const GraphId graph : with_bodies(root)) {
      is_delegated[graph.index()] = true;
    }
  }
  std::vector<bool> seen(count, false);
  for (std::size_t g = 0; g < count; ++g) {
    // A body is met under the graph that names it; one that only a circle of
    // bodies names is met in the end.
    if (g != 0 && references[g] != 0) continue;
    for (const GraphId graph : with_bodies(GraphId(g))) {
      if (seen[graph.index()] || is_delegated[graph.index()]) continue;
      seen[graph.index()] = true;
      outside.push_back(graph);
    }
  }
  for (std::size_t g = 0; g < count; ++g) {
    if (!seen[g] && !is_delegated[g]) outside.push_back(GraphId(g));
  }
}

std::vector<GraphId> GraphTree::with_bodies(GraphId graph) const {
  std::vector<GraphId> found;
  std::vector<bool> seen(bodies.size(), false);
  std::vector<GraphId> stack = {graph};
  while (!stack.empty()) {
    const GraphId next = stack.back();
    stack.pop_back();
    if (seen[next.index()]) continue;
    seen[next.index()] = true;
    found.push_back(next);
    const std::vector<GraphId>& under = bodies[next.index()];
    stack.insert(stack.end(), under.rbegin(), under.rend());
  }
  return found;
}

}  // namespace metagate
