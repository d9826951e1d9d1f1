// Which placeholder an input entry of a signature is about, also where one
// entry is wrong.
#pragma once

#include <span>
#include <string_view>
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

// The entry about output `i` of what a graph returns: the one that names it;
// where the names are no one-to-one list of what is returned, the one in its
// place. nullptr where there is none.
[[nodiscard]] const OutputSpec* output_spec(const Signature& signature,
                                            std::span<const NodeId> returned,
                                            std::size_t i);

// The node that mutates the buffer `target`, by the signature of a graph
// before; none where there is none.
[[nodiscard]] NodeId mutation_before(const Program& before, GraphId graph,
                                     std::string_view target);

}  // namespace metagate
