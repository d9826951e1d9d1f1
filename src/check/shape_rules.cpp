#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "check/families.h"
#include "check/flatten.h"

namespace metagate {
namespace {

void add(Findings& findings, Finding finding, std::string detail) {
  finding.detail = std::move(detail);
  findings.push_back(std::move(finding));
}

void add_boundary_faults(const Subject& subject, std::string_view rule,
                         Findings& findings) {
  for (const BoundaryFault& fault : subject.boundary.faults) {
    if (fault.rule != rule) continue;
    add(findings, finding_at(subject, rule, fault.at), fault.detail);
  }
}

bool is_told(const Subject& subject, NodeId node) {
  const auto& faults = subject.boundary.faults;
  return std::any_of(faults.begin(), faults.end(), [&](const auto& fault) {
    return fault.rule == "shape-args" && fault.at == node;
  });
}

// Is an operand that is another one than before told of elsewhere: because what
// stood there is gone or can't be read, or what stands there is new, or because
// a delegate is read in a way that cannot be told?
bool is_explained(const Subject& subject, NodeId expected, NodeId operand) {
  if (subject.correspondence.found[expected.index()].is_none()) return true;
  if (is_unread(subject.after, subject.correspondence, subject.boundary,
                expected)) {
    return true;
  }
  const NodeId source = resolve(subject.after, subject.correspondence, operand);
  if (source.is_none()) return true;
  return value_of(subject.after, subject.correspondence, operand).is_none();
}

// A delegate of an earlier round, used itself where its getitem was.
bool is_direct_use(const Subject& subject, NodeId user, NodeId operand) {
  return is_delegate_call(subject.after, operand) &&
         !is_delegate_getitem(subject.after, user);
}

std::string compare_operands(const Subject& subject, NodeId node, NodeId from) {
  const auto is = subject.after.operands(node);
  const auto was = subject.before.operands(from);
  const bool is_output = subject.after.node(node).op == Op::output;
  std::size_t expected_count = was.size();
  if (is_output) {
    for (const auto& kept : subject.correspondence.kept_outputs) {
      if (kept.output == node) expected_count = kept.positions.size();
    }
  }
  if (is.size() != expected_count) {
    return fmt::format("takes {} operands where it took {}", is.size(),
                       expected_count);
  }
  std::string detail;
  for (std::uint32_t i = 0; i < is.size(); ++i) {
    const NodeId expected = was[subject.correspondence.kept_position(node, i)];
    const NodeId got = value_of(subject.after, subject.correspondence, is[i]);
    if (got == expected) continue;
    if (is_direct_use(subject, node, is[i])) continue;
    if (is_explained(subject, expected, is[i])) continue;
    if (!detail.empty()) detail += ", ";
    detail +=
        fmt::format("takes `{}` where `{}` stood", subject.after.name(is[i]),
                    subject.before.name(expected));
  }
  return detail;
}

bool same_value(const Subject& subject, ValueId was, ValueId is) {
  if (was.is_none() || is.is_none()) {
    // No arguments, spelt or not.
    const auto is_empty = [](const Program& program, ValueId value) {
      return value.is_none() || program.store().tree(value).items.empty();
    };
    return is_empty(subject.before, was) && is_empty(subject.after, is);
  }
  return subject.equal(was, is);
}

std::string compare_constants(const Subject& subject, NodeId node,
                              NodeId from) {
  const Node& is = subject.after.node(node);
  const Node& was = subject.before.node(from);
  if (is.op == Op::placeholder) return {};
  if (is.op == Op::output) {
    const auto& kept = subject.correspondence.kept_outputs;
    if (std::any_of(kept.begin(), kept.end(),
                    [&](const auto& k) { return k.output == node; })) {
      return {};
    }
  }
  if (!same_value(subject, was.args, is.args)) {
    return "has other constant arguments";
  }
  if (!same_value(subject, was.kwargs, is.kwargs)) {
    return "has other keyword arguments";
  }
  return {};
}

// A getitem of a delegate that was there before, with another index: is it the
// index of another getitem now?
enum class Reindexed { no, duplicated, wrong };

Reindexed reindexed(const Subject& subject, NodeId node) {
  const NodeId from = subject.stands_for(node);
  if (subject.part(node) != Part::vertex || from.is_none()) {
    return Reindexed::no;
  }
  if (!is_delegate_getitem(subject.after, node) ||
      !is_delegate_getitem(subject.before, from)) {
    return Reindexed::no;
  }
  const auto index = index_of_getitem(subject.after, node);
  if (index == index_of_getitem(subject.before, from)) return Reindexed::no;
  const auto uses = subject.users_after.of(subject.after.operands(node)[0]);
  const bool is_shared =
      std::any_of(uses.begin(), uses.end(), [&](const Use& use) {
        return use.user != node &&
               index_of_getitem(subject.after, use.user) == index;
      });
  return is_shared ? Reindexed::duplicated : Reindexed::wrong;
}

void add_reindexed(const Subject& subject, Reindexed wanted,
                   std::string_view rule, Findings& findings) {
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const NodeId node(i);
    if (subject.after.node(node).target != known::getitem) continue;
    if (reindexed(subject, node) != wanted) continue;
    const NodeId from = subject.stands_for(node);
    add(findings, finding_at(subject, rule, node),
        fmt::format("reads output {} where it read output {}",
                    *index_of_getitem(subject.after, node),
                    *index_of_getitem(subject.before, from)));
  }
}

}  // namespace

