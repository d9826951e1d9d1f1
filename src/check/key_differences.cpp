#include "check/key_differences.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace metagate {
namespace {

// One key of a node.
struct Entry {
  KeyId key;
  ValueId value;
};

class Comparer {
 public:
  Comparer(const Program& before, const Program& after,
           const Correspondence& correspondence, const KeyTable& keys,
           const Equality& equal, Step step)
      : before_(before),
        after_(after),
        correspondence_(correspondence),
        keys_(keys),
        equal_(equal),
        same_program_(
            after, after, [](NodeId x, NodeId y) { return x == y; }, false),
        is_pass_(step == Step::pass) {
    if (correspondence.ambiguous.empty()) return;
    is_ambiguous_.assign(after.nodes().size(), false);
    for (const Correspondence::Ambiguous& nodes : correspondence.ambiguous) {
      for (const NodeId node : nodes.after) is_ambiguous_[node.index()] = true;
    }
  }

  KeyDifferences compare() {
    for (std::size_t i = 0; i < after_.nodes().size(); ++i) {
      const NodeId node(i);
      const NodeId from = correspondence_.stands_for[i];
      if (from.is_none()) {
        if (is_made_for_delegate(node)) compare_made(node);
      } else if (is_any_of_several(node, from)) {
        continue;
      } else if (correspondence_.part[i] == Part::fed) {
        compare_fed(node, from);
      } else {
        compare_with(node, from);
      }
    }
    return std::move(out_);
  }

 private:
  // Was it paired with one of several that are not as many as they were, and
  // not by its name? Then its keys may be those of any of them.
  bool is_any_of_several(NodeId node, NodeId from) const {
    return !is_ambiguous_.empty() && is_ambiguous_[node.index()] &&
           after_.name(node) != before_.name(from);
  }

  // The call and the get_attr of a new delegate, and the output node of its
  // graph.
  bool is_made_for_delegate(NodeId node) const {
    const Part part = correspondence_.part[node.index()];
    if (part != Part::call && part != Part::get_attr && part != Part::returns) {
      return false;
    }
    const std::uint32_t delegate = correspondence_.delegate[node.index()];
    return correspondence_.delegates[delegate].is_matched;
  }

  // A node that the lowering made stands for none before, so it has nothing to
  // carry; but a policy can say what has to be there, and what must not.
  void compare_made(NodeId node) {
    node_ = node;
    from_ = {};
    role_ = correspondence_.role[node.index()];
    const std::span<const Entry> got = after_entries(node, after_scratch_);
    for (const std::string_view key : keys_.required(role_)) {
      const bool has = std::any_of(
          got.begin(), got.end(),
          [&](const Entry& entry) { return keys_[entry.key].text == key; });
      ++out_.compared;
      if (!has) out_.list.push_back({node, {}, What::lost, key, {}, {}});
    }
    for (const Entry& entry : got) {
      const PolicyKey& key = keys_[entry.key];
      if (key.is_tag) continue;
      const Class class_ = key.of(role_);
      if (class_ == Class::carry || !leaks(class_)) continue;
      ++out_.compared;
      add(What::leaked, key, {}, entry.value);
    }
  }

  // A getitem whose index is wrong can carry what it reads, or what its users
  // took: it is held against the one that it comes closer to.
  void compare_with(NodeId node, NodeId from) {
    const std::size_t first = out_.list.size();
    compare_as(node, from);
    const NodeId other = correspondence_.reads_instead(node);
    const std::size_t count = out_.list.size() - first;
    if (other.is_none() || count == 0) return;
    compare_as(node, other);
    const auto begin = out_.list.begin() + static_cast<std::ptrdiff_t>(first);
    const auto middle = begin + static_cast<std::ptrdiff_t>(count);
    if (out_.list.size() - first - count < count) {
      out_.list.erase(begin, middle);
    } else {
      out_.list.erase(middle, out_.list.end());
    }
  }

  void compare_as(NodeId node, NodeId from) {
    node_ = node;
    from_ = from;
    role_ = correspondence_.role[node.index()];
    if (has_what_is_owed(node, from)) return;
    against(before_entries(from), after_entries(node, after_scratch_));
  }

  // The usual case, decided in one walk: no key but such as may go is gone, and
  // the others stand in their order with their values.
  bool has_what_is_owed(NodeId node, NodeId from) {
    if (!keys_.symbols_agree()) return false;
    const std::span<const MetaEntry> is = after_.meta(node);
    std::uint64_t compared = 0;
    std::size_t next = 0;
    for (const MetaEntry& expected : before_.meta(from)) {
      const bool is_there = next < is.size() && is[next].key == expected.key;
      const std::size_t place = next;
      if (is_there) ++next;
      const PolicyKey& key = keys_[keys_.in_before(expected.key)];
      const Class class_ = key.of(role_);
      if (key.is_tag || class_ == Class::free || class_ == Class::transient) {
        continue;
      }
      ++compared;
      if (is_there == (class_ == Class::drop)) return false;
      if (class_ == Class::carry && !equal_(expected.value, is[place].value)) {
        return false;
      }
    }
    if (next != is.size()) return false;
    out_.compared += compared;
    return true;
  }

