// The meta keys of generated programs (notes of the field: which keys exist,
// who writes them, what they hold). A new key is a row.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace metagate {

// What a key's values look like in the field.
enum class ValueStyle : std::uint8_t {
  text,      // a stack trace, a name
  integer,   // also negative, also 0
  boolean,   //
  dtype,     //
  names,     // a tuple or list of texts
  numbers,   // a tuple of integers
  dict,      // a dict of its own
  object,    // an object with an identity ($ref), often a shared one
  source,    // a list of provenance records
  tensor,    // a tensor's description, or null
  node,      // names nodes of the program
  anything,  // a value of any tag of FORMAT.md
};

enum class KeyKind : std::uint8_t {
  source,     // source-tracking: dropped on delegate getitems
  known,      // written by ExecuTorch, torch.export or a backend
  unknown,    // nobody heard of it
  transient,  // used during a lowering only
};

// `val`, `debug_handle` and `delegation_tag` are no rows: the generator gives
// them itself.
struct MetaKeyRow {
  std::string_view name;
  KeyKind kind;
  ValueStyle style;
  std::uint8_t weight;  // how often, beside the others of its kind
};

[[nodiscard]] std::span<const MetaKeyRow> meta_key_rows();

}  // namespace metagate
