#include <algorithm>
#include <unordered_set>

#include "check/families.h"

namespace metagate {
namespace {

// Nodes before that something else than `vanished` tells of: interchangeable
// ones, and the machinery of a delegate that is lost as a whole.
std::unordered_set<NodeId> told_elsewhere(const Subject& subject) {
  std::unordered_set<NodeId> told;
  for (const auto& ambiguous : subject.correspondence.ambiguous) {
    told.insert(ambiguous.before.begin(), ambiguous.before.end());
  }
  if (subject.correspondence.lost_delegates.empty()) return told;
  const Users users(subject.before);
  for (const NodeId call : subject.correspondence.lost_delegates) {
    told.insert(call);
    told.insert(subject.before.operands(call)[0]);
    for (const Use& use : users.of(call)) {
      if (is_delegate_getitem(subject.before, use.user)) told.insert(use.user);
    }
  }
  return told;
}

// Does a new delegate compute nothing?
bool is_hollow(const Subject& subject, const NewDelegate& delegate) {
  const auto nodes = subject.after.nodes_of(delegate.at.lowered);
  return std::all_of(nodes.begin(), nodes.end(), [](const Node& node) {
    return node.op == Op::placeholder || node.op == Op::output ||
           node.op == Op::get_attr;
  });
}

// Can a hollow delegate be what is left of a partition, of constants or of one
// that has lost all its nodes?
bool has_partition(const Subject& subject, const NewDelegate& delegate) {
  const auto& partitions = subject.partitions.list();
  return std::any_of(
      partitions.begin(), partitions.end(), [&](const TaggedPartition& p) {
        if (p.owner != no_delegate || p.nodes.empty()) {
          return p.owner != no_delegate &&
                 &subject.correspondence.delegates[p.owner] == &delegate;
        }
        return subject.before.node(p.nodes.front()).graph == delegate.cut_from;
      });
}

// Is the partition of that node a delegate now? Where all of it is gone, and a
// delegate of its graph was left behind empty, that is it.
bool was_to_be_inside(const Subject& subject, NodeId before) {
  const TaggedPartition* partition = subject.partitions.of(before);
  if (partition == nullptr) return false;
  if (partition->owner != no_delegate) return true;
  const GraphId graph = subject.before.node(before).graph;
  return std::any_of(subject.correspondence.delegates.begin(),
                     subject.correspondence.delegates.end(),
                     [&](const NewDelegate& d) {
                       return d.cut_from == graph && is_hollow(subject, d);
                     });
}

void judge_vanished(const Subject& subject, bool inside, std::string_view rule,
                    Findings& findings) {
  std::unordered_set<NodeId> told;
  bool told_is_known = false;
  for (const GraphPair& pair : subject.correspondence.graphs) {
    const Range range = subject.before.graph(pair.before).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const NodeId node(i);
      if (subject.correspondence.found[i]) continue;
      if (!told_is_known) {
        told = told_elsewhere(subject);
        told_is_known = true;
      }
      if (told.contains(node)) continue;
      const bool is_inside = pair.is_inside || was_to_be_inside(subject, node);
      if (is_inside != inside) continue;
      findings.push_back(finding_at_vanished(subject, rule, node));
    }
  }
}

bool is_ambiguous(const Subject& subject, NodeId node) {
  return std::any_of(
      subject.correspondence.ambiguous.begin(),
      subject.correspondence.ambiguous.end(), [&](const auto& ambiguous) {
        return std::find(ambiguous.after.begin(), ambiguous.after.end(),
                         node) != ambiguous.after.end();
      });
}

void judge_appeared(const Subject& subject, bool inside, std::string_view rule,
                    Findings& findings) {
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const NodeId node(i);
    if (subject.part(node) != Part::vertex || subject.stands_for(node)) {
      continue;
    }
    if (subject.correspondence.is_inside(node) != inside) continue;
    if (subject.is_in_unmatched_delegate(node)) continue;
    if (is_ambiguous(subject, node)) continue;
    findings.push_back(finding_at(subject, rule, node));
  }
}

}  // namespace

void judge_outside_vanished(const Subject& subject, Findings& findings) {
  judge_vanished(subject, false, "outside-vanished", findings);
}

void judge_inside_vanished(const Subject& subject, Findings& findings) {
  judge_vanished(subject, true, "inside-vanished", findings);
}

void judge_outside_appeared(const Subject& subject, Findings& findings) {
  constexpr std::string_view rule = "outside-appeared";
  judge_appeared(subject, false, rule, findings);
  if (subject.step != Step::pass) return;
  // A pass is one-to-one: it makes no delegates.
  for (const NewDelegate& delegate : subject.correspondence.delegates) {
    findings.push_back(finding_at(subject, rule, delegate.at.call));
    findings.back().detail = "a pass made a delegate";
  }
}

void judge_inside_appeared(const Subject& subject, Findings& findings) {
  judge_appeared(subject, true, "inside-appeared", findings);
}

void judge_match_none(const Subject& subject, Findings& findings) {
  constexpr std::string_view rule = "match-none";
  const Correspondence& correspondence = subject.correspondence;
  for (const NodeId call : correspondence.lost_delegates) {
    findings.push_back(finding_at_vanished(subject, rule, call));
    findings.back().detail = "a delegate that was there before is gone";
  }
  for (const NewDelegate& delegate : correspondence.delegates) {
    const bool is_made_up =
        is_hollow(subject, delegate) && !has_partition(subject, delegate);
    if (delegate.is_matched && !is_made_up) continue;
    findings.push_back(finding_at(subject, rule, delegate.at.call));
    findings.back().detail = "nothing in it was there before";
  }
  for (const GraphId graph : correspondence.lost_graphs) {
    findings.push_back(finding_at_graph(subject, rule, graph, true));
  }
  for (const GraphId graph : correspondence.invented_graphs) {
    findings.push_back(finding_at_graph(subject, rule, graph, false));
  }
}

void judge_match_ambiguous(const Subject& subject, Findings& findings) {
  for (const auto& ambiguous : subject.correspondence.ambiguous) {
    Finding finding =
        finding_at(subject, "match-ambiguous", ambiguous.after.front());
    for (std::size_t i = 1; i < ambiguous.after.size(); ++i) {
      finding.also.push_back(name_in(subject.after, ambiguous.after[i]));
    }
    std::sort(finding.also.begin(), finding.also.end());
    finding.detail = std::to_string(ambiguous.before.size()) +
                     " interchangeable nodes before, " +
                     std::to_string(ambiguous.after.size()) + " after";
    findings.push_back(std::move(finding));
  }
}

}  // namespace metagate
