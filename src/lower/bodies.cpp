#include <fmt/core.h>

#include <algorithm>

#include "ir/delegates.h"
#include "lower/boundary.h"

namespace metagate {
namespace {

// The partition that all users of a node are in, or no_partition.
std::uint32_t home_of_users(const GraphWork& work, NodeId node) {
  const auto uses = work.users.of(node);
  if (uses.empty()) return no_partition;
  const std::uint32_t home = work.home(uses.front().user);
  const bool agree = std::all_of(uses.begin(), uses.end(), [&](const Use& use) {
    return work.home(use.user) == home;
  });
  return agree ? home : no_partition;
}

bool holds_delegate(const Program& program, GraphId graph) {
  const Range range = program.graph(graph).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    if (is_delegate_call(program, NodeId(i))) return true;
  }
  return false;
}

void move_body(const GraphWork& work, std::uint32_t home, GraphId body) {
  const auto name = [&](GraphId graph) {
    return work.program.text(work.program.graph(graph).name);
  };
  for (const GraphId graph : work.tree.with_bodies(body)) {
    work.out.moves_with[graph.index()] = home;
    if (work.tree.references[graph.index()] > 1) {
      work.refuse("body-boundary",
                  fmt::format("{} takes the body `{}`, which several modules "
                              "name",
                              work.words(home), name(graph)));
    }
    if (holds_delegate(work.program, graph)) {
      work.refuse("delegated-body",
                  fmt::format("{} takes the body `{}`, which holds a delegate "
                              "of an earlier round",
                              work.words(home), name(graph)));
    }
  }
}

}  // namespace

void take_bodies(const GraphWork& work) {
  const Graph& graph = work.program.graph(work.graph);
  if (graph.modules.empty()) return;
  for (std::uint32_t i = 0; i < graph.nodes.count; ++i) {
    const NodeId node(graph.nodes.first + i);
    const Module* module = module_named_by(work.program, node);
    if (module == nullptr || module->kind != ModuleKind::graph) continue;
    std::uint32_t& home = work.out.home[node.index()];
    const bool is_call = work.program.node(node).op == Op::call_module;
    if (home == no_partition && !is_call) {
      const std::uint32_t users = home_of_users(work, node);
      if (users == no_partition) continue;
      home = users;
      auto& nodes = work.out.list[users].nodes;
      nodes.insert(std::lower_bound(nodes.begin(), nodes.end(), node), node);
    }
    if (home == no_partition) continue;
    const std::uint32_t moved = work.out.moves_with[module->graph.index()];
    if (moved == home) continue;
    move_body(work, home, module->graph);
  }
}

}  // namespace metagate
