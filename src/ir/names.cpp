#include "ir/names.h"

namespace metagate {
namespace {

std::uint64_t key(GraphId graph, Symbol name) {
  return std::uint64_t{graph.index()} << 32 | name.index();
}

}  // namespace

Names::Names(const Program& program) : program_(program) {
  for (std::size_t i = 0; i < program.graphs().size(); ++i) {
    graphs_.emplace(program.text(program.graph(GraphId(i)).name), GraphId(i));
  }
  nodes_.reserve(program.nodes().size());
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const Node& node = program.node(NodeId(i));
    nodes_.emplace(key(node.graph, node.name), NodeId(i));
  }
}

GraphId Names::graph(std::string_view name) const {
  const auto found = graphs_.find(name);
  return found == graphs_.end() ? GraphId{} : found->second;
}

NodeId Names::node(GraphId graph, std::string_view name) const {
  const Symbol symbol = program_.store().find(name);
  if (graph.is_none() || symbol.is_none()) return {};
  const auto found = nodes_.find(key(graph, symbol));
  return found == nodes_.end() ? NodeId{} : found->second;
}

NodeId Names::node(std::string_view graph_name, std::string_view name) const {
  return node(graph(graph_name), name);
}

}  // namespace metagate
