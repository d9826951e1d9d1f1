#include "report/patterns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "report/sentences.h"

namespace metagate {
namespace {

using Members = std::vector<const Row*>;

// Of the outputs of one kind of delegate, how many were hit.
struct Count {
  std::size_t hit = 0;
  std::size_t all = 0;

  [[nodiscard]] bool none() const { return hit == 0; }
  [[nodiscard]] bool every() const { return hit == all; }
};

struct ByArity {
  Count single;
  Count multi;
};

// Could this output have been hit? What was not there can't be lost.
bool counts(const Pair& pair, const Outlet& outlet, std::string_view what,
            std::string_view key) {
  if (outlet.stands_for.is_none()) return false;
  if (what == "leaked") return true;
  const Program& before = *pair.before.program;
  const Symbol symbol = before.store().find(key);
  return symbol && before.value(outlet.stands_for, symbol);
}

ByArity count(const Members& members, std::string_view what,
              std::string_view key) {
  std::map<const Pair*, std::unordered_set<NodeId>> hit;
  for (const Row* row : members) hit[row->pair].insert(row->finding->node);
  ByArity result;
  for (const auto& [pair, nodes] : hit) {
    for (const Outlet& outlet : pair->checked.outlets) {
      const bool is_hit = nodes.contains(outlet.getitem);
      if (!is_hit && !counts(*pair, outlet, what, key)) continue;
      Count& side = outlet.arity <= 1 ? result.single : result.multi;
      ++side.all;
      if (is_hit) ++side.hit;
    }
  }
  return result;
}

std::string_view opposite(std::string_view what) {
  if (what == "lost") return "kept";
  return what == "changed" ? "unchanged" : "absent";
}

std::string arity_sentence(const ByArity& by, std::string_view what) {
  const auto of = [](const Count& count) {
    return fmt::format("{} of {}", count.hit, count.all);
  };
  const auto spared = [](const Count& count) {
    return fmt::format("{} of {}", count.all - count.hit, count.all);
  };
  if (by.multi.all == 0) {
    return fmt::format("{} on {} single-output delegates", what, of(by.single));
  }
  if (by.single.all == 0) {
    return fmt::format("{} on {} outputs of multi-output delegates", what,
                       of(by.multi));
  }
  if (by.multi.none()) {
    return fmt::format(
        "{} on {} single-output delegates, {} on {} outputs of multi-output "
        "ones",
        what, of(by.single), opposite(what), spared(by.multi));
  }
  if (by.single.none()) {
    return fmt::format(
        "{} on {} outputs of multi-output delegates, {} on {} single-output "
        "ones",
        what, of(by.multi), opposite(what), spared(by.single));
  }
  return fmt::format(
      "{} on {} single-output delegates and on {} outputs of multi-output ones",
      what, of(by.single), of(by.multi));
}

std::string plain_sentence(const Members& members) {
  std::set<std::string_view> cases;
  for (const Row* row : members) cases.insert(row->pair->case_name);
  const auto many = [](std::size_t n, std::string_view noun) {
    return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
  };
  return many(members.size(), "finding") + " in " + many(cases.size(), "case");
}

Pattern pattern_of(std::string_view rule, std::string_view key,
                   const Members& members) {
  Pattern pattern;
  pattern.rule = rule;
  pattern.key = key;
  for (const Row* row : members) pattern.ids.push_back(row->id);
  std::sort(pattern.ids.begin(), pattern.ids.end());

  const std::string_view what = what_of(rule);
  const ByArity by =
      family_of(rule) == "getitem" ? count(members, what, key) : ByArity{};
  // Getitems of delegates that are not new in the step have no arity here.
  if (by.single.hit + by.multi.hit != members.size()) {
    pattern.sentence = plain_sentence(members);
    return pattern;
  }
  pattern.sentence = arity_sentence(by, what);
  pattern.tells_paths_apart = by.single.all > 0 && by.multi.all > 0 &&
                              ((by.single.every() && by.multi.none()) ||
                               (by.multi.every() && by.single.none()));
  return pattern;
}

}  // namespace

std::vector<Pattern> patterns_of(const std::vector<Row>& rows) {
  std::map<std::pair<std::string_view, std::string_view>, Members> groups;
  for (const Row& row : rows) {
    groups[{row.finding->rule, row.finding->key}].push_back(&row);
  }
  std::vector<Pattern> patterns;
  for (const auto& [name, members] : groups) {
    patterns.push_back(pattern_of(name.first, name.second, members));
  }
  return patterns;
}

}  // namespace metagate
