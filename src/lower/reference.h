// The reference lowering: faithful in shape to ExecuTorch's `to_backend`
// (exir/backend/backend_api.py, exir/lowered_backend_module.py), and right
// where that loses meta or leaves some behind (DESIGN.md, section 5).
//
// Every partition (lower/partition.h) becomes a delegate: a get_attr
// `lowered_module_N`, an `executorch_call_delegate` and a getitem for each
// value that is read outside, for one as for many; the nodes move into the
// graph
// `<graph>.lowered_module_N` of backend `reference`. New names are the first
// that no node and no module of the graph before has.
//
// What the input does not say is decided so:
// - A mutation of a buffer that its partition owns is consumed; where its value
//   is read outside as well, it is returned once more, and that is counted.
// - A user outside that reads an element of a list reads the delegate then:
// that
//   getitem keeps its name and is the delegate's getitem, with a copy inside.
// - Untagged constants are inputs. A tagged one that others use is copied for
//   them, once for each partition and once for all users outside.
// - Every node of a lowered program has a dict of its own, also where two
//   shared one; values and objects stay the same. A `$node` in meta follows the
//   node into the lowered graph.
// - What an earlier round delegated stays as it is.
// - The stage is that of the program before.
//
// A program without tags and transient keys outside comes back as it is. Equal
// programs give equal programs; what tags are called does not matter.
#pragma once

#include "base/result.h"
#include "ir/program.h"
#include "lower/hand_over.h"
#include "lower/lowering.h"

namespace metagate {

inline constexpr std::string_view reference_backend = "reference";

[[nodiscard]] Result<Program> lower_reference(
    const Program& program,
    const HandOvers& hand_overs = reference_hand_overs());

// The reference with other hand-overs, which are copied.
[[nodiscard]] Lowering lowering_with(HandOvers hand_overs);

}  // namespace metagate
