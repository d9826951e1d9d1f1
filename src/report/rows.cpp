#include "report/rows.h"

#include <algorithm>
#include <tuple>

#include "report/finding_id.h"
#include "report/printable.h"
#include "report/sentences.h"

namespace metagate {

std::vector<Row> rows_of(const Run& run, Places& places) {
  std::vector<Row> rows;
  for (const Pair& pair : run.pairs) {
    for (const Finding& finding : pair.checked.findings) {
      rows.push_back({.pair = &pair,
                      .finding = &finding,
                      .id = finding_id(finding, pair.case_name,
                                       pair.before.stage, pair.after.stage),
                      .message = printable(sentence_of(pair, finding)),
                      .place = places.of(pair, finding)});
    }
  }
  return rows;
}

void sort_by_name(std::vector<Row>& rows) {
  const auto order = [](const Row& row) {
    const Finding& finding = *row.finding;
    return std::tie(row.pair->case_name, row.pair->before.stage,
                    row.pair->after.stage, finding.at.graph, finding.at.node,
                    finding.rule, finding.key, finding.place);
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    return order(a) < order(b);
  });
}

}  // namespace metagate
