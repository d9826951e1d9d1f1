#include "check/graph_match.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "check/match_side.h"

namespace metagate {
namespace {

using Index = std::int32_t;

std::size_t at(Index vertex) {
  return static_cast<std::size_t>(vertex);
}

struct HashOf {
  std::size_t operator()(const Hash128& hash) const {
    return static_cast<std::size_t>(hash.low);
  }
};

// Vertices that do the same with the same operands.
struct Group {
  std::vector<Index> before;
  std::vector<Index> after;
  // How many of them are not matched yet.
  std::size_t open_before = 0;
  std::size_t open_after = 0;
};

class Matcher {
 public:
  Matcher(const MatchedGraph& before, const MatchedGraph& after,
          std::span<const Anchor> anchors, std::span<const Index> same_name)
      : before_(before), after_(after), same_name_(same_name) {
    match_.to_before.assign(after.size(), no_vertex);
    match_.to_after.assign(before.size(), no_vertex);
    group_of_before_.assign(before.size(), no_group);
    group_of_after_.assign(after.size(), no_group);
    open_before_.assign(before.size(), 0);
    open_after_.assign(after.size(), 0);
    for (std::size_t v = 0; v < before.size(); ++v) {
      open_before_[v] = before[Index(v)].operand_count;
      if (open_before_[v] == 0) ready_before_.push_back(Index(v));
    }
    for (std::size_t v = 0; v < after.size(); ++v) {
      open_after_[v] = after[Index(v)].operand_count;
      if (open_after_[v] == 0) ready_after_.push_back(Index(v));
    }
    for (const Anchor& anchor : anchors) match(anchor.before, anchor.after);
  }

  // Of one name, and with the same label or at least of the same kind.
  void take_equal_names(bool same_label) {
    for (std::size_t a = 0; a < after_.size(); ++a) {
      const Index b = same_name_[a];
      if (b == no_vertex || !is_open(b, Index(a))) continue;
      const bool is_same = same_label
                               ? before_[b].label == after_[Index(a)].label
                               : before_[b].kind == after_[Index(a)].kind;
      if (is_same) match(b, Index(a));
    }
  }

  GraphMatch run() {
    for (;;) {
      if (forward()) continue;
      if (backward()) continue;
      if (same_group_and_user()) continue;
      if (break_ties(true)) continue;
      if (break_balanced_ties()) continue;
      if (same_user(true)) continue;
      if (same_name_and_kind()) continue;
      if (break_ties(false)) continue;
      if (same_user(false)) continue;
      if (same_operands()) continue;
      if (only_one_of_kind()) continue;
      if (most_in_common()) continue;
      return std::move(match_);
    }
  }

 private:
  bool is_open(Index b, Index a) const {
    return match_.to_after[at(b)] == no_vertex &&
           match_.to_before[at(a)] == no_vertex;
  }

  void match(Index b, Index a) {
    if (match_.to_before[at(a)] != no_vertex) return;
    match_.to_before[at(a)] = b;
    if (const std::size_t group = group_of_after_[at(a)]; group != no_group) {
      --groups_[group].open_after;
    }
    if (before_.belongs_to(b) != 0 && after_.belongs_to(a) != 0) {
      partition_of_.emplace(after_.belongs_to(a), before_.belongs_to(b));
    }
    for (const MatchedGraph::Use& use : after_.uses(a)) {
      if (--open_after_[at(use.user)] == 0) ready_after_.push_back(use.user);
    }
    if (match_.to_after[at(b)] == no_vertex) {
      match_.to_after[at(b)] = a;
      if (const std::size_t group = group_of_before_[at(b)];
          group != no_group) {
        --groups_[group].open_before;
      }
      for (const MatchedGraph::Use& use : before_.uses(b)) {
        if (--open_before_[at(use.user)] == 0) {
          ready_before_.push_back(use.user);
        }
      }
    }
    unseen_pairs_.push_back({b, a});
  }

  Hash128 key(const Vertex& vertex, std::span<const Index> operands,
              bool is_after, bool by_kind) const {
    std::vector<Hash128> parts;
    parts.reserve(operands.size() + 1);
    parts.push_back(by_kind ? vertex.kind : vertex.label);
    for (const Index operand : operands) {
      const Index b = is_after ? match_.to_before[at(operand)] : operand;
      parts.push_back({static_cast<std::uint64_t>(b), 1});
    }
    return hash_parts(parts);
  }

