#include "report/text_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "check/rules.h"
#include "report/excerpt.h"
#include "report/meta_table.h"
#include "report/printable.h"
#include "report/sentences.h"
#include "report/verdict.h"

namespace metagate {
namespace {

constexpr std::size_t page_width = 100;
constexpr std::size_t message_width = 400;

std::vector<std::string_view> rules_of(const Block& block) {
  std::vector<std::string_view> found;
  for (const Row* row : block.rows) {
    const std::string_view rule = row->finding->rule;
    if (std::find(found.begin(), found.end(), rule) == found.end()) {
      found.push_back(rule);
    }
  }
  return found;
}

std::string head(const Block& block) {
  const Row& first = block.first();
  if (block.rows.size() == 1) {
    return fmt::format("error[{}] {}: {}\n", first.finding->rule,
                       first.id.substr(0, 8),
                       shortened(first.message, message_width));
  }
  const std::vector<std::string_view> rules = rules_of(block);
  const std::string keys = counted(block.rows.size(), "key");
  const std::string message =
      rules.size() == 1
          ? sentence_of(*first.pair, *first.finding, keys)
          : keys + " are wrong on " + subject_of(*first.pair, *first.finding);
  return fmt::format("error[{}]: {}\n", fmt::join(rules, ", "),
                     shortened(printable(message), message_width));
}

// One of the two sides of a finding.
struct Shown {
  const CapturedStage* side;
  NodeId node;
  std::string note;  // behind the mark
  std::string key;   // what to point at; empty = the node's name
};

std::string list_keys(const Program& program, NodeId node) {
  constexpr std::size_t width = 60;
  const auto entries = program.meta(node);
  if (entries.empty()) return "it has no metadata";
  std::string keys;
  for (const MetaEntry& entry : entries) {
    if (keys.size() > width) break;
    if (!keys.empty()) keys += ", ";
    keys += printable(program.text(entry.key));
  }
  return fmt::format("its metadata holds {}: {}",
                     counted(entries.size(), "key"), shortened(keys, width));
}

// The key that the finding is about, if the node has it.
std::string key_at(const Block& block, const CapturedStage& side, NodeId node) {
  if (block.rows.size() != 1) return {};
  const std::string& key = block.first().finding->key;
  const Symbol symbol = side.program->store().find(key);
  if (key.empty() || symbol.is_none()) return {};
  return side.program->value(node, symbol) ? key : std::string();
}

std::vector<Shown> sides_of(const Block& block, NodeId origin) {
  const Row& first = block.first();
  const Finding& finding = *first.finding;
  const Pair& pair = *first.pair;
  std::vector<Shown> shown;
  if (finding.node) {
    const CapturedStage& side = finding.vanished ? pair.before : pair.after;
    Shown is{&side, finding.node, {}, key_at(block, side, finding.node)};
    if (!finding.vanished && is.key.empty() && !finding.key.empty()) {
      is.note = list_keys(*side.program, finding.node);
    }
    shown.push_back(std::move(is));
  }
  if (origin && !(finding.vanished && finding.node == origin)) {
    Shown was{&pair.before, origin, {}, key_at(block, pair.before, origin)};
    if (what_of(finding.rule) == "lost") {
      was.note =
          was.key.empty() && block.rows.size() > 1
              ? fmt::format("had the {}", counted(block.rows.size(), "key"))
              : "was here";
    }
    shown.push_back(std::move(was));
  }
  return shown;
}

std::string node_phrase(const Shown& shown) {
  const Program& program = *shown.side->program;
  const Node& node = program.node(shown.node);
  std::string out =
      fmt::format("node {} of {}", quoted_name(program.text(node.name)),
                  quoted_name(program.text(program.graph(node.graph).name)));
  if (!shown.side->stage.empty()) {
    out += ", stage " + quoted_name(shown.side->stage);
  }
  return out;
}

std::string write_side(const Shown& shown, std::string_view arrow,
                       std::size_t gutter, Places& places) {
  const auto place = places.of(*shown.side, shown.node, shown.key);
  if (!place) return fmt::format("  {} {}\n", arrow, node_phrase(shown));
  std::string out =
      fmt::format("  {} {}:{}:{}  {}\n", arrow, printable(place->file),
                  place->line, place->column, node_phrase(shown));
  const std::string_view text = *shown.side->document->text;
  std::size_t offset = place->offset;
  if (shown.key.empty()) {
    const std::size_t named = name_offset(text, offset);
    // A name on a later line than the node would not fit the line number.
    if (text.substr(offset, named - offset).find('\n') == std::string::npos) {
      offset = named;
    }
  }
  const Excerpt excerpt = excerpt_at(text, offset, page_width - gutter - 3);
  out += fmt::format("{:{}} |\n", "", gutter);
  out += fmt::format("{:{}} | {}\n", place->line, gutter, excerpt.line);
  std::string mark(excerpt.column, ' ');
  mark += std::string(excerpt.length, '^');
  // The note goes under the mark where it would run off the page.
  if (!shown.note.empty() &&
      gutter + 4 + mark.size() + shown.note.size() > page_width) {
    out += fmt::format("{:{}} | {}\n", "", gutter, mark);
    mark = std::string(std::min<std::size_t>(excerpt.column, 8), ' ');
    out += fmt::format("{:{}} | {}{}\n", "", gutter, mark, shown.note);
  } else {
    out += fmt::format("{:{}} | {}{}{}\n", "", gutter, mark,
                       shown.note.empty() ? "" : " ", shown.note);
  }
  return out;
}

std::string write_sides(const std::vector<Shown>& sides, Places& places) {
  std::size_t gutter = 1;
  for (const Shown& shown : sides) {
    const auto place = places.of(*shown.side, shown.node, shown.key);
    if (place) {
      gutter = std::max(gutter, std::to_string(place->line).size());
    }
  }
  std::string out;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (i > 0) out += fmt::format("{:{}} |\n", "", gutter);
    out += write_side(sides[i], i == 0 ? "-->" : ":::", gutter, places);
  }
  if (!sides.empty()) out += fmt::format("{:{}} |\n", "", gutter);
  return out;
}

// One line for each different sentence, with the keys it is true of.
std::string write_patterns(const Block& block,
                           const std::vector<Pattern>& patterns) {
  std::map<std::string, std::vector<std::string>> keys_of;
  std::vector<const Pattern*> order;
  for (const Row* row : block.rows) {
    const auto found = std::lower_bound(
        patterns.begin(), patterns.end(),
        std::tuple(row->finding->rule, std::string_view(row->finding->key)),
        [](const Pattern& pattern, const auto& wanted) {
          return std::tuple(pattern.rule, std::string_view(pattern.key)) <
                 wanted;
        });
    if (keys_of[found->sentence].empty()) order.push_back(&*found);
    keys_of[found->sentence].push_back(row->finding->key);
  }
  std::string out;
  for (const Pattern* pattern : order) {
    out += "  = pattern: " + pattern->sentence + "\n";
    if (order.size() > 1) {
      const std::string keys =
          fmt::format("{}", fmt::join(keys_of[pattern->sentence], ", "));
      out += "             (" + shortened(printable(keys), 80) + ")\n";
    }
    if (pattern->tells_paths_apart) {
      out +=
          "             the two code paths of the lowering treat metadata "
          "differently\n";
    }
  }
  return out;
}

std::string write_others(const Finding& finding) {
  constexpr std::size_t most_named = 8;
  if (finding.also.empty()) return {};
  std::vector<std::string> names;
  for (const NodeName& name : finding.also) {
    if (names.size() == most_named) break;
    names.push_back(quoted_name(name.graph + "/" + name.node));
  }
  std::string line = fmt::format("  = also: {}", fmt::join(names, ", "));
  if (finding.also.size() > most_named) {
    line += fmt::format(" and {} more", finding.also.size() - most_named);
  }
  return line + "\n";
}

}  // namespace

