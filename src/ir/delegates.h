// The delegates of a program: its `executorch_call_delegate` nodes, the lowered
// graph each calls, and the getitems that read its outputs. An analysis.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ir/program.h"
#include "ir/users.h"

namespace metagate {

struct Delegate {
  NodeId call;
  NodeId get_attr;  // operand 0 of the call
  GraphId outer;    // where the call stands
  GraphId lowered;  // the graph it calls
  Symbol backend;
};

// In the order of their calls. A call whose first operand is not a get_attr of
// a lowered module is none.
[[nodiscard]] std::vector<Delegate> delegates_of(const Program& program);

// True for a `getitem` of one operand and one integer; `index_of_getitem` gives
// the integer. Both look at the node alone, whatever its operand is.
[[nodiscard]] bool is_getitem(const Program& program, NodeId node);
[[nodiscard]] std::optional<std::int64_t> index_of_getitem(
    const Program& program, NodeId node);

[[nodiscard]] inline bool is_delegate_call(const Program& program, NodeId id) {
  const Node& node = program.node(id);
  return node.op == Op::call_function && node.target == known::call_delegate;
}
// A getitem that reads a delegate call.
[[nodiscard]] bool is_delegate_getitem(const Program& program, NodeId node);

// What a lowered graph returns, seen from outside. `consumed` outputs are the
// buffer mutations that its own signature names: no getitem counts them.
struct LoweredOutputs {
  std::vector<NodeId> visible;  // by the index a getitem reads
  std::vector<NodeId> consumed;
};
[[nodiscard]] LoweredOutputs outputs_of(const Program& program,
                                        GraphId lowered);

// The placeholders of a lowered graph that the call's operands 1.. feed, in
// that order: those that its signature calls user inputs or tokens; without a
// signature all. The others are constants that the delegate owns.
struct LoweredInputs {
  std::vector<NodeId> fed;
  std::vector<NodeId> owned;
};
[[nodiscard]] LoweredInputs inputs_of(const Program& program, GraphId lowered);

}  // namespace metagate
