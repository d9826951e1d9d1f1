// Matches the vertices of two graphs by structure: which vertex of the graph
// after is which vertex of the graph before. It sees labels, operands and
// names, nothing else; above all it sees no metadata.
//
// Two graphs that are the same but for names are matched whole. Where they
// differ, the match with the fewest differences is sought, in this order: same
// operands and users; same users; interchangeable vertices by equal name, then
// in order; and at last what agrees in less, down to any operand or user.
// Linear in the size of the graphs
// where they are the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"

namespace metagate {

inline constexpr std::int32_t no_vertex = -1;

struct Vertex {
  Hash128 label;  // what it does: op, target, constant arguments
  Hash128 kind;   // op and target alone
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
};

// Vertices in topological order.
struct MatchSide {
  std::vector<Vertex> vertices;
  std::vector<std::int32_t> operands;  // no_vertex = cannot be told
  // By vertex, a last hint between interchangeable ones: before, the partition
  // it was tagged for, after, the delegate it is in; 0 = none. May be empty.
  std::vector<std::uint32_t> belongs_to;

  [[nodiscard]] std::span<const std::int32_t> operands_of(
      std::int32_t vertex) const {
    const Vertex& v = vertices[static_cast<std::size_t>(vertex)];
    return std::span(operands).subspan(v.first_operand, v.operand_count);
  }
};

// A vertex after that is known to be a vertex before. Several vertices after
// may be one before (copies of a constant).
struct Anchor {
  std::int32_t before;
  std::int32_t after;
};

// Interchangeable vertices, unequal in number and not told apart by name.
struct Ambiguity {
  std::vector<std::int32_t> before;
  std::vector<std::int32_t> after;
};

// What is asked first where the graphs are not the same.
enum class Trust : std::uint8_t {
  structure,  // and names only where it is better in sum
  names,
};

struct GraphMatch {
  std::vector<std::int32_t> to_before;  // by vertex after
  std::vector<std::int32_t> to_after;   // by vertex before: the first of them
  std::vector<Ambiguity> ambiguities;
  // Did a vertex get another counterpart than the one of its name, which has
  // the same op and target? Then Trust::names gives another match.
  bool names_disagree = false;
};

// `same_name[v]` is the vertex before that has the name of vertex v after, or
// no_vertex.
[[nodiscard]] GraphMatch match_graphs(const MatchSide& before,
                                      const MatchSide& after,
                                      std::span<const Anchor> anchors,
                                      std::span<const std::int32_t> same_name,
                                      Trust trust = Trust::structure);

}  // namespace metagate
