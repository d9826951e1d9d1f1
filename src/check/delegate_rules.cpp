#include <algorithm>

#include "check/entries.h"
#include "check/families.h"

namespace metagate {
namespace {

// A value, and the program it is in; none stands for None, the `val` of a node
// that has no such key.
struct Candidate {
  bool is_before;
  ValueId value;
};

// The `val` that the value of output `index` of a delegate can be said to be:
// that of its getitem, or of the node it stands for. A getitem whose own `val`
// is wrong is a finding already.
class OutputVals {
 public:
  explicit OutputVals(const Subject& subject) : subject_(subject) {}

  void add_before(NodeId node) {
    if (node.is_none()) return;
    candidates_.push_back({true, subject_.before.value(node, known::val)});
  }
  void add_after(NodeId node) {
    if (subject_.shared.is_borrowed(node)) return;
    if (const ValueId value = subject_.after.value(node, known::val)) {
      candidates_.push_back({false, value});
    }
  }

  // Has no node of these a `val`?
  [[nodiscard]] bool empty() const {
    return std::none_of(candidates_.begin(), candidates_.end(),
                        [](const Candidate& c) { return bool(c.value); });
  }

  [[nodiscard]] bool holds(const Tree& element) const {
    if (candidates_.empty()) return element.tag == Tag::null;
    return std::any_of(candidates_.begin(), candidates_.end(),
                       [&](const Candidate& c) {
                         if (c.value.is_none()) return element.tag == Tag::null;
                         if (c.is_before) {
                           return subject_.equal.trees(
                               subject_.before.store().tree(c.value), element);
                         }
                         return subject_.equal_after.trees(
                             subject_.after.store().tree(c.value), element);
                       });
  }

  [[nodiscard]] Tree expected() const {
    if (candidates_.empty() || candidates_.front().value.is_none()) {
      return null_tree();
    }
    const Candidate& c = candidates_.front();
    return (c.is_before ? subject_.before : subject_.after)
        .store()
        .tree(c.value);
  }

