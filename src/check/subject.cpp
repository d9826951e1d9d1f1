#include "check/subject.h"

#include <fmt/core.h>

#include <algorithm>

#include "check/step.h"

namespace metagate {
namespace {

std::vector<bool> find_swallowing(const Program& before,
                                  const Correspondence& correspondence) {
  std::vector<bool> swallows(correspondence.delegates.size(), false);
  for (std::size_t i = 0; i < correspondence.part.size(); ++i) {
    const std::uint32_t delegate = correspondence.delegate[i];
    const NodeId from = correspondence.stands_for[i];
    if (delegate == no_delegate || from.is_none()) continue;
    if (correspondence.part[i] != Part::vertex) continue;
    if (is_delegate_call(before, from) || is_delegate_getitem(before, from)) {
      swallows[delegate] = true;
    }
  }
  return swallows;
}

// The place of a node after (see Finding::place).
std::string place_of(const Subject& subject, NodeId node, int depth = 0) {
  const Part part = subject.part(node);
  const NodeId from = subject.stands_for(node);
  const auto before_place = [&](NodeId id) {
    const NodeName name = name_in(subject.before, id);
    return name.graph + "/" + name.node;
  };
  if (from && part != Part::fed) return before_place(from);
  std::string near;
  if (from) near = before_place(from);
  for (const NodeId operand : subject.after.operands(node)) {
    if (!near.empty()) break;
    if (const NodeId value =
            value_of(subject.after, subject.correspondence, operand)) {
      near = before_place(value);
    }
  }
  for (const NodeId operand : subject.after.operands(node)) {
    if (!near.empty() || depth > 50) break;
    if (subject.part(operand) == Part::get_attr) continue;
    near = place_of(subject, operand, depth + 1);
  }
  if (near.empty()) {
    near = subject.after.text(
        subject.after.graph(subject.after.node(node).graph).name);
  }
  return fmt::format("{}>{}", near,
                     subject.after.text(subject.after.node(node).target));
}

}  // namespace

Subject::Subject(const Program& before_program, const Program& after_program,
                 const Policy& the_policy, const CheckOptions& options,
                 Trust trust)
    : before(before_program),
      after(after_program),
      policy(the_policy),
      same_document(options.same_document &&
                    &before.store().root() == &after.store().root()),
      users_after(after),
      tags(before),
      correspondence(correspond(before, after, users_after, tags, trust)),
      boundary(
          judge_boundaries(before, after, users_after, tags, correspondence)),
      partitions(before, after, tags, correspondence),
      step(options.step == Step::automatic
               ? step_of(before, after, correspondence)
               : options.step),
      keys(before, after, policy),
      equal(
          before, after,
          [this](NodeId x, NodeId y) -> std::optional<bool> {
            if (y.is_none()) return correspondence.found[x.index()].is_none();
            const NodeId from = correspondence.stands_for[y.index()];
            if (from.is_none()) return std::nullopt;
            return from == x;
          },
          same_document),
      equal_before(
          before, before, [](NodeId x, NodeId y) { return x == y; }, false),
      equal_after(
          after, after, [](NodeId x, NodeId y) { return x == y; }, false),
      shared(find_shared_meta(before, after, correspondence)),
      differences(
          compare_keys(before, after, correspondence, keys, equal, step)),
      swallows_delegate(find_swallowing(before, correspondence)) {
  drop_what_sharing_explains(correspondence, shared, differences);
}

bool Subject::is_in_unmatched_delegate(NodeId node) const {
  const std::uint32_t delegate = correspondence.delegate[node.index()];
  return delegate != no_delegate &&
         !correspondence.delegates[delegate].is_matched;
}

NodeName name_in(const Program& program, NodeId node) {
  return {
      std::string(program.text(program.graph(program.node(node).graph).name)),
      std::string(program.name(node))};
}

Quoted quote(const Program& program, ValueId value) {
  return {program.shared_store(), program.store().tree(value)};
}

Finding finding_at(const Subject& subject, std::string_view rule,
                   NodeId after) {
  Finding finding;
  finding.rule = rule;
  finding.at = name_in(subject.after, after);
  finding.graph = subject.after.node(after).graph;
  finding.node = after;
  finding.place = place_of(subject, after);
  if (const NodeId from = subject.stands_for(after)) {
    finding.from = name_in(subject.before, from);
  }
  return finding;
}

Finding finding_at_vanished(const Subject& subject, std::string_view rule,
                            NodeId before) {
  Finding finding;
  finding.rule = rule;
  finding.at = name_in(subject.before, before);
  finding.vanished = true;
  finding.graph = subject.before.node(before).graph;
  finding.node = before;
  finding.place = finding.at.graph + "/" + finding.at.node;
  finding.from = finding.at;
  return finding;
}

Finding finding_at_graph(const Subject& subject, std::string_view rule,
                         GraphId graph, bool vanished) {
  const Program& program = vanished ? subject.before : subject.after;
  Finding finding;
  finding.rule = rule;
  finding.at = {std::string(program.text(program.graph(graph).name)), {}};
  finding.vanished = vanished;
  finding.graph = graph;
  finding.place = finding.at.graph;
  return finding;
}

}  // namespace metagate
