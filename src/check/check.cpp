#include "check/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "check/rules.h"
#include "check/subject.h"

namespace metagate {
namespace {

void number_equal_places(std::vector<Finding>& findings) {
  std::map<std::tuple<std::string_view, std::string, std::string>, int> seen;
  for (Finding& finding : findings) {
    const int count = ++seen[{finding.rule, finding.place, finding.key}];
    if (count > 1) finding.place += fmt::format("#{}", count);
  }
}

Coverage coverage_of(const Subject& subject) {
  Coverage coverage;
  const Correspondence& correspondence = subject.correspondence;
  coverage.graphs = correspondence.graphs.size();
  coverage.keys = subject.differences.compared;
  for (std::size_t i = 0; i < correspondence.part.size(); ++i) {
    const Part part = correspondence.part[i];
    if (part != Part::vertex && part != Part::getitem && part != Part::fed) {
      continue;
    }
    if (correspondence.stands_for[i]) {
      ++coverage.nodes;
    } else {
      ++coverage.unmatched;
    }
  }
  for (const GraphPair& pair : correspondence.graphs) {
    const Range range = subject.before.graph(pair.before).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      if (correspondence.found[i].is_none()) ++coverage.unmatched;
    }
  }
  coverage.graphs += correspondence.delegates.size();
  for (const Delegate& delegate : delegates_of(subject.after)) {
    ++coverage.delegates;
    for (const Use& use : subject.users_after.of(delegate.call)) {
      if (is_delegate_getitem(subject.after, use.user)) ++coverage.getitems;
    }
  }
  return coverage;
}

std::vector<Outlet> outlets_of(const Subject& subject) {
  std::vector<Outlet> outlets;
  for (const NewDelegate& delegate : subject.correspondence.delegates) {
    for (const NodeId getitem : delegate.getitems) {
      const std::int64_t index = subject.correspondence.index[getitem.index()];
      outlets.push_back(
          {.getitem = getitem,
           .stands_for = subject.stands_for(getitem),
           .call = delegate.at.call,
           .index =
               static_cast<std::uint32_t>(std::max<std::int64_t>(index, 0)),
           .arity = static_cast<std::uint32_t>(delegate.visible.size())});
    }
  }
  std::sort(
      outlets.begin(), outlets.end(),
      [](const Outlet& a, const Outlet& b) { return a.getitem < b.getitem; });
  return outlets;
}

Checked judge(const Subject& subject) {
  Checked checked;
  checked.step = subject.step;
  for (const Rule& rule : rules()) {
    if (rule.judge != nullptr) rule.judge(subject, checked.findings);
  }
  sort_findings(checked.findings);
  number_equal_places(checked.findings);
  checked.coverage = coverage_of(subject);
  checked.outlets = outlets_of(subject);
  if (!subject.same_document) checked.not_checked.push_back("alias-mutated");
  return checked;
}

}  // namespace

Coverage& Coverage::operator+=(const Coverage& other) {
  graphs += other.graphs;
  nodes += other.nodes;
  keys += other.keys;
  delegates += other.delegates;
  getitems += other.getitems;
  unmatched += other.unmatched;
  return *this;
}

Checked check(const Program& before, const Program& after, const Policy& policy,
              const CheckOptions& options) {
  const Subject subject(before, after, policy, options, Trust::structure);
  Checked checked = judge(subject);
  if (checked.findings.empty() || !subject.correspondence.names_disagree) {
    return checked;
  }
  // Nodes that could be one or the other: the reading that needs fewer faults.
  Checked other = judge({before, after, policy, options, Trust::names});
  return other.findings.size() < checked.findings.size() ? other : checked;
}

void sort_findings(std::vector<Finding>& findings) {
  // What vanished is listed where the graph of that name is now.
  const auto order = [](const Finding& f) {
    return std::tuple(f.graph, f.vanished, f.node, f.rule,
                      std::string_view(f.key), std::string_view(f.place));
  };
  std::sort(
      findings.begin(), findings.end(),
      [&](const Finding& a, const Finding& b) { return order(a) < order(b); });
}

}  // namespace metagate
