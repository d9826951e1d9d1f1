#include "ir/names.h"

#include <algorithm>
#include <bit>

namespace metagate {

Names::Names(const Program& program) : program_(program) {
  graphs_.reserve(program.graphs().size());
  for (std::size_t i = 0; i < program.graphs().size(); ++i) {
    graphs_.emplace_back(program.text(program.graph(GraphId(i)).name),
                         GraphId(i));
  }
  std::sort(graphs_.begin(), graphs_.end());
  nodes_.resize(std::bit_ceil(2 * program.nodes().size() + 1));
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const Node& node = program.node(NodeId(i));
    NodeId& entry = nodes_[slot(node.graph, node.name)];
    if (entry.is_none()) entry = NodeId(i);
  }
}

// Where the node of that name stands, or would.
std::size_t Names::slot(GraphId graph, Symbol name) const {
  constexpr std::uint64_t spread = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
  const std::uint64_t key =
      (std::uint64_t{graph.index()} << 32 | name.index()) * spread;
  const std::size_t mask = nodes_.size() - 1;
  std::size_t i = static_cast<std::size_t>(key >> 32) & mask;
  while (nodes_[i]) {
    const Node& node = program_.node(nodes_[i]);
    if (node.name == name && node.graph == graph) break;
    i = (i + 1) & mask;
  }
  return i;
}

GraphId Names::graph(std::string_view name) const {
  const auto found =
      std::lower_bound(graphs_.begin(), graphs_.end(), name,
                       [](const auto& entry, std::string_view text) {
                         return entry.first < text;
                       });
  return found == graphs_.end() || found->first != name ? GraphId{}
                                                        : found->second;
}

NodeId Names::node(GraphId graph, std::string_view name) const {
  const Symbol symbol = program_.store().find(name);
  if (graph.is_none() || symbol.is_none()) return {};
  return nodes_[slot(graph, symbol)];
}

NodeId Names::node(std::string_view graph_name, std::string_view name) const {
  return node(graph(graph_name), name);
}

}  // namespace metagate