std::string Block::signature() const {
  std::set<std::string> parts;
  for (const Row* row : rows) {
    parts.insert(std::string(row->finding->rule) + '\0' + row->finding->key);
  }
  return fmt::format("{}", fmt::join(parts, std::string(1, '\0')));
}

std::vector<Block> blocks_of(const std::vector<Row>& rows) {
  std::map<std::tuple<const Pair*, bool, NodeId>, std::size_t> by_node;
  std::vector<Block> blocks;
  for (const Row& row : rows) {
    const Finding& finding = *row.finding;
    if (!finding.key.empty() && finding.node) {
      const auto [found, is_new] = by_node.try_emplace(
          std::tuple(row.pair, finding.vanished, finding.node), blocks.size());
      if (!is_new) {
        blocks[found->second].rows.push_back(&row);
        continue;
      }
    }
    blocks.push_back({{&row}});
  }
  return blocks;
}

std::string write_block(const Run& run, const Block& block,
                        const std::vector<Pattern>& patterns, Places& places) {
  const Row& first = block.first();
  const NodeId origin = places.origin_of(*first.pair, *first.finding);
  std::string out = head(block);
  out += write_sides(sides_of(block, origin), places);
  if (!first.finding->key.empty() && first.finding->node &&
      !first.finding->vanished) {
    out += meta_table(run, block.rows, origin);
  }
  for (const Row* row : block.rows) out += write_others(*row->finding);
  out += write_patterns(block, patterns);
  for (const std::string_view rule : rules_of(block)) {
    if (const Rule* row = find_rule(rule)) {
      out += fmt::format("  = rule: {}\n", row->says);
    }
  }
  return out;
}

}  // namespace metagate
