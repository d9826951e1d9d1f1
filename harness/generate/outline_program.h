// Makes programs of outlines. Every node has `nn_module_stack`, `debug_handle`,
// `custom` and `val`, each with a value that no other node has: whatever is
// mixed up is seen.
#pragma once

#include <array>
#include <memory>

#include "harness/generate/enumerate.h"
#include "ir/program.h"

namespace metagate {

// All programs share one store. May be used by many threads.
class OutlinePrograms {
 public:
  OutlinePrograms();

  // Inputs `x`, `y`; calls `a`, `b`, ...; tags `t1`, `t2`, ...; the operators
  // are aten.neg.default, aten.add.Tensor and aten.where.self.
  [[nodiscard]] Program make(const Outline& outline) const;

 private:
  static constexpr std::size_t most_nodes =
      most_outline_inputs + most_outline_calls;
  // One more, for the tag.
  using Entries = std::array<MetaEntry, 5>;

  std::shared_ptr<const Store> store_;
  Symbol graph_;
  std::array<Symbol, most_nodes> names_;     // the inputs first
  std::array<Entries, most_nodes> entries_;  // the last one has no value yet
  std::array<Symbol, most_outline_operands + 1> targets_;    // by arity
  std::array<ValueId, most_outline_operands + 1> args_;      // by arity
  std::array<ValueId, most_outline_calls + 1> output_args_;  // by count
  std::array<ValueId, most_outline_calls + 1> tags_;         // from 1
};

}  // namespace metagate