void judge_shape_args(const Subject& subject, Findings& findings) {
  add_boundary_faults(subject, "shape-args", findings);
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const NodeId node(i);
    const NodeId from = subject.stands_for(node);
    if (subject.part(node) != Part::vertex || from.is_none()) continue;
    if (subject.after.node(node).op == Op::placeholder) continue;
    if (is_told(subject, node)) continue;
    std::string detail = compare_operands(subject, node, from);
    if (detail.empty() && reindexed(subject, node) == Reindexed::no) {
      detail = compare_constants(subject, node, from);
    }
    if (detail.empty()) continue;
    add(findings, finding_at(subject, "shape-args", node), detail);
  }
}

void judge_shape_index(const Subject& subject, Findings& findings) {
  add_boundary_faults(subject, "shape-index", findings);
  add_reindexed(subject, Reindexed::wrong, "shape-index", findings);
  const auto& delegates = subject.correspondence.delegates;
  for (std::size_t d = 0; d < delegates.size(); ++d) {
    if (!delegates[d].is_matched) continue;
    const std::vector<bool>& is_read = subject.boundary.is_read[d];
    std::string unread;
    for (std::size_t i = 0; i < is_read.size(); ++i) {
      if (is_read[i]) continue;
      unread += unread.empty() ? "" : ", ";
      unread += std::to_string(i);
    }
    if (unread.empty()) continue;
    add(findings, finding_at(subject, "shape-index", delegates[d].at.call),
        fmt::format("no getitem reads output {} of {}", unread,
                    is_read.size()));
  }
}

void judge_shape_duplicated(const Subject& subject, Findings& findings) {
  add_boundary_faults(subject, "shape-duplicated", findings);
  add_reindexed(subject, Reindexed::duplicated, "shape-duplicated", findings);
}

void judge_shape_direct(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const NodeId node(i);
    const Part part = subject.part(node);
    if (part == Part::none || part == Part::getitem) continue;
    const std::uint32_t delegate = subject.correspondence.delegate[i];
    if (part == Part::call && subject.swallows_delegate[delegate]) continue;
    const auto operands = subject.after.operands(node);
    const NodeId from = subject.stands_for(node);
    for (std::uint32_t position = 0; position < operands.size(); ++position) {
      const NodeId operand = operands[position];
      if (!is_direct_use(subject, node, operand)) continue;
      // It did so before.
      if (part == Part::vertex && from) {
        const auto was = subject.before.operands(from);
        const std::uint32_t kept =
            subject.correspondence.kept_position(node, position);
        if (kept < was.size() && is_delegate_call(subject.before, was[kept])) {
          continue;
        }
      }
      add(findings, finding_at(subject, "shape-direct", node),
          fmt::format("takes `{}` itself, a list",
                      subject.after.name(operand)));
      break;
    }
  }
}

}  // namespace metagate
