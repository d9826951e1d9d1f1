#include "json/node_names.h"

namespace metagate {

void NodeNames::begin_program() {
  first_graphs_.push_back(static_cast<GraphNumber>(names_.size()));
  nodes_ = 0;
}

bool NodeNames::begin_graph(Symbol name) {
  const std::size_t program = first_graphs_.size() - 1;
  const auto number = static_cast<GraphNumber>(names_.size());
  names_.push_back(name);
  programs_.push_back(static_cast<std::uint32_t>(program));
  return graphs_.emplace(pair(program, name), number).second;
}

bool NodeNames::add_node(Symbol name) {
  const std::size_t graph = names_.size() - 1;
  anywhere_.insert(pair(names_[graph].index(), name));
  return node_ids_.emplace(pair(graph, name), NodeId(nodes_++)).second;
}

GraphNumber NodeNames::graph(std::size_t program, std::string_view name) const {
  const Symbol symbol = store_.find(name);
  if (!symbol) return no_graph;
  const auto found = graphs_.find(pair(program, symbol));
  return found == graphs_.end() ? no_graph : found->second;
}

NodeId NodeNames::node(GraphNumber graph, std::string_view name) const {
  const Symbol symbol = store_.find(name);
  if (!symbol) return {};
  const auto found = node_ids_.find(pair(graph, symbol));
  return found == node_ids_.end() ? NodeId() : found->second;
}

GraphId NodeNames::id_of(GraphNumber graph) const {
  return GraphId(graph - first_graphs_[programs_[graph]]);
}

bool NodeNames::is_anywhere(std::string_view graph,
                            std::string_view node) const {
  const Symbol graph_name = store_.find(graph);
  const Symbol node_name = store_.find(node);
  return graph_name && node_name &&
         anywhere_.contains(pair(graph_name.index(), node_name));
}

}  // namespace metagate
