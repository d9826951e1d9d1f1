// Finds nodes and graphs by name: an analysis of a program.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace metagate {

class Names {
 public:
  explicit Names(const Program& program);

  // None where there is no such graph or node; the first where there are
  // several.
  [[nodiscard]] GraphId graph(std::string_view name) const;
  [[nodiscard]] NodeId node(GraphId graph, std::string_view name) const;
  [[nodiscard]] NodeId node(std::string_view graph,
                            std::string_view name) const;

 private:
  [[nodiscard]] std::size_t slot(GraphId graph, Symbol name) const;

  const Program& program_;
  std::vector<std::pair<std::string_view, GraphId>> graphs_;  // sorted
  // An open table, a power of two and at most half full: the nodes know their
  // graphs and names themselves.
  std::vector<NodeId> nodes_;
};

}  // namespace metagate
