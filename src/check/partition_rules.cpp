#include <string>
#include <unordered_set>

#include "check/families.h"

namespace metagate {
namespace {

void add(const Subject& subject, NodeId after, std::string detail,
         Findings& findings) {
  findings.push_back(finding_at(subject, "shape-partition", after));
  findings.back().detail = std::move(detail);
}

// Nodes with the tag that are elsewhere than the rest of their partition.
void judge_missing(const Subject& subject, const TaggedPartition& partition,
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
void judge_merged(const Subject& subject, Findings& findings) {
  std::unordered_set<std::uint32_t> owned;
  for (const TaggedPartition& partition : subject.partitions.list()) {
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

// Nodes without a tag that are in a delegate.
void judge_untagged(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const NodeId node(i);
    const std::uint32_t delegate = subject.correspondence.delegate[i];
    if (delegate == no_delegate || subject.swallows_delegate[delegate]) {
      continue;
    }
    if (!is_misplaced(subject.after, subject.correspondence, subject.partitions,
                      node)) {
      continue;
    }
    // Tagged for another partition: told by judge_missing.
    if (subject.partitions.of(subject.stands_for(node)) != nullptr) continue;
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
void judge_constants(const Subject& subject, const TaggedPartition& partition,
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
  for (const TaggedPartition& partition : subject.partitions.list()) {
    judge_missing(subject, partition, findings);
    judge_constants(subject, partition, findings);
  }
  judge_merged(subject, findings);
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
