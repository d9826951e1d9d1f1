// Single faults, planted in the result of a right lowering: each must be found,
// and nothing besides it. A mutant is wrong in every program; this is wrong in
// one place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/draft.h"

namespace metagate {

enum class PlantKind : std::uint8_t {
  key_lost,
  key_changed,
  key_leaked,
  dict_shared,      // with the node after it in its graph
  handle_repeated,  // of the other delegate call
  index_repeated,   // of the getitem before it
  entry_lost,       // the last output of the top graph's signature
};

struct Plant {
  PlantKind kind;
  NodeId node;
  Symbol key;             // none where it is about no key
  NodeId other;           // of dict_shared, handle_repeated, index_repeated
  std::string_view rule;  // that must fire at the node, with the key
};

// All places for a fault in `after`, which the reference made of `before`, a
// program of a first round.
[[nodiscard]] std::vector<Plant> plants_of(const Program& before,
                                           const Program& after);

[[nodiscard]] Program planted(const Program& after, const Plant& plant);

}  // namespace metagate
