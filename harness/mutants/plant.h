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
  handle_taken,     // a delegate call's is that of a node
  index_repeated,   // of the getitem before it
  entry_lost,       // the last output of the top graph's signature
  key_swapped,      // with the value of another node
  // Of structure (structural_plants.h):
  node_gone,  // its users take `other`
  operand_rewired,
  returned_rewired,  // and the signature names the other node, too
  argument_changed,  // one that is no node
  getitem_gone,      // one that nothing uses
  node_added,        // a second one of `node`, that nothing uses
  indices_exchanged,
  output_kind_changed,  // entries of a signature
  output_target_changed,
  output_arg_changed,
  input_kind_changed,
  input_target_changed,
  input_arg_changed,
};

struct Plant {
  PlantKind kind;
  NodeId node = {};
  Symbol key = {};             // none where it is about no key
  NodeId other = {};           // the other node of it, if there is one
  GraphId graph = {};          // of entries of a signature
  std::uint32_t position = 0;  // of an operand or an entry
  std::string_view rule;       // that must fire at the node, with the key
};

// All places for a fault in `after`, which the reference made of `before`, a
// program of a first round.
[[nodiscard]] std::vector<Plant> plants_of(const Program& before,
                                           const Program& after);

// Does it damage `other` as well, so that the rule fires there too?
[[nodiscard]] bool is_mutual(PlantKind kind);

[[nodiscard]] Program planted(const Program& after, const Plant& plant);

}  // namespace metagate
