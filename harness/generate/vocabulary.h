// The words of generated programs: every name, key, target, argument skeleton
// and value that they can hold, interned once. A program refers to them by id
// and shares the store with all others, so that making one is a matter of
// drawing numbers. May be read by many threads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/generate/meta_keys.h"
#include "harness/generate/operators.h"
#include "ir/program.h"

namespace metagate {

// Node names `<prefix>_<n>`, by n.
using NameRow = std::vector<Symbol>;

struct OperatorWords {
  OperatorRow row;
  Op op;
  Symbol target;
  ValueId args;
  ValueId kwargs;        // none where it has none
  std::string operands;  // `%` tensor, `#` SymInt
  NameRow names;
  std::vector<ValueId> node_values;  // {"$node": name}, for the first names
};

struct KeyWords {
  MetaKeyRow row;
  Symbol key;
};

// A tuple- or list-valued `val`, and the `val` of its elements.
struct TupleWords {
  ValueId value;
  std::vector<ValueId> elements;
};

// The higher-order operators; `bodies` of them are graphs.
enum class BodyCall : std::uint8_t { cond, while_loop, map };
inline constexpr std::size_t body_call_count = 3;
struct BodyCallWords {
  Symbol target;
  std::uint32_t bodies;
  std::vector<ValueId> args;  // by how many values it passes to the bodies
  NameRow names;
};

// A control-flow graph by its path; `bodies` are those it can hold.
struct GraphWords {
  Symbol name;
  std::vector<std::uint32_t> bodies;  // indices in Vocabulary::graphs
};

inline constexpr std::size_t most_outputs = 96;      // of a graph
inline constexpr std::size_t most_passed = 3;        // to a body
inline constexpr std::size_t most_bodies = 6;        // in one graph
inline constexpr std::size_t most_tuple = 4;         // elements of a tuple
inline constexpr std::size_t node_value_count = 48;  // names with a $node value

struct Vocabulary {
  std::shared_ptr<const Store> store;
  std::size_t most_nodes;  // of one graph

  std::vector<OperatorWords> operators;
  std::array<std::vector<std::uint16_t>, operator_kind_count> by_kind;
  std::array<BodyCallWords, body_call_count> body_calls;
  std::vector<GraphWords> graphs;  // 0 is the top one

  std::array<NameRow, 5> inputs;   // by InputKind, user_input to custom_obj
  std::array<NameRow, 5> targets;  // of constants, likewise
  NameRow getitems;
  NameRow submodules;  // names and targets of get_attr nodes of bodies
  NameRow tensors;     // and of tensor attributes
  // Names that a lowering would like to give: legal for any node.
  std::vector<Symbol> taken;
  std::vector<ValueId> getitem_args;  // by index
  std::vector<ValueId> output_args;   // by how many are returned

  std::vector<KeyWords> keys;                              // as meta_key_rows()
  std::array<std::vector<std::uint16_t>, 4> keys_by_kind;  // by weight
  std::array<std::vector<ValueId>, 12> values;             // by ValueStyle
  std::vector<ValueId> falsy;
  std::vector<ValueId> tensor_vals;
  std::vector<ValueId> symint_vals;
  // By Tag (0 tuple, 1 list) and number of elements.
  std::array<std::array<std::vector<TupleWords>, most_tuple + 1>, 2> tuple_vals;
  std::vector<ValueId> handles;            // 0, 1, 2, ...
  std::vector<ValueId> tags;               // "tag0", "tag1", ...
  std::vector<ValueId> input_node_values;  // {"$node": "x_<n>"}
  ValueId null;

  [[nodiscard]] const std::vector<ValueId>& of(ValueStyle style) const {
    return values[static_cast<std::size_t>(style)];
  }
};

// Words for programs of up to `most_nodes` nodes a graph.
[[nodiscard]] Vocabulary make_vocabulary(std::size_t most_nodes);

}  // namespace metagate