  std::size_t group_of(const Hash128& hash) {
    const auto [found, is_new] = group_index_.emplace(hash, groups_.size());
    if (is_new) groups_.emplace_back();
    touched_.push_back(found->second);
    return found->second;
  }

  // Puts every vertex whose operands are all matched into its group, and
  // matches what is alone there, as long as there is any.
  bool forward() {
    bool any = false;
    while (!ready_before_.empty() || !ready_after_.empty()) {
      touched_.clear();
      for (const Index b : std::exchange(ready_before_, {})) {
        if (match_.to_after[at(b)] != no_vertex) continue;
        const std::size_t group =
            group_of(key(before_[b], before_.operands(b), false, false));
        groups_[group].before.push_back(b);
        ++groups_[group].open_before;
        group_of_before_[at(b)] = group;
      }
      for (const Index a : std::exchange(ready_after_, {})) {
        if (match_.to_before[at(a)] != no_vertex) continue;
        const std::size_t group =
            group_of(key(after_[a], after_.operands(a), true, false));
        groups_[group].after.push_back(a);
        ++groups_[group].open_after;
        group_of_after_[at(a)] = group;
      }
      for (const std::size_t group : std::exchange(touched_, {})) {
        any |= match_alone(groups_[group]);
      }
    }
    return any;
  }

  // Is there another vertex, not matched yet, that does the same as one of them
  // with the same operands?
  bool belongs_to_others(Index b, Index a) const {
    const std::size_t of_b = group_of_before_[at(b)];
    const std::size_t of_a = group_of_after_[at(a)];
    if (of_b == of_a) return false;
    return (of_b != no_group && groups_[of_b].open_after != 0) ||
           (of_a != no_group && groups_[of_a].open_before != 0);
  }

  static void keep_open(std::vector<Index>& vertices,
                        const std::vector<Index>& matched) {
    std::erase_if(vertices,
                  [&](Index v) { return matched[at(v)] != no_vertex; });
  }

  bool clean(Group& group) const {
    keep_open(group.before, match_.to_after);
    keep_open(group.after, match_.to_before);
    return !group.before.empty() && !group.after.empty();
  }

  // Matches members that are the only ones with their users' labels.
  bool match_alone(Group& group) {
    if (!clean(group)) return false;
    const std::vector<Group> parts = by_user_labels(group);
    bool any = false;
    for (const Group& part : parts) {
      if (part.before.size() == 1 && part.after.size() == 1) {
        match(part.before[0], part.after[0]);
        any = true;
      }
    }
    return any;
  }

  std::vector<Group> by_user_labels(const Group& group) const {
    return split(
        group, [&](Index b) { return before_.user_labels(b); },
        [&](Index a) { return after_.user_labels(a); });
  }

  template <class KeyBefore, class KeyAfter>
  static std::vector<Group> split(const Group& group, KeyBefore key_before,
                                  KeyAfter key_after) {
    std::vector<Group> parts;
    std::unordered_map<Hash128, std::size_t, HashOf> index;
    const auto part = [&](const Hash128& hash) -> Group& {
      const auto [found, is_new] = index.emplace(hash, parts.size());
      if (is_new) parts.emplace_back();
      return parts[found->second];
    };
    for (const Index b : group.before) part(key_before(b)).before.push_back(b);
    for (const Index a : group.after) part(key_after(a)).after.push_back(a);
    return parts;
  }

  // Are all users of the two matched with each other, at the same operands?
  bool users_agree(Index b, Index a) const {
    const auto uses_b = before_.uses(b);
    const auto uses_a = after_.uses(a);
    if (uses_b.size() != uses_a.size()) return false;
    std::vector<std::pair<Index, std::uint32_t>> left;
    std::vector<std::pair<Index, std::uint32_t>> right;
    for (const MatchedGraph::Use& use : uses_b) {
      if (match_.to_after[at(use.user)] == no_vertex) return false;
      left.emplace_back(use.user, use.position);
    }
    for (const MatchedGraph::Use& use : uses_a) {
      const Index user = match_.to_before[at(use.user)];
      if (user == no_vertex) return false;
      right.emplace_back(user, use.position);
    }
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    return left == right;
  }

