#include "check/partitions.h"

#include <unordered_set>

namespace metagate {
namespace {

void find_owner(const Program& after, const Correspondence& correspondence,
                const Hash128& tag, TaggedPartition& partition) {
  // How many of its nodes a delegate holds, and how many of those have the tag
  // there.
  using Claim = std::pair<std::size_t, std::size_t>;
  std::map<std::uint32_t, Claim> claims;
  for (const NodeId node : partition.nodes) {
    const NodeId found = correspondence.found[node.index()];
    if (found.is_none()) continue;
    const std::uint32_t delegate = correspondence.delegate[found.index()];
    if (delegate == no_delegate) continue;
    Claim& claim = claims[delegate];
    ++claim.first;
    const ValueId value = after.value(found, known::delegation_tag);
    claim.second += value && after.store().facts(value).hash == tag;
  }
  Claim best;
  for (const auto& [delegate, claim] : claims) {
    if (claim <= best) continue;
    best = claim;
    partition.owner = delegate;
  }
}

bool reads_element(const Program& after, const Correspondence& correspondence,
                   NodeId node) {
  if (!is_getitem(after, node)) return false;
  const NodeId operand = after.operands(node)[0];
  return correspondence.delegate[operand.index()] ==
         correspondence.delegate[node.index()];
}

}  // namespace

TaggedPartitions::TaggedPartitions(const Program& before, const Program& after,
                                   const Tags& tags,
                                   const Correspondence& correspondence)
    : before_(before), tags_(tags) {
  if (tags.empty()) return;
  std::unordered_set<GraphId> inside;
  for (const GraphPair& pair : correspondence.graphs) {
    if (pair.is_inside) inside.insert(pair.before);
  }
  for (std::size_t i = 0; i < before.nodes().size(); ++i) {
    const NodeId node(i);
    const Tags::TagId tag = tags.of(node);
    const GraphId graph = before.node(node).graph;
    if (tag == Tags::none || inside.contains(graph)) continue;
    const auto [found, is_new] =
        index_.emplace(Key{graph.index(), tag}, list_.size());
    if (is_new) list_.emplace_back();
    TaggedPartition& partition = list_[found->second];
    const bool is_constant = before.node(node).op == Op::placeholder;
    (is_constant ? partition.constants : partition.nodes).push_back(node);
  }
  for (const auto& [key, index] : index_) {
    find_owner(after, correspondence, tags.hash(key.second), list_[index]);
  }
}

const TaggedPartition* TaggedPartitions::of(NodeId before) const {
  const auto found =
      index_.find({before_.node(before).graph.index(), tags_.of(before)});
  return found == index_.end() ? nullptr : &list_[found->second];
}

bool is_misplaced(const Program& after, const Correspondence& correspondence,
                  const TaggedPartitions& partitions, NodeId node) {
  const NodeId from = correspondence.stands_for[node.index()];
  const std::uint32_t delegate = correspondence.delegate[node.index()];
  if (correspondence.part[node.index()] != Part::vertex || from.is_none() ||
      delegate == no_delegate) {
    return false;
  }
  // A body that such a node holds has no tags of its own to ask for.
  if (correspondence.delegates[delegate].at.lowered != after.node(node).graph) {
    return false;
  }
  const Op op = after.node(node).op;
  if (op == Op::placeholder || op == Op::get_attr) return false;
  const TaggedPartition* partition = partitions.of(from);
  if (partition != nullptr) return partition->owner != delegate;
  return !reads_element(after, correspondence, node);
}

}  // namespace metagate
