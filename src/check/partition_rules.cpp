#include <fmt/core.h>

#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "check/families.h"

namespace metagate {
namespace {

// A partition before, and how many of its nodes each new delegate holds.
struct Partition {
  std::vector<NodeId> nodes;      // before
  std::vector<NodeId> constants;  // placeholders with the tag
  std::map<std::uint32_t, std::size_t> held_by;
  std::uint32_t owner = no_delegate;
};

// By graph and tag; in the order of their first nodes.
class Partitions {
 public:
  explicit Partitions(const Subject& subject) {
    if (subject.tags.empty()) return;
    // The tags inside a delegate are those it was cut by.
    std::unordered_set<GraphId> inside;
    for (const GraphPair& pair : subject.correspondence.graphs) {
      if (pair.is_inside) inside.insert(pair.before);
    }
    for (std::size_t i = 0; i < subject.before.nodes().size(); ++i) {
      const NodeId node(i);
      const Tags::TagId tag = subject.tags.of(node);
      if (tag == Tags::none) continue;
      if (inside.contains(subject.before.node(node).graph)) continue;
      const auto key = std::pair(subject.before.node(node).graph.index(), tag);
      const auto [found, is_new] = index_.emplace(key, list.size());
      if (is_new) list.emplace_back();
      Partition& partition = list[found->second];
      if (subject.before.node(node).op == Op::placeholder) {
        partition.constants.push_back(node);
      } else {
        partition.nodes.push_back(node);
      }
    }
    for (Partition& partition : list) find_owner(subject, partition);
  }

  std::vector<Partition> list;

 private:
  static void find_owner(const Subject& subject, Partition& partition) {
    for (const NodeId node : partition.nodes) {
      const NodeId found = subject.correspondence.found[node.index()];
      if (found.is_none()) continue;
      const std::uint32_t delegate =
          subject.correspondence.delegate[found.index()];
      if (delegate != no_delegate) ++partition.held_by[delegate];
    }
    std::size_t most = 0;
    for (const auto& [delegate, count] : partition.held_by) {
      if (count <= most) continue;
      most = count;
      partition.owner = delegate;
    }
  }

  std::map<std::pair<std::uint32_t, Tags::TagId>, std::size_t> index_;
};

void add(const Subject& subject, NodeId after, std::string detail,
         Findings& findings) {
  findings.push_back(finding_at(subject, "shape-partition", after));
  findings.back().detail = std::move(detail);
}

// Nodes with the tag that are elsewhere than the rest of their partition.
void judge_missing(const Subject& subject, const Partition& partition,
                   Findings& findings) {
  if (partition.owner == no_delegate) {
    for (const NodeId node : partition.nodes) {
      const NodeId found = subject.correspondence.found[node.index()];
      if (found.is_none()) continue;
      add(subject, found, "its partition is no delegate", findings);
      return;
    }
    return;
  }
  if (subject.swallows_delegate[partition.owner]) return;
  for (const NodeId node : partition.nodes) {
    const NodeId found = subject.correspondence.found[node.index()];
    if (found.is_none()) continue;
    const std::uint32_t delegate =
        subject.correspondence.delegate[found.index()];
    if (delegate == partition.owner) continue;
    add(subject, found,
        delegate == no_delegate ? "was tagged, and is in no delegate"
                                : "is in another delegate than its partition",
        findings);
  }
}

// Two partitions in one delegate: told at the first node of the later one.
void judge_merged(const Subject& subject, const Partitions& partitions,
                  Findings& findings) {
  std::unordered_set<std::uint32_t> owned;
  for (const Partition& partition : partitions.list) {
    if (partition.owner == no_delegate) continue;
    if (owned.insert(partition.owner).second) continue;
    if (subject.swallows_delegate[partition.owner]) continue;
    for (const NodeId node : partition.nodes) {
      const NodeId found = subject.correspondence.found[node.index()];
      if (found.is_none()) continue;
      add(subject, found, "is in the delegate of another partition", findings);
      break;
    }
  }
}

// The element of a list- or tuple-valued node: a lowering that flattens outputs
// reads it inside.
bool reads_element(const Subject& subject, NodeId after) {
  return is_getitem(subject.after, after) &&
         subject.correspondence
                 .delegate[subject.after.operands(after)[0].index()] ==
             subject.correspondence.delegate[after.index()];
}

// Is the node in a lowered graph's own nodes, or in a body that such a node
// holds? A body has no tags of its own to ask for.
bool is_in_lowered_graph(const Subject& subject, NodeId after) {
  const std::uint32_t delegate = subject.correspondence.delegate[after.index()];
  return delegate != no_delegate &&
         subject.correspondence.delegates[delegate].at.lowered ==
             subject.after.node(after).graph;
}

void judge_untagged(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const NodeId node(i);
    const NodeId from = subject.stands_for(node);
    if (subject.part(node) != Part::vertex || from.is_none()) continue;
    if (!is_in_lowered_graph(subject, node)) continue;
    if (subject.swallows_delegate[subject.correspondence.delegate[i]]) {
      continue;
    }
    const Op op = subject.after.node(node).op;
    if (op == Op::placeholder || op == Op::get_attr) continue;
    if (subject.tags.of(from) != Tags::none) continue;
    if (reads_element(subject, node)) continue;
    add(subject, node, "is in a delegate, and was not tagged", findings);
  }
}

bool is_constant_of_graph(const Program& program, NodeId node) {
  const auto& signature = program.graph(program.node(node).graph).signature;
  if (!signature) return false;
  for (const InputSpec& spec : signature->inputs) {
    if (spec.arg == node) return is_constant(spec.kind) && spec.target;
  }
  return false;
}

// A constant that a partition owns, and uses, moves into its delegate.
void judge_constants(const Subject& subject, const Partition& partition,
                     Findings& findings) {
  if (partition.owner == no_delegate) return;
  if (subject.swallows_delegate[partition.owner]) return;
  const NewDelegate& delegate =
      subject.correspondence.delegates[partition.owner];
  for (const NodeId node : partition.constants) {
    if (!is_constant_of_graph(subject.before, node)) continue;
    bool is_owned = false;
    bool is_fed = false;
    for (const NodeId owned : delegate.owned) {
      is_owned = is_owned || subject.stands_for(owned) == node;
    }
    NodeId where;
    for (const NodeId fed : delegate.fed) {
      if (subject.stands_for(fed) != node) continue;
      is_fed = true;
      where = fed;
    }
    if (is_owned || !is_fed) continue;
    add(subject, where, "is fed to the delegate that its tag gives it to",
        findings);
  }
}

}  // namespace

void judge_shape_partition(const Subject& subject, Findings& findings) {
  if (subject.step == Step::pass) return;
  const Partitions partitions(subject);
  for (const Partition& partition : partitions.list) {
    judge_missing(subject, partition, findings);
    judge_constants(subject, partition, findings);
  }
  judge_merged(subject, partitions, findings);
  judge_untagged(subject, findings);
}

void judge_round_delegated(const Subject& subject, Findings& findings) {
  const auto& delegates = subject.correspondence.delegates;
  for (std::size_t d = 0; d < delegates.size(); ++d) {
    if (!subject.swallows_delegate[d]) continue;
    findings.push_back(
        finding_at(subject, "round-delegated", delegates[d].at.call));
    findings.back().detail =
        "holds a delegate of an earlier round, or a getitem of one";
  }
}

}  // namespace metagate