 private:
  const Subject& subject_;
  std::vector<Candidate> candidates_;
};

// Does the getitem read that output, and rightly?
bool reads_output(const Subject& subject, NodeId getitem, std::size_t output) {
  return subject.correspondence.index[getitem.index()] ==
             static_cast<std::int64_t>(output) &&
         subject.correspondence.reads_instead(getitem).is_none();
}

std::vector<OutputVals> vals_of(const Subject& subject,
                                const NewDelegate& delegate) {
  std::vector<OutputVals> vals(delegate.visible.size(), OutputVals(subject));
  for (std::size_t i = 0; i < vals.size(); ++i) {
    const NodeId output =
        value_of(subject.after, subject.correspondence, delegate.visible[i]);
    for (const NodeId getitem : delegate.getitems) {
      const bool reads = reads_output(subject, getitem, i);
      const NodeId from = subject.stands_for(getitem);
      if (!reads && (from.is_none() || from != output)) continue;
      vals[i].add_after(getitem);
      vals[i].add_before(from);
    }
    vals[i].add_before(output);
  }
  return vals;
}

bool all_are_read(const Subject& subject, std::size_t delegate) {
  const std::vector<bool>& read = subject.boundary.is_read[delegate];
  return std::find(read.begin(), read.end(), false) == read.end();
}

bool is_judged(const Subject& subject, const NewDelegate& delegate) {
  return delegate.is_matched && !subject.shared.is_borrowed(delegate.at.call);
}

// The usual case, decided by hash alone.
bool is_list_of_getitem_vals(const Subject& subject,
                             const NewDelegate& delegate, ValueId val) {
  const Store& store = subject.after.store();
  const Facts& got = store.facts(val);
  if (!got.decided_by_equal_hash()) return false;
  std::vector<Facts> parts(delegate.visible.size());
  std::vector<bool> seen(parts.size(), false);
  for (const NodeId getitem : delegate.getitems) {
    const std::int64_t index = subject.correspondence.index[getitem.index()];
    if (index < 0) return false;
    const auto i = static_cast<std::size_t>(index);
    const ValueId value = subject.after.value(getitem, known::val);
    if (i >= parts.size() || seen[i] || value.is_none()) return false;
    seen[i] = true;
    parts[i] = store.facts(value);
  }
  if (std::find(seen.begin(), seen.end(), false) != seen.end()) return false;
  return sequence_facts(Tag::list, parts).hash == got.hash;
}

bool val_is_right(const Subject& subject, std::size_t index,
                  const std::vector<OutputVals>& vals, const Tree& got) {
  if (got.tag != Tag::list) return false;
  const bool complete = all_are_read(subject, index);
  if (complete && got.items.size() != vals.size()) return false;
  for (std::size_t i = 0; i < vals.size(); ++i) {
    if (!subject.boundary.is_read[index][i]) continue;
    if (i >= got.items.size()) return false;
    if (!vals[i].holds(got.items[i].value)) return false;
  }
  return true;
}

// The node before that output `i` of a lowered graph says it is the mutation
// of.
NodeId mutation_at(const Subject& subject, const NewDelegate& delegate,
                   std::span<const NodeId> returned, std::size_t i) {
  const auto& signature = subject.after.graph(delegate.at.lowered).signature;
  if (!signature) return {};
  const OutputSpec* spec = output_spec(*signature, returned, i);
  if (spec == nullptr || !spec->target) return {};
  return mutation_before(subject.before, delegate.cut_from,
                         subject.after.text(spec->target));
}

// The output node of a lowered graph: `val` is the list or tuple of the `val`
// of all that is returned.
bool output_val_is_right(const Subject& subject, NodeId output,
                         const Tree& got) {
  if (got.tag != Tag::list && got.tag != Tag::tuple) return false;
  const auto returned = subject.after.operands(output);
  if (got.items.size() != returned.size()) return false;
  const std::uint32_t index = subject.correspondence.delegate[output.index()];
  for (std::size_t i = 0; i < returned.size(); ++i) {
    OutputVals vals(subject);
    vals.add_after(returned[i]);
    vals.add_before(
        value_of(subject.after, subject.correspondence, returned[i]));
    // What stood here in the lowered graph of an older delegate.
    vals.add_before(expected_operand(subject.before, subject.correspondence,
                                     {output, static_cast<std::uint32_t>(i)}));
    if (index != no_delegate) {
      // The node it should return, where it returns a wrong one.
      const NewDelegate& delegate = subject.correspondence.delegates[index];
      vals.add_before(mutation_at(subject, delegate, returned, i));
      for (const NodeId getitem : delegate.getitems) {
        const auto& visible = delegate.visible;
        const auto read = static_cast<std::size_t>(
            subject.correspondence.index[getitem.index()]);
        if (read < visible.size() && visible[read] == returned[i]) {
          // What has to be here, where the outputs are in another order.
          vals.add_before(subject.stands_for(getitem));
        }
      }
    }
    if (!vals.holds(got.items[i].value)) return false;
  }
  return true;
}

// The usual case, decided by hash alone.
bool is_list_of_returned_vals(const Program& program, NodeId output,
                              ValueId val) {
  const Store& store = program.store();
  const Facts& got = store.facts(val);
  if (!got.decided_by_equal_hash()) return false;
  std::vector<Facts> parts;
  for (const NodeId returned : program.operands(output)) {
    const ValueId value = program.value(returned, known::val);
    if (value.is_none()) return false;
    parts.push_back(store.facts(value));
  }
  return sequence_facts(Tag::list, parts).hash == got.hash ||
         sequence_facts(Tag::tuple, parts).hash == got.hash;
}

// The same of a lowered graph before: a fault that was there is not new.
bool output_val_was_right(const Program& before, const Equality& equal,
                          NodeId output) {
  const ValueId value = before.value(output, known::val);
  if (value.is_none()) return true;
  if (is_list_of_returned_vals(before, output, value)) return true;
  const Tree got = followed(before.store().tree(value), before.store());
  if (got.tag != Tag::list && got.tag != Tag::tuple) return false;
  const auto returned = before.operands(output);
  if (got.items.size() != returned.size()) return false;
  for (std::size_t i = 0; i < returned.size(); ++i) {
    const ValueId val = before.value(returned[i], known::val);
    const Tree expected = val ? before.store().tree(val) : null_tree();
    if (!equal.trees(expected, got.items[i].value)) return false;
  }
  return true;
}

Finding output_finding(const Subject& subject, NodeId output, ValueId val) {
  Finding finding = finding_at(subject, "inside-changed", output);
  finding.key = "val";
  std::vector<Tree> expected;
  for (const NodeId returned : subject.after.operands(output)) {
    const ValueId value = subject.after.value(returned, known::val);
    expected.push_back(value ? subject.after.store().tree(value) : null_tree());
  }
  finding.expected = {subject.after.shared_store(),
                      sequence_tree(Tag::list, std::move(expected))};
  finding.got = quote(subject.after, val);
  finding.detail = "is not the list of what the lowered graph returns";
  return finding;
}

void judge_output(const Subject& subject, NodeId output, Findings& findings) {
  if (output.is_none() || subject.shared.is_borrowed(output)) return;
  const ValueId val = subject.after.value(output, known::val);
  if (val.is_none()) return;
  if (is_list_of_returned_vals(subject.after, output, val)) return;
  const Store& store = subject.after.store();
  if (output_val_is_right(subject, output, followed(store.tree(val), store))) {
    return;
  }
  findings.push_back(output_finding(subject, output, val));
}

}  // namespace

void judge_delegate_lost(const Subject& subject, Findings& findings) {
  judge_required_lost(subject, findings);
  const auto is_told = [&](NodeId call, std::string_view key) {
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding& finding) {
                         return finding.rule == "delegate-lost" &&
                                finding.node == call && finding.key == key;
                       });
  };
  for (const NewDelegate& delegate : subject.correspondence.delegates) {
    if (!is_judged(subject, delegate)) continue;
    const auto lost = [&](std::string_view key) {
      if (is_told(delegate.at.call, key)) return;
      findings.push_back(
          finding_at(subject, "delegate-lost", delegate.at.call));
      findings.back().key = key;
    };
    if (!subject.after.value(delegate.at.call, known::debug_handle)) {
      lost("debug_handle");
    }
    if (subject.after.value(delegate.at.call, known::val)) continue;
    const std::vector<OutputVals> vals = vals_of(subject, delegate);
    const bool none_has_val =
        !vals.empty() &&
        std::all_of(vals.begin(), vals.end(),
                    [](const OutputVals& v) { return v.empty(); });
    if (!none_has_val) lost("val");
  }
}