  // Matches what stands at the same operand of two matched users, where it does
  // the same and all its users agree.
  bool backward() {
    bool any = false;
    while (!unseen_pairs_.empty()) {
      const auto [user_b, user_a] = unseen_pairs_.back();
      unseen_pairs_.pop_back();
      for_common_operands(user_b, user_a, [&](Index b, Index a) {
        if (before_[b].label != after_[a].label || !users_agree(b, a)) return;
        if (belongs_to_others(b, a)) return;
        match(b, a);
        any = true;
      });
    }
    return any;
  }

  template <class Visit>
  void for_common_operands(Index user_b, Index user_a, Visit visit) {
    const auto in_b = before_.operands(user_b);
    const auto in_a = after_.operands(user_a);
    for (std::size_t i = 0; i < std::min(in_b.size(), in_a.size()); ++i) {
      if (in_b[i] == no_vertex || in_a[i] == no_vertex) continue;
      if (is_open(in_b[i], in_a[i])) visit(in_b[i], in_a[i]);
    }
  }

  // Members of one group that one matched user takes at the same operand.
  bool same_group_and_user() {
    bool any = false;
    for (Group& group : groups_) {
      if (!clean(group)) continue;
      for (const Index a : std::vector<Index>(group.after)) {
        const Index b = wanted_by_user(a);
        if (b == no_vertex || !is_open(b, a)) continue;
        if (std::find(group.before.begin(), group.before.end(), b) ==
            group.before.end()) {
          continue;
        }
        match(b, a);
        any = true;
      }
    }
    return any;
  }

  // What the first matched user of `a` takes before where it takes `a` now.
  Index wanted_by_user(Index a) const {
    for (const MatchedGraph::Use& use : after_.uses(a)) {
      const Index user = match_.to_before[at(use.user)];
      if (user == no_vertex) continue;
      const auto operands = before_.operands(user);
      if (use.position >= operands.size()) continue;
      const Index b = operands[use.position];
      if (b != no_vertex && match_.to_after[at(b)] == no_vertex) return b;
    }
    return no_vertex;
  }

  // Interchangeable vertices: by everything downstream, then by equal name,
  // then in order. With `strict` only those whose users do the same. One group
  // at a time, since it can decide others.
  bool break_ties(bool strict) {
    std::size_t& next = strict ? next_tie_ : next_loose_tie_;
    for (; next < groups_.size(); ++next) {
      if (!clean(groups_[next])) continue;
      const std::vector<Group> parts = strict
                                           ? by_user_labels(groups_[next])
                                           : std::vector<Group>{groups_[next]};
      bool any = false;
      for (const Group& part : parts) {
        if (part.before.empty() || part.after.empty()) continue;
        break_tie(part, strict);
        any = true;
      }
      if (any) return true;
    }
    return false;
  }

  // Of what does the same with the same operands there are as many as there
  // were: those are the same ones, whatever their users say.
  bool break_balanced_ties() {
    for (Group& group : groups_) {
      if (!clean(group)) continue;
      if (group.before.size() != group.after.size()) continue;
      break_tie(group, true);
      return true;
    }
    return false;
  }

  void break_tie(const Group& group, bool strict) {
    if (downstream_before_.empty()) {
      downstream_before_ = before_.downstream();
      downstream_after_ = after_.downstream();
    }
    std::vector<Group> parts = split(
        group, [&](Index b) { return downstream_before_[at(b)]; },
        [&](Index a) { return downstream_after_[at(a)]; });
    Group rest;
    for (Group& part : parts) {
      match_by_name(part);
      match_in_order(part);
      rest.before.insert(rest.before.end(), part.before.begin(),
                         part.before.end());
      rest.after.insert(rest.after.end(), part.after.begin(), part.after.end());
    }
    std::sort(rest.before.begin(), rest.before.end());
    std::sort(rest.after.begin(), rest.after.end());
    match_by_name(rest);
    match_in_order(rest);
    const std::size_t was_before = group.before.size();
    const std::size_t was_after = group.after.size();
    if (!strict || was_before == was_after) return;
    if (names_tell(group, was_before < was_after)) return;
    match_.ambiguities.push_back({group.before, group.after});
  }

