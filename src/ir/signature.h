// The signature of a graph: what its inputs and outputs are to the program
// (torch.export's ExportGraphSignature; FORMAT.md, "Graph").
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ir/store.h"

namespace metagate {

using NodeId = Id<struct NodeTag>;    // a node of a program, over all graphs
using GraphId = Id<struct GraphTag>;  // a graph of a program; 0 is the top one

enum class InputKind : std::uint8_t {
  user_input,
  parameter,
  buffer,
  constant_tensor,
  custom_obj,
  token,
};

enum class OutputKind : std::uint8_t {
  user_output,
  buffer_mutation,
  user_input_mutation,
  loss_output,
  token,
};

// `arg` is none where the entry names no node, `target` where it has none.
struct InputSpec {
  InputKind kind;
  NodeId arg;
  Symbol target;

  friend bool operator==(const InputSpec&, const InputSpec&) = default;
};

struct OutputSpec {
  OutputKind kind;
  NodeId arg;
  Symbol target;

  friend bool operator==(const OutputSpec&, const OutputSpec&) = default;
};

struct Signature {
  std::vector<InputSpec> inputs;
  std::vector<OutputSpec> outputs;
};

// A constant of the program: it has a target, and a partition can own it.
[[nodiscard]] constexpr bool is_constant(InputKind kind) {
  return kind != InputKind::user_input && kind != InputKind::token;
}

// The spelling of FORMAT.md; nothing where the text is none of them.
[[nodiscard]] std::string_view name_of(InputKind kind);
[[nodiscard]] std::string_view name_of(OutputKind kind);
[[nodiscard]] std::optional<InputKind> input_kind(std::string_view name);
[[nodiscard]] std::optional<OutputKind> output_kind(std::string_view name);

}  // namespace metagate
