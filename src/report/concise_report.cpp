#include <fmt/format.h>

#include "report/brief.h"
#include "report/formats.h"
#include "report/printable.h"
#include "report/problem_line.h"
#include "report/rows.h"
#include "report/verdict.h"

namespace metagate {
namespace {

constexpr std::size_t value_width = 40;
constexpr std::size_t message_width = 400;

std::string values_of(const Finding& finding) {
  if (finding.expected && finding.got) {
    const auto [expected, got] =
        brief_difference(*finding.expected, *finding.got, value_width);
    return fmt::format(", before {}, now {}", expected, got);
  }
  if (finding.expected) {
    return ", before " + brief(*finding.expected, value_width);
  }
  if (finding.got) return ", now " + brief(*finding.got, value_width);
  return {};
}

std::string where(const Row& row) {
  if (!row.place) return printable(row.pair->case_name);
  return fmt::format("{}:{}:{}", printable(row.place->file), row.place->line,
                     row.place->column);
}

std::string where(const Problem& problem) {
  const std::string place = problem_place(problem);
  return place.empty() ? "metagate" : place;
}

// Outputs of delegates are told by number; grep wants the getitem's name.
std::string node_unless_named(const Row& row) {
  const NodeName& at = row.finding->at;
  if (row.message.find(printable(at.node)) != std::string::npos) return {};
  return fmt::format(" ({})", quoted_name(at.graph + "/" + at.node));
}

}  // namespace

std::string concise_report(const Run& run) {
  Places places;
  std::string out;
  for (const Row& row : rows_of(run, places)) {
    const Finding& finding = *row.finding;
    out += fmt::format("{}: error: {}: {}{}{} [{}]\n", where(row), finding.rule,
                       shortened(row.message, message_width),
                       node_unless_named(row), values_of(finding),
                       row.id.substr(0, 8));
  }
  for (const Problem& problem : run.problems) {
    out += fmt::format("{}: error: cannot check: {}\n", where(problem),
                       shortened(printable(problem.message), message_width));
  }
  return out + verdict_line(run) + ": " + coverage_line(run) + "\n";
}

}  // namespace metagate
