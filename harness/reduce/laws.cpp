#include "harness/reduce/laws.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include "check/check.h"
#include "ir/difference.h"
#include "ir/draft.h"

namespace metagate {
namespace {

Finding broken(std::string_view law, const Program& after, GraphId graph,
               NodeId node, std::string detail) {
  Finding finding;
  finding.rule = law;
  finding.graph = graph ? graph : GraphId(0);
  finding.node = node;
  finding.at.graph = after.text(after.graph(finding.graph).name);
  if (node) finding.at.node = after.name(node);
  finding.place = finding.at.graph;
  if (node) finding.place += "/" + finding.at.node;
  finding.detail = std::move(detail);
  return finding;
}

bool is_no_fault_of_it(std::string_view code) {
  return code == no_program::unsupported || code == no_program::fault ||
         code == no_program::gone;
}

// `again` has to be `after`.
std::optional<Finding> compare(std::string_view law, const Program& after,
                               const Result<Program>& again,
                               const std::string& when) {
  if (!again) {
    if (is_no_fault_of_it(again.error().front().code)) return std::nullopt;
    return broken(
        law, after, {}, {},
        when + " it gives no program: " + again.error().front().message);
  }
  const auto difference = first_difference(after, *again);
  if (!difference) return std::nullopt;
  Finding finding = broken(law, after, difference->graph, difference->node,
                           when + " it " + difference->says);
  finding.key = difference->key;
  return finding;
}

std::optional<Finding> judge_bytes(const Program& before, const Program& after,
                                   const Lowering& lowering) {
  return compare("law-bytes", after, lowering(before), "lowered once more");
}

// --- tags by other names
// -------------------------------------------------------

using Names = std::map<std::string, std::string>;

// For each tag that is a text, another one; they sort the other way round.
Names other_names(const Program& program) {
  Names names;
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const ValueId tag = program.value(NodeId(i), known::delegation_tag);
    if (tag.is_none()) continue;
    const Tree tree = program.store().tree(tag);
    if (tree.tag == Tag::text) names[tree.text];
  }
  std::size_t left = names.size();
  for (auto& [name, other] : names) {
    char number[32];
    std::snprintf(number, sizeof number, "another_tag_%06zu", left--);
    other = number;
  }
  return names;
}

Names reversed(const Names& names) {
  Names back;
  for (const auto& [name, other] : names) back[other] = name;
  return back;
}

Program with_tags(const Program& program, const Names& names) {
  Draft draft(program);
  std::map<std::string, ValueId> values;
  for (const DraftGraph& graph : draft.graphs) {
    for (const NodeId id : graph.nodes) {
      ValueId* const tag = draft.find(id, known::delegation_tag);
      if (tag == nullptr) continue;
      const Tree tree = draft.store().tree(*tag);
      const auto found = names.find(tree.text);
      if (tree.tag != Tag::text || found == names.end()) continue;
      ValueId& value = values[found->second];
      if (value.is_none()) value = draft.store().add_text(found->second);
      *tag = value;
    }
  }
  return draft.build();
}

std::optional<Finding> judge_order(const Program& before, const Program& after,
                                   const Lowering& lowering) {
  const Names names = other_names(before);
  if (names.empty()) return std::nullopt;
  Result<Program> again = lowering(with_tags(before, names));
  if (again) again = with_tags(*again, reversed(names));
  return compare("law-order", after, again,
                 "with tags that sort the other way round");
}

std::optional<Finding> judge_round(const Program&, const Program& after,
                                   const Lowering& lowering) {
  return compare("law-round", after, lowering(after),
                 "lowered again without new tags");
}

constexpr RunLaw table[] = {
    {"law-bytes", judge_bytes},
    {"law-order", judge_order},
    {"law-round", judge_round},
};

}  // namespace

std::span<const RunLaw> run_laws() {
  return table;
}

bool is_law(std::string_view rule) {
  return std::any_of(std::begin(table), std::end(table),
                     [&](const RunLaw& law) { return law.id == rule; });
}

std::vector<Finding> judge_laws(const Program& before, const Program& after,
                                const Lowering& lowering) {
  std::vector<Finding> findings;
  for (const RunLaw& law : table) {
    if (auto finding = law.judge(before, after, lowering)) {
      findings.push_back(*std::move(finding));
    }
  }
  return findings;
}

Judge law_judge_of(Lowering lowering) {
  return [lowering = std::move(lowering)](const Program& program) {
    const Result<Program> after = lowering(program);
    return after ? judge_laws(program, *after, lowering)
                 : std::vector<Finding>();
  };
}

Judge judge_for(const Fault& fault, Lowering lowering) {
  return is_law(fault.rule) ? law_judge_of(std::move(lowering))
                            : judge_of(std::move(lowering));
}

}  // namespace metagate
