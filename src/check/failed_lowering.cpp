#include "check/failed_lowering.h"

#include "check/rules.h"

namespace metagate {

std::optional<Finding> finding_of(const Program& before, const Problem& why) {
  const Rule* const rule = find_rule(why.code);
  if (rule == nullptr || rule->judge != nullptr) return std::nullopt;
  const std::string graph(before.text(before.graph(GraphId(0)).name));
  Finding finding;
  finding.rule = rule->id;
  finding.at.graph = graph;
  finding.vanished = true;
  finding.graph = GraphId(0);
  finding.place = graph;
  finding.detail = why.message;
  return finding;
}

}  // namespace metagate
