#include "harness/match/sayings.h"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>

#include "ir/difference.h"
#include "json/write.h"
#include "report/brief.h"
#include "report/problem_line.h"

namespace metagate {
namespace {

// A value is shown in so many characters.
constexpr std::size_t width = 40;

std::string line_of(const Finding& finding) {
  std::string line =
      fmt::format("{} at `{}/{}`", finding.rule, finding.at.graph,
                  finding.at.node.empty() ? "*" : finding.at.node);
  if (!finding.key.empty()) line += fmt::format(", key `{}`", finding.key);
  if (finding.expected) {
    line += fmt::format(", expected {}", brief(*finding.expected, width));
  }
  if (finding.got) line += fmt::format(", got {}", brief(*finding.got, width));
  if (!finding.detail.empty()) line += ": " + finding.detail;
  return line;
}

}  // namespace

bool has_finding(std::span<const Finding> findings, std::string_view rule,
                 std::string_view node, std::string_view key) {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding& finding) {
                       return finding.rule == rule &&
                              (node.empty() || finding.at.node == node) &&
                              (key.empty() || finding.key == key);
                     });
}

bool is_silent(const Checked& checked) {
  return checked.findings.empty() && checked.coverage.unmatched == 0 &&
         checked.coverage.nodes > 0;
}

std::string lost_metadata(const Program& before, const Program& after,
                          const Policy& policy) {
  const Checked checked =
      check(before, after, policy, {.step = Step::lowering});
  return is_silent(checked) ? std::string() : saying_of(checked);
}

std::string lost_metadata(const Program& before, const Result<Program>& after,
                          const Policy& policy) {
  if (!after.has_value()) return saying_of(after.error());
  return lost_metadata(before, *after, policy);
}

std::string said_of_finding(std::string_view rule, std::string_view node,
                            std::string_view key, bool negation) {
  std::string text =
      fmt::format("{} finding {}", negation ? "has no" : "has a", rule);
  if (!node.empty()) text += fmt::format(" at `{}`", node);
  if (!key.empty()) text += fmt::format(" for `{}`", key);
  return text;
}

std::string saying_of(const Checked& checked) {
  std::string text =
      fmt::format("findings: {}; compared nodes: {}, keys: {}; unmatched: {}",
                  checked.findings.size(), checked.coverage.nodes,
                  checked.coverage.keys, checked.coverage.unmatched);
  for (const Finding& finding : checked.findings) {
    text += "\n  " + line_of(finding);
  }
  return text;
}

std::string saying_of(const Problems& problems) {
  std::string text = fmt::format("problems: {}", problems.size());
  for (const Problem& problem : problems)
    text += "\n  " + problem_line(problem);
  return text;
}

std::string saying_of_difference(const Program& one, const Program& other) {
  const std::optional<Difference> difference = first_difference(one, other);
  if (!difference) return {};
  std::string text;
  if (!difference->node.is_none()) {
    text += fmt::format("`{}` ", one.name(difference->node));
  }
  if (!difference->key.empty()) text += fmt::format("`{}` ", difference->key);
  return text + difference->says;
}

void PrintTo(const Finding& finding, std::ostream* out) {
  *out << line_of(finding);
}

void PrintTo(const Checked& checked, std::ostream* out) {
  *out << saying_of(checked);
}

void PrintTo(const Program& program, std::ostream* out) {
  const Program shown =
      program.stage().empty() ? program.with_stage("program") : program;
  *out << write_capture({&shown, 1});
}

void PrintTo(const Problem& problem, std::ostream* out) {
  *out << problem_line(problem);
}

}  // namespace metagate
