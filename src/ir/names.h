// Finds nodes and graphs by name: an analysis of a program.
#pragma once

#include <string_view>
#include <unordered_map>

#include "ir/program.h"

namespace metagate {

class Names {
 public:
  explicit Names(const Program& program);

  // None where there is no such graph or node.
  [[nodiscard]] GraphId graph(std::string_view name) const;
  [[nodiscard]] NodeId node(GraphId graph, std::string_view name) const;
  [[nodiscard]] NodeId node(std::string_view graph,
                            std::string_view name) const;

 private:
  const Program& program_;
  std::unordered_map<std::string_view, GraphId> graphs_;
  std::unordered_map<std::uint64_t, NodeId> nodes_;  // graph, name symbol
};

}  // namespace metagate