  // Does every member of the smaller side have its namesake on the other?
  bool names_tell(const Group& group, bool before_is_smaller) const {
    if (before_is_smaller) {
      return std::all_of(
          group.before.begin(), group.before.end(), [&](Index b) {
            return std::any_of(group.after.begin(), group.after.end(),
                               [&](Index a) { return same_name_[at(a)] == b; });
          });
    }
    return std::all_of(group.after.begin(), group.after.end(), [&](Index a) {
      return std::find(group.before.begin(), group.before.end(),
                       same_name_[at(a)]) != group.before.end();
    });
  }

  void match_by_name(Group& group) {
    for (const Index a : group.after) {
      const Index b = same_name_[at(a)];
      if (b == no_vertex || !is_open(b, a)) continue;
      if (std::find(group.before.begin(), group.before.end(), b) !=
          group.before.end()) {
        match(b, a);
      }
    }
    clean(group);
  }

  // In order; but a vertex that was tagged goes to a delegate first, and to the
  // one that has others of its partition.
  void match_in_order(Group& group) {
    for (const Index b : group.before) {
      for (const Index a : group.after) {
        if (is_open(b, a) && belong_together(b, a)) {
          match(b, a);
          break;
        }
      }
    }
    clean(group);
    const std::size_t count = std::min(group.before.size(), group.after.size());
    for (std::size_t i = 0; i < count; ++i) {
      match(group.before[i], group.after[i]);
    }
    clean(group);
  }

  bool belong_together(Index b, Index a) const {
    const std::uint32_t partition = before_.belongs_to(b);
    const std::uint32_t delegate = after_.belongs_to(a);
    if ((partition == 0) != (delegate == 0)) return false;
    const auto known = partition_of_.find(delegate);
    return known == partition_of_.end() || known->second == partition;
  }

  // What stands at the same operand of two matched users and does the same; at
  // last, without `strict`, what has the same op and target.
  bool same_user(bool strict) {
    bool any = false;
    for (std::size_t user = 0; user < after_.size(); ++user) {
      const Index user_b = match_.to_before[user];
      if (user_b == no_vertex) continue;
      for_common_operands(user_b, Index(user), [&](Index b, Index a) {
        const bool same = strict ? before_[b].label == after_[a].label &&
                                       !belongs_to_others(b, a)
                                 : before_[b].kind == after_[a].kind;
        if (!same) return;
        match(b, a);
        any = true;
      });
    }
    return any;
  }

  bool same_name_and_kind() {
    bool any = false;
    for (std::size_t a = 0; a < after_.size(); ++a) {
      const Index b = same_name_[a];
      if (b == no_vertex || !is_open(b, Index(a))) continue;
      if (before_[b].kind != after_[Index(a)].kind) continue;
      match(b, Index(a));
      any = true;
    }
    return any;
  }

  // Same op and target on the same operands: other constant arguments.
  bool same_operands() {
    return match_unique([&](Index v, bool is_after) -> const Hash128* {
      const auto open = is_after ? open_after_[at(v)] : open_before_[at(v)];
      if (open != 0) return nullptr;
      scratch_ = is_after ? key(after_[v], after_.operands(v), true, true)
                          : key(before_[v], before_.operands(v), false, true);
      return &scratch_;
    });
  }

  bool only_one_of_kind() {
    return match_unique([&](Index v, bool is_after) -> const Hash128* {
      return is_after ? &after_[v].kind : &before_[v].kind;
    });
  }