void judge_delegate_changed(const Subject& subject, Findings& findings) {
  const auto& delegates = subject.correspondence.delegates;
  for (std::size_t d = 0; d < delegates.size(); ++d) {
    const NewDelegate& delegate = delegates[d];
    if (!is_judged(subject, delegate)) continue;
    const ValueId val = subject.after.value(delegate.at.call, known::val);
    if (val.is_none() || is_list_of_getitem_vals(subject, delegate, val)) {
      continue;
    }
    const Store& store = subject.after.store();
    const std::vector<OutputVals> vals = vals_of(subject, delegate);
    if (val_is_right(subject, d, vals, followed(store.tree(val), store))) {
      continue;
    }
    Finding finding = finding_at(subject, "delegate-changed", delegate.at.call);
    finding.key = "val";
    std::vector<Tree> expected;
    for (const OutputVals& v : vals) expected.push_back(v.expected());
    finding.expected = {subject.after.shared_store(),
                        sequence_tree(Tag::list, std::move(expected))};
    finding.got = quote(subject.after, val);
    finding.detail = "is not the list of what its getitems read";
    findings.push_back(std::move(finding));
  }
}

void judge_output_val(const Subject& subject, Findings& findings) {
  for (const NewDelegate& delegate : subject.correspondence.delegates) {
    if (!delegate.is_matched) continue;
    judge_output(subject, subject.after.output_of(delegate.at.lowered),
                 findings);
  }
  for (const GraphPair& pair : subject.correspondence.graphs) {
    if (!pair.is_lowered) continue;
    const NodeId was = subject.before.output_of(pair.before);
    if (was &&
        !output_val_was_right(subject.before, subject.equal_before, was)) {
      continue;
    }
    judge_output(subject, subject.after.output_of(pair.after), findings);
  }
}

}  // namespace metagate