  std::span<const Entry> before_entries(NodeId node) {
    before_scratch_.clear();
    for (const MetaEntry& entry : before_.meta(node)) {
      before_scratch_.push_back({keys_.in_before(entry.key), entry.value});
    }
    return before_scratch_;
  }

  std::span<const Entry> after_entries(NodeId node,
                                       std::vector<Entry>& scratch) {
    scratch.clear();
    for (const MetaEntry& entry : after_.meta(node)) {
      scratch.push_back({keys_.in_after(entry.key), entry.value});
    }
    return scratch;
  }

  // The entry with that key; most dicts keep their order, so `hint` is tried
  // first. Large dicts get an index.
  static const Entry* find(std::span<const Entry> entries, KeyId key,
                           std::size_t& hint,
                           std::unordered_map<KeyId, std::size_t>& index) {
    if (hint < entries.size() && entries[hint].key == key) {
      return &entries[hint++];
    }
    constexpr std::size_t large = 64;
    if (entries.size() > large) {
      if (index.empty()) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
          index.emplace(entries[i].key, i);
        }
      }
      const auto found = index.find(key);
      if (found == index.end()) return nullptr;
      hint = found->second + 1;
      return &entries[found->second];
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].key != key) continue;
      hint = i + 1;
      return &entries[i];
    }
    return nullptr;
  }

  void against(std::span<const Entry> before, std::span<const Entry> after) {
    std::size_t hint = 0;
    std::unordered_map<KeyId, std::size_t> index;
    for (const Entry& expected : before) {
      const PolicyKey& key = keys_[expected.key];
      if (key.is_tag) continue;
      const Class class_ = key.of(role_);
      if (class_ == Class::free || class_ == Class::transient) continue;
      const Entry* got = find(after, expected.key, hint, index);
      ++out_.compared;
      judge_kept(key, class_, expected, got);
    }
    hint = 0;
    index.clear();
    for (const Entry& got : after) {
      const PolicyKey& key = keys_[got.key];
      if (key.is_tag || find(before, got.key, hint, index) != nullptr) {
        continue;
      }
      ++out_.compared;
      if (leaks(key.of(role_))) add(What::leaked, key, {}, got.value);
    }
  }

  void judge_kept(const PolicyKey& key, Class class_, const Entry& expected,
                  const Entry* got) {
    if (class_ == Class::drop) {
      if (got != nullptr && !was_dropped_role()) {
        add(What::leaked, key, {}, got->value);
      }
      return;
    }
    if (got == nullptr) {
      add(What::lost, key, expected.value, {});
    } else if (class_ == Class::carry && !equal_(expected.value, got->value)) {
      add(What::changed, key, expected.value, got->value);
    }
  }

  // Does a key that the node before had not make a finding?
  bool leaks(Class class_) const {
    switch (class_) {
      case Class::drop:
        return !is_pass_ || role_ == Role::getitem;
      case Class::carry:
        return !is_pass_;
      case Class::transient:
        // Outside that is `transient-left`.
        return !is_pass_ && role_ != Role::outside && role_ != Role::getitem &&
               role_ != Role::delegate;
      default:
        return false;
    }
  }

  // A getitem that was one before, and had the key then: no fault of this step.
  // Elsewhere a key that has to be dropped, and was there in the same role.
  bool was_dropped_role() const {
    const bool was_getitem = is_delegate_getitem(before_, from_);
    if (role_ == Role::getitem) return was_getitem;
    return correspondence_.part[node_.index()] == Part::vertex &&
           correspondence_.delegate[node_.index()] == no_delegate;
  }

  void add(What what, const PolicyKey& key, ValueId expected, ValueId got) {
    out_.list.push_back({node_, from_, what, key.text, expected, got});
  }

  // A placeholder that a new delegate is fed by carries what its producer
  // carried, source-tracking keys optional where that is a delegate getitem
  // now; or exactly what its producer carries. Where it does neither, it is
  // held against the one that it comes closer to.
  void compare_fed(NodeId node, NodeId from) {
    node_ = node;
    from_ = from;
    role_ = Role::placeholder;
    if (has_what_is_owed(node, from)) return;
    const std::span<const Entry> got = after_entries(node, after_scratch_);
    const std::size_t first = out_.list.size();
    against(before_entries(from), got);
    const NodeId producer = producer_of(node);
    if (is_read_by_getitem(from)) drop_optional(first);
    const std::size_t count = out_.list.size() - first;
    if (count == 0 || producer.is_none()) return;
    std::vector<KeyDifference> other = against_producer(producer, got);
    if (other.size() >= count) return;
    out_.list.resize(first);
    out_.list.insert(out_.list.end(), other.begin(), other.end());
  }

  // Is the producer in a delegate now, so that a getitem carries its value?
  bool is_read_by_getitem(NodeId producer) const {
    const NodeId found = correspondence_.found[producer.index()];
    return found && correspondence_.delegate[found.index()] != no_delegate &&
           after_.node(found).op != Op::placeholder;
  }

  void drop_optional(std::size_t first) {
    const auto optional = [&](const KeyDifference& difference) {
      return difference.what == What::lost &&
             is_source_tracking(difference.key);
    };
    const auto begin = out_.list.begin() + static_cast<std::ptrdiff_t>(first);
    out_.list.erase(std::remove_if(begin, out_.list.end(), optional),
                    out_.list.end());
  }

  bool is_source_tracking(std::string_view key) {
    const Symbol symbol = before_.store().find(key);
    return symbol &&
           keys_[keys_.in_before(symbol)].of(Role::getitem) == Class::drop;
  }

  // The node after that the call passes to this placeholder.
  NodeId producer_of(NodeId placeholder) const {
    const NewDelegate& delegate =
        correspondence_
            .delegates[correspondence_.delegate[placeholder.index()]];
    const auto position =
        static_cast<std::size_t>(correspondence_.index[placeholder.index()]) +
        1;
    const auto operands = after_.operands(delegate.at.call);
    return position < operands.size() ? operands[position] : NodeId{};
  }

  std::vector<KeyDifference> against_producer(NodeId producer,
                                              std::span<const Entry> got) {
    std::vector<KeyDifference> found;
    std::vector<Entry> scratch;
    const std::span<const Entry> has = after_entries(producer, scratch);
    std::size_t hint = 0;
    std::unordered_map<KeyId, std::size_t> index;
    for (const Entry& expected : has) {
      const PolicyKey& key = keys_[expected.key];
      const Class class_ = key.of(Role::placeholder);
      if (key.is_tag || class_ == Class::free || class_ == Class::transient) {
        continue;
      }
      const Entry* entry = find(got, expected.key, hint, index);
      if (entry == nullptr) {
        const ValueId was = before_value(key.text);
        found.push_back({node_, from_, What::lost, key.text, was, {}});
      } else if (!same_program_(expected.value, entry->value)) {
        const ValueId was = before_value(key.text);
        found.push_back(
            {node_, from_, What::changed, key.text, was, entry->value});
      }
    }
    hint = 0;
    index.clear();
    for (const Entry& entry : got) {
      const PolicyKey& key = keys_[entry.key];
      if (key.is_tag || find(has, entry.key, hint, index) != nullptr) continue;
      if (!leaks(key.of(Role::placeholder))) continue;
      found.push_back({node_, from_, What::leaked, key.text, {}, entry.value});
    }
    return found;
  }

  ValueId before_value(std::string_view key) const {
    const Symbol symbol = before_.store().find(key);
    return symbol ? before_.value(from_, symbol) : ValueId{};
  }

  const Program& before_;
  const Program& after_;
  const Correspondence& correspondence_;
  const KeyTable& keys_;
  const Equality& equal_;
  const Equality same_program_;
  const bool is_pass_;
  std::vector<bool> is_ambiguous_;  // by node after; empty where none is
  KeyDifferences out_;
  NodeId node_;
  NodeId from_;
  Role role_ = Role::outside;
  std::vector<Entry> before_scratch_;
  std::vector<Entry> after_scratch_;
};

}  // namespace

