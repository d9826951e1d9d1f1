#include <fmt/format.h>

#include <map>

#include "report/formats.h"
#include "report/printable.h"
#include "report/problem_line.h"
#include "report/text_block.h"
#include "report/verdict.h"

namespace metagate {
namespace {

constexpr std::size_t page_width = 100;

// The blocks with one root cause, in the order of their first.
std::vector<std::vector<const Block*>> group(const std::vector<Block>& blocks) {
  std::map<std::string, std::size_t> index;
  std::vector<std::vector<const Block*>> groups;
  for (const Block& block : blocks) {
    const auto [found, is_new] =
        index.try_emplace(block.signature(), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(&block);
  }
  return groups;
}

// "name: a, b, c", broken at the page's width.
std::string wrapped(const std::string& name,
                    const std::vector<std::string>& items,
                    std::size_t left_out) {
  constexpr std::size_t indent = 8;
  std::string out;
  std::string line = "      " + name + ":";
  const auto add = [&](const std::string& word) {
    if (line.size() + 1 + word.size() > page_width) {
      out += line + "\n";
      line = std::string(indent - 1, ' ');
    }
    line += " " + word;
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_last = i + 1 == items.size() && left_out == 0;
    add(items[i] + (is_last ? "" : ","));
  }
  if (left_out > 0) add(fmt::format("and {} more", left_out));
  return out + line + "\n";
}

// Where else the same was found, case by case.
std::string write_rest(const std::vector<const Block*>& blocks) {
  constexpr std::size_t most_named = 20;
  struct Named {
    std::vector<std::string> names;
    std::size_t left_out = 0;
  };
  std::map<std::string_view, Named> by_case;
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    const Row& row = blocks[i]->first();
    Named& named = by_case[row.pair->case_name];
    if (named.names.size() == most_named) {
      ++named.left_out;
      continue;
    }
    const NodeName& at = row.finding->at;
    named.names.push_back(
        quoted_name(at.node.empty() ? at.graph : at.graph + "/" + at.node));
  }
  std::string out =
      fmt::format("  and {} more with the same pattern (--all prints them):\n",
                  blocks.size() - 1);
  for (const auto& [name, named] : by_case) {
    out += wrapped(printable(name), named.names, named.left_out);
  }
  return out;
}

std::string write_problem(const Problem& problem) {
  std::string where = problem_place(problem);
  if (!where.empty()) where += ": ";
  std::string out = fmt::format("error: cannot check {}{}\n", where,
                                shortened(printable(problem.message), 400));
  if (!problem.path.empty()) {
    out += fmt::format("  --> at {}\n",
                       shortened(printable(problem.path), page_width - 9));
  }
  return out;
}

std::string reproduce(const Run& run) {
  std::string out;
  if (!run.command.empty()) {
    out += "reproduce: " + printable(run.command) + "\n           ";
  } else {
    out += "made with: ";
  }
  out +=
      fmt::format("metagate {}, policy {} {}", run.version,
                  printable(run.policy.name), run.policy_sha256.substr(0, 8));
  constexpr std::size_t most_inputs = 3;
  for (std::size_t i = 0; i < run.inputs.size() && i < most_inputs; ++i) {
    out += fmt::format(", input {}", run.inputs[i].sha256.substr(0, 8));
  }
  if (run.inputs.size() > most_inputs) {
    out += fmt::format(" and {} more", run.inputs.size() - most_inputs);
  }
  return out + "\n";
}

std::string summary(const Run& run) {
  const Verdict verdict = verdict_of(run);
  std::string out = verdict_line(run);
  out += verdict == Verdict::clean ? ": " : "\n     ";
  out += coverage_line(run) + "\n";
  const auto rules = not_checked(run);
  if (!rules.empty()) {
    out += fmt::format(
        "     not checked: {} (between two documents it is unknown which "
        "objects are one)\n",
        fmt::join(rules, ", "));
  }
  if (verdict == Verdict::unchecked) {
    out +=
        "     exit code 2: what is named above was not checked; 1 would mean "
        "that a fault was found\n";
  }
  if (verdict != Verdict::clean) out += reproduce(run);
  return out;
}

}  // namespace

std::string text_report(const Run& run) {
  Places places;
  const std::vector<Row> rows = rows_of(run, places);
  const std::vector<Pattern> patterns = patterns_of(rows);
  const std::vector<Block> blocks = blocks_of(rows);

  std::string out;
  for (const std::vector<const Block*>& same : group(blocks)) {
    const std::size_t shown = run.show_all ? same.size() : 1;
    for (std::size_t i = 0; i < shown; ++i) {
      out += write_block(run, *same[i], patterns, places);
      if (shown < same.size()) out += write_rest(same);
      out += "\n";
    }
  }
  for (const Problem& problem : run.problems) out += write_problem(problem);
  if (!run.problems.empty()) out += "\n";
  return out + summary(run);
}

}  // namespace metagate
