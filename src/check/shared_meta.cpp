#include "check/shared_meta.h"

#include <algorithm>

namespace metagate {
namespace {

// Were all of them nodes before, and did they share one dict then?
bool shared_before(const Program& before, const Correspondence& correspondence,
                   const std::vector<NodeId>& nodes) {
  MetaId meta;
  std::vector<NodeId> seen;  // a node did not share with itself
  for (const NodeId node : nodes) {
    const NodeId from = correspondence.stands_for[node.index()];
    if (correspondence.part[node.index()] != Part::vertex) return false;
    if (from.is_none()) return false;
    if (std::find(seen.begin(), seen.end(), from) != seen.end()) return false;
    seen.push_back(from);
    const MetaId its = before.node(from).meta;
    if (meta && meta != its) return false;
    meta = its;
  }
  return true;
}

}  // namespace

bool SharedMeta::is_borrowed(NodeId node) const {
  const auto found = group_of.find(node);
  return found != group_of.end() && groups[found->second].rightful != node;
}

SharedMeta find_shared_meta(const Program& before, const Program& after,
                            const Correspondence& correspondence) {
  SharedMeta shared;
  const std::size_t count = after.nodes().size();
  if (after.meta_count() >= count) {
    // As many dicts as nodes: shared ones would leave others without a node,
    // which a reader never makes, but a lowering can.
    std::vector<bool> seen(after.meta_count(), false);
    bool any = false;
    for (std::size_t i = 0; i < count && !any; ++i) {
      const std::size_t meta = after.node(NodeId(i)).meta.index();
      any = seen[meta];
      seen[meta] = true;
    }
    if (!any) return shared;
  }
  std::unordered_map<MetaId, std::vector<NodeId>> holders;
  std::vector<MetaId> order;
  for (std::size_t i = 0; i < count; ++i) {
    const MetaId meta = after.node(NodeId(i)).meta;
    std::vector<NodeId>& nodes = holders[meta];
    if (nodes.size() == 1) order.push_back(meta);
    nodes.push_back(NodeId(i));
  }
  for (const MetaId meta : order) {
    std::vector<NodeId>& nodes = holders[meta];
    if (shared_before(before, correspondence, nodes)) continue;
    for (const NodeId node : nodes) {
      shared.group_of.emplace(node,
                              static_cast<std::uint32_t>(shared.groups.size()));
    }
    shared.groups.push_back({.nodes = nodes, .rightful = nodes.front()});
  }
  return shared;
}

}  // namespace metagate
