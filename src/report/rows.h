// The findings of a run, each with what a report says of it beyond what the
// checker found: its id, a sentence, its place in a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/places.h"
#include "report/run.h"

namespace metagate {

struct Row {
  const Pair* pair;
  const Finding* finding;
  std::string id;
  std::string message;  // one line, printable
  std::optional<Place> place;
};

// In the order of the pairs, then as the checker sorted them. The rows refer to
// the run.
[[nodiscard]] std::vector<Row> rows_of(const Run& run, Places& places);

// By case, stages, graph, node, rule, key, place: the order of the machine
// formats, which no renumbering of nodes changes.
void sort_by_name(std::vector<Row>& rows);

}  // namespace metagate