KeyDifferences compare_keys(const Program& before, const Program& after,
                            const Correspondence& correspondence,
                            const KeyTable& keys, const Equality& equal,
                            Step step) {
  return Comparer(before, after, correspondence, keys, equal, step).compare();
}

void drop_what_sharing_explains(const Correspondence& correspondence,
                                SharedMeta& shared,
                                KeyDifferences& differences) {
  if (shared.groups.empty()) return;
  std::unordered_map<NodeId, std::size_t> counts;
  for (const KeyDifference& difference : differences.list) {
    ++counts[difference.node];
  }
  // What is judged by other means has no differences, and no claim.
  const auto claim = [&](NodeId node) {
    const Role role = correspondence.role[node.index()];
    const bool is_free = role == Role::delegate || role == Role::output;
    const auto found = counts.find(node);
    return std::pair(found == counts.end() ? 0 : found->second, is_free);
  };
  for (SharedMeta::Group& group : shared.groups) {
    const NodeId best = *std::min_element(
        group.nodes.begin(), group.nodes.end(),
        [&](NodeId x, NodeId y) { return claim(x) < claim(y); });
    group.rightful = claim(best).second ? NodeId{} : best;
  }
  std::erase_if(differences.list, [&](const KeyDifference& difference) {
    return shared.is_borrowed(difference.node);
  });
}

}  // namespace metagate
