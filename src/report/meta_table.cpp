#include "report/meta_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "ir/delegates.h"
#include "ir/modules.h"
#include "report/brief.h"
#include "report/printable.h"
#include "report/sentences.h"

namespace metagate {
namespace {

constexpr std::size_t key_width = 22;
constexpr std::size_t value_width = 20;
constexpr std::string_view missing = "(missing)";

struct Line {
  std::string key;
  std::string before;
  std::string after;
  std::string policy;
  std::string status;
  std::string id;
};

Role role_of(const Pair& pair, const Finding& finding) {
  const Program& after = *pair.after.program;
  if (family_of(finding.rule) == "inside" ||
      finding.rule == "transient-foreign") {
    const Op op = after.node(finding.node).op;
    if (op == Op::placeholder) return Role::placeholder;
    return op == Op::output ? Role::output : Role::inside;
  }
  if (is_delegate_getitem(after, finding.node)) return Role::getitem;
  if (is_delegate_call(after, finding.node) ||
      names_lowered_module(after, finding.node)) {
    return Role::delegate;
  }
  return Role::outside;
}

std::string upper(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

std::string_view class_name(const Run& run, std::string_view key, Role role) {
  if (key == delegation_tag_key) return name_of(Class::transient);
  return name_of(run.policy.of(key, role));
}

std::optional<Quoted> value_at(const Program& program, NodeId node,
                               std::string_view key) {
  if (node.is_none()) return std::nullopt;
  const Symbol symbol = program.store().find(key);
  if (symbol.is_none()) return std::nullopt;
  const ValueId value = program.value(node, symbol);
  if (value.is_none()) return std::nullopt;
  return Quoted{program.shared_store(), program.store().tree(value)};
}

void set_values(Line& line, const std::optional<Quoted>& before,
                const std::optional<Quoted>& after, bool differ) {
  if (before && after && differ) {
    std::tie(line.before, line.after) =
        brief_difference(*before, *after, value_width);
    return;
  }
  line.before = before ? brief(*before, value_width) : std::string(missing);
  line.after = after ? brief(*after, value_width) : std::string(missing);
}

Line line_of(const Run& run, const Row& row, NodeId origin) {
  const Finding& finding = *row.finding;
  Line line;
  line.key = shortened(printable(finding.key), key_width);
  std::optional<Quoted> before = finding.expected;
  if (!before && !finding.vanished && row.pair->before.program != nullptr) {
    before = value_at(*row.pair->before.program, origin, finding.key);
  }
  set_values(line, before, finding.got, what_of(finding.rule) == "changed");
  // What no policy asks for is asked for by a rule of its own.
  line.policy = class_name(run, finding.key, role_of(*row.pair, finding));
  if (line.policy == name_of(Class::free)) line.policy = "-";
  line.status = upper(what_of(finding.rule));
  line.id = row.id.substr(0, 8);
  return line;
}

// Of a key that no finding is about.
std::string status_of(const Line& line) {
  if (line.policy == name_of(Class::free)) return "-";
  const bool is_gone = line.before != missing && line.after == missing;
  // Source-tracking keys of a placeholder that a delegate feeds.
  if (is_gone && line.policy == name_of(Class::carry)) return "optional";
  return "ok";
}

// The keys of the two nodes that no finding is about.
void add_other_keys(const Run& run, const std::vector<const Row*>& rows,
                    NodeId origin, std::vector<Line>& lines) {
  const Pair& pair = *rows.front()->pair;
  const Finding& finding = *rows.front()->finding;
  std::set<std::string_view> told;
  for (const Row* row : rows) told.insert(row->finding->key);
  std::set<std::string_view> others;
  const auto collect = [&](const Program& program, NodeId node) {
    for (const MetaEntry& entry : program.meta(node)) {
      const std::string_view key = program.text(entry.key);
      if (!told.contains(key)) others.insert(key);
    }
  };
  collect(*pair.before.program, origin);
  collect(*pair.after.program, finding.node);
  const Role role = role_of(pair, finding);
  for (const std::string_view key : others) {
    Line line;
    line.key = shortened(printable(key), key_width);
    set_values(line, value_at(*pair.before.program, origin, key),
               value_at(*pair.after.program, finding.node, key), false);
    line.policy = class_name(run, key, role);
    line.status = status_of(line);
    lines.push_back(std::move(line));
  }
}

std::string layout(const std::vector<Line>& lines) {
  std::size_t key = 0;
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t policy = 0;
  for (const Line& line : lines) {
    key = std::max(key, line.key.size());
    before = std::max(before, line.before.size());
    after = std::max(after, line.after.size());
    policy = std::max(policy, line.policy.size());
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    std::string row = fmt::format("  {} {:{}}  {:{}}  {:{}}  {:{}}  {:8} {}",
                                  i == 0 ? "=" : " ", line.key, key,
                                  line.before, before, line.after, after,
                                  line.policy, policy, line.status, line.id);
    row.erase(row.find_last_not_of(' ') + 1);
    out += row + "\n";
  }
  return out;
}

}  // namespace

std::string meta_table(const Run& run, const std::vector<const Row*>& rows,
                       NodeId origin) {
  // Where the node stands for none, what it should have is no value of before.
  const bool has_origin = !origin.is_none();
  std::vector<Line> lines;
  lines.push_back({.key = "key",
                   .before = has_origin ? "before" : "expected",
                   .after = has_origin ? "after" : "got",
                   .policy = "policy",
                   .status = {},
                   .id = rows.size() > 1 ? "id" : ""});
  for (const Row* row : rows) {
    lines.push_back(line_of(run, *row, origin));
    if (rows.size() == 1) lines.back().id.clear();
  }
  if (has_origin) add_other_keys(run, rows, origin, lines);
  return layout(lines);
}

}  // namespace metagate
