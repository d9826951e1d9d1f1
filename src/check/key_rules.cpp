#include <optional>
#include <unordered_map>

#include "check/families.h"

namespace metagate {
namespace {

enum class Where { getitem, outside, inside, delegate };

// A call or get_attr that is new and has not what a policy asks for is
// `delegate-lost`; in all else the nodes of delegates are nodes outside.
Where where(const Subject& subject, const KeyDifference& difference) {
  switch (subject.role(difference.node)) {
    case Role::getitem:
      return Where::getitem;
    case Role::outside:
      return Where::outside;
    case Role::delegate:
      return difference.from.is_none() && difference.what == What::lost
                 ? Where::delegate
                 : Where::outside;
    default:
      return Where::inside;
  }
}

// Whose value a misattributed one is: the only other node before that has it
// under the same key, or the first of several.
class Owners {
 public:
  explicit Owners(const Subject& subject) : subject_(subject) {}

  std::optional<NodeName> find(const KeyDifference& difference) {
    const Program& before = subject_.before;
    const Symbol key = before.store().find(difference.key);
    if (key.is_none()) return std::nullopt;
    for (const NodeId node : holders(key)) {
      if (node == difference.from) continue;
      if (is_value_of(node, key, difference.got)) {
        return name_in(before, node);
      }
    }
    return std::nullopt;
  }

 private:
  const std::vector<NodeId>& holders(Symbol key) {
    const auto [found, is_new] = by_key_.try_emplace(key);
    if (!is_new) return found->second;
    for (std::size_t i = 0; i < subject_.before.nodes().size(); ++i) {
      if (subject_.before.value(NodeId(i), key)) {
        found->second.push_back(NodeId(i));
      }
    }
    return found->second;
  }

  bool is_value_of(NodeId node, Symbol key, ValueId got) const {
    const ValueId value = subject_.before.value(node, key);
    const Facts& has = subject_.before.store().facts(value);
    const Facts& wanted = subject_.after.store().facts(got);
    if (has.decided_by_hash() && wanted.decided_by_hash()) {
      return has.hash == wanted.hash;
    }
    return subject_.equal(value, got);
  }

  const Subject& subject_;
  std::unordered_map<Symbol, std::vector<NodeId>> by_key_;
};

void judge_keys(const Subject& subject, Where place, What what,
                std::string_view rule, Findings& findings) {
  Owners owners(subject);
  for (const KeyDifference& difference : subject.differences.list) {
    if (difference.what != what) continue;
    if (where(subject, difference) != place) continue;
    Finding finding = finding_at(subject, rule, difference.node);
    finding.key = difference.key;
    if (difference.expected) {
      finding.expected = quote(subject.before, difference.expected);
    }
    if (difference.got) finding.got = quote(subject.after, difference.got);
    if (what == What::changed) finding.owner = owners.find(difference);
    findings.push_back(std::move(finding));
  }
}

}  // namespace

void judge_getitem_lost(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::getitem, What::lost, "getitem-lost", findings);
}

void judge_getitem_changed(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::getitem, What::changed, "getitem-changed",
             findings);
}

void judge_getitem_leaked(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::getitem, What::leaked, "getitem-leaked", findings);
}

void judge_outside_lost(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::outside, What::lost, "outside-lost", findings);
}

void judge_outside_changed(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::outside, What::changed, "outside-changed",
             findings);
}

void judge_outside_leaked(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::outside, What::leaked, "outside-leaked", findings);
}

void judge_required_lost(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::delegate, What::lost, "delegate-lost", findings);
}

void judge_inside_lost(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::inside, What::lost, "inside-lost", findings);
}

void judge_inside_changed(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::inside, What::changed, "inside-changed", findings);
  judge_output_val(subject, findings);
}

void judge_inside_leaked(const Subject& subject, Findings& findings) {
  judge_keys(subject, Where::inside, What::leaked, "inside-leaked", findings);
}

}  // namespace metagate
