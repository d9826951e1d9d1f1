// What goes wrong at the delegate call.
#include <algorithm>

#include "harness/mutants/mutants.h"
#include "harness/mutants/values.h"

namespace metagate {
namespace {

using What = void (*)(const HandOver&, MetaDraft&);

template <What what>
void call(HandOvers& hand_overs) {
  hand_overs.delegate_call = [](const HandOver& at, MetaDraft& draft) {
    reference_delegate_call(at, draft);
    what(at, draft);
  };
}

std::vector<ValueId> vals_of(const HandOver& at) {
  const auto elements = at.store.elements(at.val);
  return elements ? std::vector<ValueId>(elements->begin(), elements->end())
                  : std::vector<ValueId>();
}

void set_vals(const HandOver& at, MetaDraft& draft,
              const std::vector<ValueId>& vals) {
  draft.set(known::val, at.store.add_sequence(Tag::list, vals));
}

void no_val(const HandOver&, MetaDraft& draft) {
  draft.drop(known::val);
}
void no_handle(const HandOver&, MetaDraft& draft) {
  draft.drop(known::debug_handle);
}
void nothing(const HandOver&, MetaDraft& draft) {
  draft.entries.clear();
}
void reversed(const HandOver& at, MetaDraft& draft) {
  std::vector<ValueId> vals = vals_of(at);
  std::reverse(vals.begin(), vals.end());
  set_vals(at, draft, vals);
}
void unwrapped(const HandOver& at, MetaDraft& draft) {
  const std::vector<ValueId> vals = vals_of(at);
  if (vals.size() == 1) draft.set(known::val, vals.front());
}
void with_consumed(const HandOver& at, MetaDraft& draft) {
  std::vector<ValueId> vals;
  for (const Mutation& mutation : at.partition.consumed) {
    const ValueId val = at.before.value(mutation.node, known::val);
    vals.push_back(val ? val : at.store.add(null_tree()));
  }
  const std::vector<ValueId> visible = vals_of(at);
  vals.insert(vals.end(), visible.begin(), visible.end());
  set_vals(at, draft, vals);
}
void of_program(const HandOver& at, MetaDraft& draft) {
  std::vector<ValueId> vals;
  const NodeId output = at.before.output_of(at.partition.graph);
  for (const NodeId id : at.before.operands(output)) {
    const ValueId val = at.before.value(id, known::val);
    vals.push_back(val ? val : at.store.add(null_tree()));
  }
  set_vals(at, draft, vals);
}
void without_last(const HandOver& at, MetaDraft& draft) {
  std::vector<ValueId> vals = vals_of(at);
  if (vals.size() > 1) vals.pop_back();
  set_vals(at, draft, vals);
}
void handle_is_one(const HandOver& at, MetaDraft& draft) {
  draft.set(known::debug_handle, at.store.add_integer(1));
}
void handle_is_node_count(const HandOver& at, MetaDraft& draft) {
  const auto count = at.before.nodes_of(at.partition.graph).size();
  draft.set(known::debug_handle,
            at.store.add_integer(static_cast<std::int64_t>(count)));
}
void nested_handle_is_reused(const HandOver& at, MetaDraft& draft) {
  if (at.is_nested) {
    draft.set(known::debug_handle, at.store.add_integer(999999));
  }
}
void handle_of_first_node(const HandOver& at, MetaDraft& draft) {
  const ValueId handle =
      at.before.value(at.partition.nodes.front(), known::debug_handle);
  if (handle) draft.set(known::debug_handle, handle);
}

const Mutant table[] = {
    {"call_loses_val", "pytorch #125261", "the call has no `val`",
     "delegate-lost", "", "default", call<no_val>},
    {"call_loses_handle", "#5953", "the call has no `debug_handle`",
     "delegate-lost", "", "default", call<no_handle>},
    {"call_has_no_meta", "delegate_call", "the call has no meta",
     "delegate-lost", "", "default", call<nothing>},
    {"call_val_is_reversed", "notes E14", "`val` is in reverse",
     "delegate-changed", "", "multi_output", call<reversed>},
    {"call_val_is_no_list", "notes B4",
     "`val` of a single-output delegate is no list", "delegate-changed", "",
     "default", call<unwrapped>},
    {"call_val_counts_consumed", "notes E6",
     "`val` counts the mutations that the delegate consumes",
     "delegate-changed", "", "mutation", call<with_consumed>},
    {"call_val_of_program", "#12504", "`val` is that of the program's outputs",
     "delegate-changed", "", "default", call<of_program>},
    {"call_val_lacks_last", "delegate_call", "`val` lacks the last output",
     "delegate-changed", "", "multi_output", call<without_last>},
    {"call_handle_is_one", "notes E8", "every call has handle 1",
     "delegate-duplicated", "", "default", call<handle_is_one>},
    {"call_handle_is_node_count", "#5953",
     "the handle is how many nodes the graph has", "delegate-duplicated", "",
     "default", call<handle_is_node_count>},
    {"nested_call_handle_is_reused", "notes E8",
     "all delegates in bodies have one handle", "delegate-duplicated", "",
     "nested", call<nested_handle_is_reused>},
    {"call_handle_of_a_node", "notes E8b",
     "the handle is that of a node of the partition", "delegate-duplicated", "",
     "default", call<handle_of_first_node>},
};

}  // namespace

std::span<const Mutant> delegate_mutants() {
  return table;
}

}  // namespace metagate
