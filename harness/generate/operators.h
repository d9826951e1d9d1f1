// The operators that generated programs are made of: real ones, so that a
// program can be given to the real ExecuTorch. A new operator is a row.
//
// `args` and `kwargs` are spelt as a person would write them: `%` stands for a
// tensor operand, `#` for a SymInt operand; numbers, true, false, null, words
// (a dtype), `[ ]` and `( )` stand for themselves.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace metagate {

enum class Yields : std::uint8_t { tensor, symint, tuple, list };

enum class OperatorKind : std::uint8_t {
  nullary,  // no operand
  unary,    // one tensor
  binary,   // two
  many,     // three and more
  multi,    // several outputs, read through getitems
  symint,   // makes or takes a SymInt
  method,   // a call_method
};
inline constexpr std::size_t operator_kind_count = 7;

struct OperatorRow {
  OperatorKind kind;
  std::string_view target;
  std::string_view args;
  std::string_view kwargs = "";
  Yields yields = Yields::tensor;
  std::uint8_t outputs = 1;  // of a tuple or list
};

[[nodiscard]] std::span<const OperatorRow> operator_rows();

}  // namespace metagate
