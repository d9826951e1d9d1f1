// The graphs and nodes of all programs of a document, by name.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/program.h"

namespace metagate {

// A graph of a document: graphs are counted over all its programs.
using GraphNumber = std::uint32_t;
inline constexpr GraphNumber no_graph = 0xffffffff;

class NodeNames {
 public:
  explicit NodeNames(const Store& store) : store_(store) {}

  // Building: programs, graphs and nodes in their order. False if the name is
  // taken.
  void begin_program();
  bool begin_graph(Symbol name);
  bool add_node(Symbol name);

  // In a program, counted from 0; none where there is no such graph or node.
  [[nodiscard]] GraphNumber graph(std::size_t program,
                                  std::string_view name) const;
  [[nodiscard]] NodeId node(GraphNumber graph, std::string_view name) const;
  // The graph's number in its program.
  [[nodiscard]] GraphId id_of(GraphNumber graph) const;
  // Whether any program has the node.
  [[nodiscard]] bool is_anywhere(std::string_view graph,
                                 std::string_view node) const;

 private:
  using Pair = std::uint64_t;
  static Pair pair(std::size_t high, Symbol low) {
    return (static_cast<Pair>(high) << 32U) | low.index();
  }

  const Store& store_;
  std::vector<GraphNumber> first_graphs_;  // of each program
  std::vector<std::uint32_t> programs_;    // of each graph
  std::vector<Symbol> names_;              // of each graph
  std::uint32_t nodes_ = 0;                // of the program so far
  std::unordered_map<Pair, GraphNumber> graphs_;
  std::unordered_map<Pair, NodeId> node_ids_;
  std::unordered_set<Pair> anywhere_;
};

}  // namespace metagate
