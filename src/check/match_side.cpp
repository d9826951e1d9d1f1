#include "check/match_side.h"

namespace metagate {
namespace {

std::size_t at(std::int32_t vertex) {
  return static_cast<std::size_t>(vertex);
}

Hash128 use_hash(const Hash128& user, const MatchedGraph::Use& use) {
  const Hash128 parts[] = {user, {use.position, 0}};
  return hash_parts(parts);
}

}  // namespace

MatchedGraph::MatchedGraph(const MatchSide& graph) : graph_(graph) {
  const std::size_t count = graph.vertices.size();
  first_.assign(count + 1, 0);
  for (std::size_t v = 0; v < count; ++v) {
    for (const std::int32_t operand :
         graph.operands_of(static_cast<std::int32_t>(v))) {
      if (operand != no_vertex) ++first_[at(operand) + 1];
    }
  }
  for (std::size_t v = 0; v < count; ++v) first_[v + 1] += first_[v];
  uses_.resize(first_[count]);
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t v = 0; v < count; ++v) {
    const auto user = static_cast<std::int32_t>(v);
    std::uint32_t position = 0;
    for (const std::int32_t operand : graph.operands_of(user)) {
      if (operand != no_vertex) uses_[next[at(operand)]++] = {user, position};
      ++position;
    }
  }
}

std::span<const MatchedGraph::Use> MatchedGraph::uses(std::int32_t v) const {
  const std::uint32_t first = first_[at(v)];
  return std::span(uses_).subspan(first, first_[at(v) + 1] - first);
}

Hash128 MatchedGraph::user_labels(std::int32_t v) const {
  Hash128 bag;
  for (const Use& use : uses(v)) bag += use_hash((*this)[use.user].label, use);
  return bag;
}

std::vector<Hash128> MatchedGraph::downstream() const {
  std::vector<Hash128> hashes(size());
  for (std::size_t i = size(); i-- > 0;) {
    const auto v = static_cast<std::int32_t>(i);
    Hash128 bag;
    for (const Use& use : uses(v)) {
      if (use.user > v) bag += use_hash(hashes[at(use.user)], use);
    }
    const Hash128 parts[] = {(*this)[v].label, bag};
    hashes[i] = hash_parts(parts);
  }
  return hashes;
}

Hash128 hash_parts(std::span<const Hash128> parts) {
  return hash_bytes(
      {reinterpret_cast<const char*>(parts.data()), parts.size_bytes()},
      parts.size());
}

}  // namespace metagate
