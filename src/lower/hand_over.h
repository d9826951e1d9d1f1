// The hand-overs: the five places where a node of the lowered program gets its
// meta. Everything else that the reference lowering makes carries no meta at
// all (the get_attr of a lowered module) or what it had (nodes outside).
//
// A mutant of the reference is the reference with one of them replaced:
//
//   HandOvers mutant = reference_hand_overs();
//   mutant.getitem = [](const HandOver& at, MetaDraft& draft) {
//     reference_getitem(at, draft);
//     if (at.arity() == 1) draft.drop(known::debug_handle);
//   };
//   Lowering lowering = lowering_with(mutant);   // lower/reference.h
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "ir/program.h"
#include "lower/meta_keys.h"
#include "lower/partition.h"

namespace metagate {

// Where a hand-over takes place. What it refers to lives until it returns.
struct HandOver {
  const Program& before;
  const Partition& partition;
  std::uint32_t number = 0;  // of the partition, in the order of lowering
  const TransientKeys& transient;
  Store& store;  // of the program after: values can be added

  // The node before that the new node stands for: the producer of a
  // placeholder, the node that is copied, what a getitem reads. None for a
  // delegate call; the outer graph's output node for an output.
  NodeId node;
  std::uint32_t index = 0;  // getitem: the output it reads
  // `copied`: a constant of another partition, of which this one gets a copy.
  bool is_constant_copy = false;
  // What the reference gives as `val` to a delegate call (what its getitems
  // read) and to an output (all that is returned), and to the former as
  // `debug_handle`.
  ValueId val;
  ValueId debug_handle;

  bool is_nested = false;       // in a control-flow body
  bool is_later_round = false;  // the program before has delegates already

  // The dicts of this delegate that there are so far: the getitems come after
  // the call, by index; all nodes inside come after these.
  MetaId call_meta;
  std::span<const MetaId> getitem_metas;

  [[nodiscard]] std::size_t arity() const { return partition.outputs.size(); }
};

// The dict that the new node gets: `entries`, or, where `shared` is not none,
// that very dict.
struct MetaDraft {
  std::vector<MetaEntry> entries;
  MetaId shared;

  [[nodiscard]] ValueId value(Symbol key) const;
  void set(Symbol key, ValueId value);
  void drop(Symbol key);
};

using HandOverFunction = std::function<void(const HandOver&, MetaDraft&)>;

struct HandOvers {
  HandOverFunction placeholder;  // an input of the lowered graph
  HandOverFunction copied;       // a node in it, constants and bodies included
  HandOverFunction delegate_call;  // outside
  HandOverFunction getitem;        // outside, one for each output
  HandOverFunction output;         // of the lowered graph
};

// A placeholder has the meta of its producer, as it was before, without
// transient keys and tags. Source-tracking keys stay.
void reference_placeholder(const HandOver& at, MetaDraft& draft);

// A copied node has all it had, without transient keys; its tag stays if it is
// the partition's. A constant copied for the partition gets the partition's.
void reference_copied(const HandOver& at, MetaDraft& draft);

// `val`, a list, and `debug_handle`.
void reference_delegate_call(const HandOver& at, MetaDraft& draft);

// A getitem has the meta of the node it stands for, without source-tracking
// keys, transient keys and tags.
void reference_getitem(const HandOver& at, MetaDraft& draft);

// `val`, a list.
void reference_output(const HandOver& at, MetaDraft& draft);

[[nodiscard]] const HandOvers& reference_hand_overs();

}  // namespace metagate
