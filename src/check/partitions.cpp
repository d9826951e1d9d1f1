#include "check/partitions.h"

#include <map>
#include <utility>

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
                                   const Correspondence& correspondence) {
  if (tags.empty()) return;
  std::vector<bool> is_inside(before.graphs().size(), false);
  for (const GraphPair& pair : correspondence.graphs) {
    if (pair.is_inside) is_inside[pair.before.index()] = true;
  }
  place_.assign(before.nodes().size(), no_place);
  // Of the graph and tag.
  std::map<std::pair<GraphId, Tags::TagId>, std::uint32_t> places;
  std::vector<Tags::TagId> tag_of;
  for (std::size_t i = 0; i < before.nodes().size(); ++i) {
    const NodeId node(i);
    const Tags::TagId tag = tags.of(node);
    const GraphId graph = before.node(node).graph;
    if (tag == Tags::none || is_inside[graph.index()]) continue;
    const auto [found, is_new] = places.try_emplace(
        {graph, tag}, static_cast<std::uint32_t>(list_.size()));
    if (is_new) {
      list_.emplace_back();
      tag_of.push_back(tag);
    }
    place_[i] = found->second;
    TaggedPartition& partition = list_[found->second];
    const bool is_constant = before.node(node).op == Op::placeholder;
    (is_constant ? partition.constants : partition.nodes).push_back(node);
  }
  for (std::size_t p = 0; p < list_.size(); ++p) {
    find_owner(after, correspondence, tags.hash(tag_of[p]), list_[p]);
  }
}

const TaggedPartition* TaggedPartitions::of(NodeId before) const {
  if (place_.empty() || place_[before.index()] == no_place) return nullptr;
  return &list_[place_[before.index()]];
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
