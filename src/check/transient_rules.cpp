#include <set>
#include <string>

#include "check/families.h"
#include "check/step.h"

namespace metagate {
namespace {

bool has_to_be_gone(const Subject& subject, std::string_view key, Role role) {
  return key == delegation_tag_key ||
         subject.policy.of(key, role) == Class::transient;
}

// The tags that the nodes of each new delegate had before.
std::vector<std::set<std::string>> tags_of_delegates(const Subject& subject) {
  std::vector<std::set<std::string>> tags(
      subject.correspondence.delegates.size());
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const std::uint32_t delegate = subject.correspondence.delegate[i];
    const NodeId from = subject.stands_for(NodeId(i));
    if (delegate == no_delegate || from.is_none()) continue;
    if (subject.part(NodeId(i)) != Part::vertex) continue;
    std::string tag = tag_of(subject.before, from);
    if (!tag.empty()) tags[delegate].insert(std::move(tag));
  }
  return tags;
}

// The tags in one graph before: those an old delegate was cut by.
std::set<std::string> tags_of_graph(const Program& program, GraphId graph) {
  std::set<std::string> tags;
  const Range range = program.graph(graph).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    std::string tag = tag_of(program, NodeId(i));
    if (!tag.empty()) tags.insert(std::move(tag));
  }
  return tags;
}

void add_foreign(const Subject& subject, NodeId node,
                 const std::set<std::string>& own, Findings& findings) {
  const ValueId value = subject.after.value(node, known::delegation_tag);
  if (value.is_none() || subject.shared.is_borrowed(node)) return;
  const Tree tree =
      followed(subject.after.store().tree(value), subject.after.store());
  if (tree.tag == Tag::text && own.contains(tree.text)) return;
  // The tag that this very node had is no news.
  const NodeId from = subject.stands_for(node);
  if (from && subject.part(node) == Part::vertex) {
    const ValueId was = subject.before.value(from, known::delegation_tag);
    if (was && subject.equal(was, value)) return;
  }
  Finding finding = finding_at(subject, "transient-foreign", node);
  finding.key = delegation_tag_key;
  finding.got = quote(subject.after, value);
  findings.push_back(std::move(finding));
}

}  // namespace

void judge_transient_left(const Subject& subject, Findings& findings) {
  if (subject.step == Step::pass) return;
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const NodeId node(i);
    if (subject.part(node) == Part::none) continue;
    if (subject.correspondence.is_inside(node)) continue;
    if (subject.shared.is_borrowed(node)) continue;
    for (const MetaEntry& entry : subject.after.meta(node)) {
      const std::string_view key = subject.after.text(entry.key);
      if (!has_to_be_gone(subject, key, subject.role(node))) continue;
      Finding finding = finding_at(subject, "transient-left", node);
      finding.key = key;
      finding.got = quote(subject.after, entry.value);
      findings.push_back(std::move(finding));
    }
  }
}

void judge_transient_foreign(const Subject& subject, Findings& findings) {
  if (subject.step == Step::pass) return;
  const auto tags = tags_of_delegates(subject);
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const NodeId node(i);
    const std::uint32_t delegate = subject.correspondence.delegate[i];
    if (delegate == no_delegate || !subject.correspondence.is_inside(node)) {
      continue;
    }
    if (subject.is_in_unmatched_delegate(node)) continue;
    add_foreign(subject, node, tags[delegate], findings);
  }
  for (const GraphPair& pair : subject.correspondence.graphs) {
    if (!pair.is_inside) continue;
    const std::set<std::string> own =
        tags_of_graph(subject.before, pair.before);
    const Range range = subject.after.graph(pair.after).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      if (subject.correspondence.delegate[i] != no_delegate) continue;
      add_foreign(subject, NodeId(i), own, findings);
    }
  }
}

}  // namespace metagate
