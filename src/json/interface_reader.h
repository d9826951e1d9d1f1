// Reads what a graph has beside its nodes: its modules and its signature.
#pragma once

#include <optional>
#include <vector>

#include "ir/program.h"
#include "json/reading.h"

namespace metagate {

[[nodiscard]] std::vector<Module> read_modules(const Reading& reading,
                                               const GraphPlace& graph,
                                               GraphPosition position);

[[nodiscard]] std::optional<Signature> read_signature(const Reading& reading,
                                                      const GraphPlace& graph,
                                                      GraphPosition position);

}  // namespace metagate
