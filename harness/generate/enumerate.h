// Every small program, once: what `metagate prove` lowers.
//
// A program has 1 or 2 user inputs and 1 to `nodes` calls. A call has 1 to
// `operands` operands, each an input or an earlier call; one may stand twice.
// There is one operator for each number of operands: names of operators are not
// what is enumerated. A call has no tag or one of `tags`. The program returns 1
// to `outputs` of its calls, in their order. Calls and inputs that nobody uses
// occur too; constants, lists, bodies and second rounds do not.
//
// Two programs are the same (isomorphic) where inputs correspond to inputs and
// calls to calls, one to one, so that
// - corresponding calls have corresponding operands, in the same order,
// - a call is tagged exactly if its counterpart is, and two calls have one tag
//   exactly if their counterparts have,
// - a call is returned exactly if its counterpart is.
// So names, what tags are called, the order of the inputs, and the order of
// calls that do not need each other are no differences. Each class of equal
// programs is given by the outline that compares least, and no other.
//
// The enumeration is cut into slots: a slot is one choice of inputs and
// operands, with all tags and outputs for it, or nothing where a smaller slot
// holds the same programs. Slots are made from their number alone, so that
// ranges of them may be given to threads and machines. The smallest programs
// come first: by calls, then by inputs, then by arity and operands.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/result.h"
#include "harness/generate/outline.h"

namespace metagate {

struct OutlineBound {
  std::uint32_t nodes = 4;     // 1 to most_outline_calls
  std::uint32_t operands = 2;  // 1 to most_outline_operands
  std::uint32_t tags = 2;      // 1 to most_outline_calls
  std::uint32_t outputs = 2;   // 1 to most_outline_calls
};

inline constexpr std::uint32_t most_outline_inputs = 2;

// What is wrong with a bound, or nothing.
[[nodiscard]] std::optional<Problem> refusal_of(const OutlineBound& bound);

// `bound` is not refused.
class Enumeration {
 public:
  explicit Enumeration(const OutlineBound& bound) : bound_(bound) {}

  [[nodiscard]] std::uint64_t slots() const;
  // Calls `visit` with every program of a slot, in order.
  void visit(std::uint64_t slot,
             const std::function<void(const Outline&)>& visit) const;

 private:
  [[nodiscard]] std::uint64_t choices(std::uint32_t nodes_before) const;
  [[nodiscard]] std::uint64_t slots_of(std::uint32_t inputs,
                                       std::uint32_t count) const;
  [[nodiscard]] Outline structure(std::uint64_t slot) const;
  [[nodiscard]] OutlineCall call(std::uint32_t nodes_before,
                                 std::uint64_t choice) const;

  OutlineBound bound_;
};

}  // namespace metagate
