#include "report/verdict.h"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

#include "check/rules.h"

namespace metagate {
namespace {

std::size_t finding_count(const Run& run) {
  std::size_t count = 0;
  for (const Pair& pair : run.pairs) count += pair.checked.findings.size();
  return count;
}

// "2 getitem-lost, 1 shape-args", in the order of the rules.
std::string by_rule(const Run& run) {
  std::string out;
  for (const Rule& rule : rules()) {
    std::size_t count = 0;
    for (const Pair& pair : run.pairs) {
      for (const Finding& finding : pair.checked.findings) {
        if (finding.rule == rule.id) ++count;
      }
    }
    if (count == 0) continue;
    if (!out.empty()) out += ", ";
    out += fmt::format("{} {}", count, rule.id);
  }
  return out;
}

std::string findings_in_cases(const Run& run) {
  std::set<std::string_view> faulty;
  for (const Pair& pair : run.pairs) {
    if (!pair.checked.findings.empty()) faulty.insert(pair.case_name);
  }
  return fmt::format("{}: {} in {} of {}",
                     counted(finding_count(run), "finding"), by_rule(run),
                     faulty.size(), counted(case_count(run), "case"));
}

}  // namespace

std::string counted(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string verdict_line(const Run& run) {
  switch (verdict_of(run)) {
    case Verdict::clean:
      return "ok " + counted(case_count(run), "case");
    case Verdict::findings:
      return "FAIL " + findings_in_cases(run);
    case Verdict::unchecked:
      break;
  }
  std::string line = "UNCHECKED " + counted(run.problems.size(), "problem") +
                     ", not everything was checked";
  if (finding_count(run) > 0) line += "; and " + findings_in_cases(run);
  return line;
}

std::string coverage_line(const Run& run) {
  const Coverage coverage = coverage_of(run);
  if (run.pairs.empty()) return "nothing was compared";
  return fmt::format(
      "compared {}, {} in {}; {} unmatched", counted(coverage.nodes, "node"),
      counted(coverage.keys, "key"), counted(coverage.delegates, "delegate"),
      coverage.unmatched);
}

}  // namespace metagate
