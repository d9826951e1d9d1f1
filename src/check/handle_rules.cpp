#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "check/families.h"

namespace metagate {
namespace {

struct HashOf {
  std::size_t operator()(const Hash128& hash) const {
    return static_cast<std::size_t>(hash.low);
  }
};

struct Holders {
  std::vector<NodeId> new_calls;  // in graph order
  std::vector<NodeId> others;
};

bool counts(const Program& program, NodeId id) {
  const Node& node = program.node(id);
  return node.op != Op::placeholder && node.op != Op::output &&
         node.target != known::getitem;
}

}  // namespace

// One finding for each handle that is held twice, at the first new delegate.
void judge_delegate_duplicated(const Subject& subject, Findings& findings) {
  const auto& delegates = subject.correspondence.delegates;
  if (delegates.empty()) return;
  // A node whose own handle is wrong is a finding already.
  std::unordered_set<NodeId> wrong;
  for (const KeyDifference& difference : subject.differences.list) {
    if (difference.key == "debug_handle") wrong.insert(difference.node);
  }
  std::unordered_map<Hash128, Holders, HashOf> holders;
  const Program& after = subject.after;
  for (const NewDelegate& delegate : delegates) {
    const NodeId call = delegate.at.call;
    const ValueId handle = after.value(call, known::debug_handle);
    if (handle.is_none() || subject.shared.is_borrowed(call)) continue;
    holders[after.store().facts(handle).hash].new_calls.push_back(call);
  }
  for (std::size_t i = 0; i < after.nodes().size(); ++i) {
    const NodeId node(i);
    if (subject.part(node) == Part::call || !counts(after, node)) continue;
    const ValueId handle = after.value(node, known::debug_handle);
    if (handle.is_none() || wrong.contains(node)) continue;
    if (subject.shared.is_borrowed(node)) continue;
    const auto found = holders.find(after.store().facts(handle).hash);
    if (found != holders.end()) found->second.others.push_back(node);
  }
  for (auto& [hash, holder] : holders) {
    if (holder.new_calls.size() + holder.others.size() < 2) continue;
    std::sort(holder.new_calls.begin(), holder.new_calls.end());
    const NodeId first = holder.new_calls.front();
    Finding finding = finding_at(subject, "delegate-duplicated", first);
    finding.key = "debug_handle";
    finding.got = quote(after, after.value(first, known::debug_handle));
    for (std::size_t i = 1; i < holder.new_calls.size(); ++i) {
      finding.also.push_back(name_in(after, holder.new_calls[i]));
    }
    for (const NodeId other : holder.others) {
      finding.also.push_back(name_in(after, other));
    }
    std::sort(finding.also.begin(), finding.also.end());
    findings.push_back(std::move(finding));
  }
}

}  // namespace metagate
