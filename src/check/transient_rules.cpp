#include <algorithm>
#include <vector>

#include "check/families.h"

namespace metagate {
namespace {

using TagHashes = std::vector<Hash128>;

void add_hash(const Hash128& hash, TagHashes& tags) {
  if (std::find(tags.begin(), tags.end(), hash) == tags.end()) {
    tags.push_back(hash);
  }
}

void add_tag(const Subject& subject, NodeId before, TagHashes& tags) {
  const Tags::TagId tag = subject.tags.of(before);
  if (tag != Tags::none) add_hash(subject.tags.hash(tag), tags);
}

// The tags that a new delegate can have been cut by. `is_known` where a node
// that computes something is left in it; constants may have the tag of others.
struct OwnTags {
  TagHashes tags;
  bool is_known = false;
};

// The tags that the nodes of each new delegate had before, and those of nodes
// that should not be in it: they are `shape-partition`, and so the whole
// delegate may have been cut by their tag.
std::vector<OwnTags> tags_of_delegates(const Subject& subject) {
  std::vector<OwnTags> own(subject.correspondence.delegates.size());
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const std::uint32_t delegate = subject.correspondence.delegate[i];
    const NodeId from = subject.stands_for(NodeId(i));
    if (delegate == no_delegate || from.is_none()) continue;
    if (subject.part(NodeId(i)) != Part::vertex) continue;
    const Op op = subject.after.node(NodeId(i)).op;
    if (op != Op::placeholder && op != Op::get_attr) {
      own[delegate].is_known = true;
    }
    TagHashes& tags = own[delegate].tags;
    add_tag(subject, from, tags);
    if (!is_misplaced(subject.after, subject.correspondence, subject.partitions,
                      NodeId(i))) {
      continue;
    }
    const ValueId tag = subject.after.value(NodeId(i), known::delegation_tag);
    if (tag) add_hash(subject.after.store().facts(tag).hash, tags);
  }
  return own;
}

// The tags in one graph before: those an old delegate was cut by.
TagHashes tags_of_graph(const Subject& subject, GraphId graph) {
  TagHashes tags;
  const Range range = subject.before.graph(graph).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    add_tag(subject, NodeId(i), tags);
  }
  return tags;
}

void add_foreign(const Subject& subject, NodeId node, const TagHashes& own,
                 Findings& findings) {
  const ValueId value = subject.after.value(node, known::delegation_tag);
  if (value.is_none() || subject.shared.is_borrowed(node)) return;
  const Hash128& hash = subject.after.store().facts(value).hash;
  if (std::find(own.begin(), own.end(), hash) != own.end()) return;
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
      const PolicyKey& key = subject.keys[subject.keys.in_after(entry.key)];
      const bool has_to_be_gone =
          key.is_tag || key.of(subject.role(node)) == Class::transient;
      if (!has_to_be_gone) continue;
      Finding finding = finding_at(subject, "transient-left", node);
      finding.key = key.text;
      finding.got = quote(subject.after, entry.value);
      findings.push_back(std::move(finding));
    }
  }
}

void judge_transient_foreign(const Subject& subject, Findings& findings) {
  if (subject.step == Step::pass) return;
  const std::vector<OwnTags> by_delegate = tags_of_delegates(subject);
  for (std::size_t i = 0; i < subject.after.nodes().size(); ++i) {
    const NodeId node(i);
    const std::uint32_t delegate = subject.correspondence.delegate[i];
    if (delegate == no_delegate || !subject.correspondence.is_inside(node)) {
      continue;
    }
    if (subject.is_in_unmatched_delegate(node)) continue;
    // All that it was made of has vanished.
    if (!by_delegate[delegate].is_known) continue;
    const TagHashes& tags = by_delegate[delegate].tags;
    // None of its nodes was tagged: that is `shape-partition`, too.
    if (tags.empty() && !subject.tags.empty()) continue;
    // A node that is in the wrong delegate is `shape-partition`.
    if (is_misplaced(subject.after, subject.correspondence, subject.partitions,
                     node)) {
      continue;
    }
    add_foreign(subject, node, tags, findings);
  }
  for (const GraphPair& pair : subject.correspondence.graphs) {
    if (!pair.is_inside) continue;
    const TagHashes own = tags_of_graph(subject, pair.before);
    const Range range = subject.after.graph(pair.after).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      if (subject.correspondence.delegate[i] != no_delegate) continue;
      add_foreign(subject, NodeId(i), own, findings);
    }
  }
}

}  // namespace metagate
