// The meta keys that a lowering treats in a way of its own (exir/backend/
// backend_api.py, remove_used_metadata, and exir/lowered_backend_module.py).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ir/store.h"

namespace metagate {

// What `to_backend` hands over from step to step, and has to be gone when it is
// done. `delegation_tag` is the one more, and is dealt with by itself: it stays
// inside its own partition.
inline constexpr std::string_view handed_over_keys[] = {
    "backend_id",
    "compile_spec",
    "submodule_program",
    "toplevel_input_specs_to_delete",
    "toplevel_output_specs_to_delete",
    "is_submodule",
    "submodule_output_node",
    "match",
    "no_copy",
};

// They tie a node to the source it was traced from: a getitem that had them
// would be claimed by the next partitioner (pytorch/executorch PR 342).
[[nodiscard]] constexpr bool is_source_tracking(Symbol key) {
  return key == known::nn_module_stack || key == known::source_fn_stack;
}

// The transient keys by the symbols of one store: found once, asked often.
class TransientKeys {
 public:
  explicit TransientKeys(const Store& store) {
    for (const std::string_view key : handed_over_keys) {
      const Symbol symbol = store.find(key);
      if (symbol.is_none()) continue;
      symbols_.push_back(symbol);
      seen_ |= bit(symbol);
    }
  }

  // `delegation_tag` is none of them here.
  [[nodiscard]] bool contains(Symbol key) const {
    if ((seen_ & bit(key)) == 0) return false;
    return std::find(symbols_.begin(), symbols_.end(), key) != symbols_.end();
  }

 private:
  static std::uint64_t bit(Symbol symbol) {
    return std::uint64_t{1} << (symbol.index() % 64);
  }

  std::vector<Symbol> symbols_;
  std::uint64_t seen_ = 0;  // a bit for each: most keys are none of them
};

}  // namespace metagate
