// Which placeholder an input entry of a signature is about, also where one
// entry is wrong.
#pragma once

#include <vector>

#include "ir/program.h"

namespace metagate {

// The placeholders of a graph in order, each with its entry; nullptr where it
// has none. Entries name their placeholder. Where their names are no one-to-one
// list of the placeholders, but as many, they are taken in order: one wrong
// name must not take the placeholder of another entry away.
struct PlaceholderSpec {
  NodeId placeholder;
  const InputSpec* spec;
};
[[nodiscard]] std::vector<PlaceholderSpec> placeholder_specs(
    const Program& program, GraphId graph);

}  // namespace metagate