  // Of a few vertices of one kind that are left: the two that have most
  // operands and users in common.
  bool most_in_common() {
    constexpr std::size_t few = 16;
    std::unordered_map<Hash128, Group, HashOf> kinds;
    std::vector<Hash128> order;
    for (std::size_t b = 0; b < before_.size(); ++b) {
      if (match_.to_after[b] != no_vertex) continue;
      Group& group = kinds[before_[Index(b)].kind];
      if (group.before.empty()) order.push_back(before_[Index(b)].kind);
      group.before.push_back(Index(b));
    }
    for (std::size_t a = 0; !order.empty() && a < after_.size(); ++a) {
      if (match_.to_before[a] != no_vertex) continue;
      const auto found = kinds.find(after_[Index(a)].kind);
      if (found != kinds.end()) found->second.after.push_back(Index(a));
    }
    for (const Hash128& kind : order) {
      const Group& group = kinds[kind];
      if (group.before.size() > few || group.after.size() > few) continue;
      std::size_t most = 0;
      Index best_b = no_vertex;
      Index best_a = no_vertex;
      for (const Index b : group.before) {
        for (const Index a : group.after) {
          const std::size_t common = in_common(b, a);
          if (common <= most) continue;
          most = common;
          best_b = b;
          best_a = a;
        }
      }
      if (most == 0) continue;
      match(best_b, best_a);
      return true;
    }
    return false;
  }

  // How many operands and users, each at its place.
  std::size_t in_common(Index b, Index a) const {
    std::size_t count = 0;
    const auto in_b = before_.operands(b);
    const auto in_a = after_.operands(a);
    for (std::size_t i = 0; i < std::min(in_b.size(), in_a.size()); ++i) {
      count += in_a[i] != no_vertex && in_b[i] != no_vertex &&
               match_.to_before[at(in_a[i])] == in_b[i];
    }
    for (const MatchedGraph::Use& use : after_.uses(a)) {
      const Index user = match_.to_before[at(use.user)];
      if (user == no_vertex) continue;
      const auto operands = before_.operands(user);
      count += use.position < operands.size() && operands[use.position] == b;
    }
    return count;
  }

  // Matches open vertices that are the only ones with their key.
  template <class Key>
  bool match_unique(Key key_of) {
    std::vector<Hash128> order;
    std::unordered_map<Hash128, Group, HashOf> groups;
    for (std::size_t b = 0; b < before_.size(); ++b) {
      if (match_.to_after[b] != no_vertex) continue;
      if (const Hash128* hash = key_of(Index(b), false)) {
        groups[*hash].before.push_back(Index(b));
        order.push_back(*hash);
      }
    }
    for (std::size_t a = 0; a < after_.size(); ++a) {
      if (match_.to_before[a] != no_vertex) continue;
      if (const Hash128* hash = key_of(Index(a), true)) {
        groups[*hash].after.push_back(Index(a));
      }
    }
    bool any = false;
    for (const Hash128& hash : order) {
      const Group& group = groups[hash];
      if (group.before.size() != 1 || group.after.size() != 1) continue;
      match(group.before[0], group.after[0]);
      any = true;
    }
    return any;
  }

  const MatchedGraph& before_;
  const MatchedGraph& after_;
  std::span<const Index> same_name_;
  GraphMatch match_;

  // How many operands of a vertex are not matched yet.
  std::vector<std::uint32_t> open_before_;
  std::vector<std::uint32_t> open_after_;
  std::vector<Index> ready_before_;
  std::vector<Index> ready_after_;
  // Which partition a delegate was made of, as far as is known.
  std::unordered_map<std::uint32_t, std::uint32_t> partition_of_;

  static constexpr std::size_t no_group = static_cast<std::size_t>(-1);
  std::vector<Group> groups_;
  std::vector<std::size_t> group_of_before_;  // by vertex
  std::vector<std::size_t> group_of_after_;
  std::unordered_map<Hash128, std::size_t, HashOf> group_index_;
  std::vector<std::size_t> touched_;
  std::vector<std::pair<Index, Index>> unseen_pairs_;
  std::size_t next_tie_ = 0;
  std::size_t next_loose_tie_ = 0;
  std::vector<Hash128> downstream_before_;
  std::vector<Hash128> downstream_after_;
  Hash128 scratch_;
};

// Are the graphs the same with every vertex under its old name? The usual case,
// and decided without looking for anything.
bool match_by_names(const MatchSide& before, const MatchSide& after,
                    std::span<const Anchor> anchors,
                    std::span<const Index> same_name, GraphMatch& match) {
  match.to_before.assign(same_name.begin(), same_name.end());
  match.to_after.assign(before.vertices.size(), no_vertex);
  for (const Anchor& anchor : anchors) {
    match.to_before[at(anchor.after)] = anchor.before;
    match.to_after[at(anchor.before)] = anchor.after;
  }
  std::vector<bool> is_anchor(after.vertices.size(), false);
  for (const Anchor& anchor : anchors) is_anchor[at(anchor.after)] = true;
  for (std::size_t a = 0; a < after.vertices.size(); ++a) {
    const Index b = match.to_before[a];
    if (b == no_vertex) return false;
    if (is_anchor[a]) continue;
    if (match.to_after[at(b)] != no_vertex) return false;
    match.to_after[at(b)] = Index(a);
  }
  for (std::size_t a = 0; a < after.vertices.size(); ++a) {
    const Index b = match.to_before[a];
    if (before.vertices[at(b)].label != after.vertices[a].label) return false;
    const auto in_b = before.operands_of(b);
    const auto in_a = after.operands_of(Index(a));
    if (in_b.size() != in_a.size()) return false;
    for (std::size_t i = 0; i < in_a.size(); ++i) {
      if (in_a[i] == no_vertex) return false;
      if (match.to_before[at(in_a[i])] != in_b[i]) return false;
    }
  }
  return std::find(match.to_after.begin(), match.to_after.end(), no_vertex) ==
         match.to_after.end();
}

struct Score {
  std::size_t differences = 0;
  std::size_t equal_names = 0;

  // Is this the better match?
  bool operator<(const Score& other) const {
    if (differences != other.differences) {
      return differences < other.differences;
    }
    return equal_names > other.equal_names;
  }
};

// Does a vertex take another operand than before? What takes the place of a
// vertex that is gone, or is new, is no difference of its own.
bool takes_others(std::span<const Index> in_b, std::span<const Index> in_a,
                  const GraphMatch& match) {
  for (std::size_t i = 0; i < in_a.size(); ++i) {
    if (in_a[i] == no_vertex || in_b[i] == no_vertex) continue;
    const Index is = match.to_before[at(in_a[i])];
    if (is == no_vertex || match.to_after[at(in_b[i])] == no_vertex) continue;
    if (is != in_b[i]) return true;
  }
  return false;
}

bool disagree_with_names(const MatchSide& before, const MatchSide& after,
                         std::span<const Index> same_name,
                         const GraphMatch& match) {
  for (std::size_t a = 0; a < after.vertices.size(); ++a) {
    const Index b = same_name[a];
    if (b == no_vertex || match.to_before[a] == b) continue;
    if (before.vertices[at(b)].kind == after.vertices[a].kind) return true;
  }
  return false;
}

Score score_of(const MatchSide& before, const MatchSide& after,
               std::span<const Index> same_name, const GraphMatch& match) {
  Score score;
  for (const Index a : match.to_after) score.differences += a == no_vertex;
  for (std::size_t a = 0; a < after.vertices.size(); ++a) {
    const Index b = match.to_before[a];
    if (b == no_vertex) {
      ++score.differences;
      continue;
    }
    score.equal_names += same_name[a] == b;
    score.differences +=
        before.vertices[at(b)].label != after.vertices[a].label;
    const auto in_b = before.operands_of(b);
    const auto in_a = after.operands_of(Index(a));
    score.differences +=
        in_b.size() != in_a.size() || takes_others(in_b, in_a, match);
  }
  return score;
}

}  // namespace

GraphMatch match_graphs(const MatchSide& before, const MatchSide& after,
                        std::span<const Anchor> anchors,
                        std::span<const Index> same_name, Trust trust) {
  GraphMatch by_names;
  if (match_by_names(before, after, anchors, same_name, by_names)) {
    return by_names;
  }
  const MatchedGraph side_before(before);
  const MatchedGraph side_after(after);
  const auto by_names_first = [&](bool same_label) {
    Matcher matcher(side_before, side_after, anchors, same_name);
    matcher.take_equal_names(same_label);
    return matcher.run();
  };
  if (trust == Trust::names) return by_names_first(false);
  Matcher structure_first(side_before, side_after, anchors, same_name);
  GraphMatch match = structure_first.run();
  const Score score = score_of(before, after, same_name, match);
  if (score.differences != 0) {
    by_names = by_names_first(true);
    if (!(score < score_of(before, after, same_name, by_names))) {
      match = std::move(by_names);
    }
  }
  match.names_disagree = disagree_with_names(before, after, same_name, match);
  return match;
}

}  // namespace metagate
