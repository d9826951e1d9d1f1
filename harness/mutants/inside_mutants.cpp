// What goes wrong inside a lowered graph.
#include "harness/mutants/mutants.h"
#include "harness/mutants/values.h"

namespace metagate {
namespace {

using What = void (*)(const HandOver&, MetaDraft&);

template <What what>
void placeholder(HandOvers& hand_overs) {
  hand_overs.placeholder = [](const HandOver& at, MetaDraft& draft) {
    reference_placeholder(at, draft);
    what(at, draft);
  };
}

template <What what>
void copied(HandOvers& hand_overs) {
  hand_overs.copied = [](const HandOver& at, MetaDraft& draft) {
    reference_copied(at, draft);
    what(at, draft);
  };
}

bool is_input(const HandOver& at) {
  return at.before.node(at.node).op == Op::placeholder;
}

void val_only(const HandOver&, MetaDraft& draft) {
  keep_val_alone(draft);
}
void foreign_tag(const HandOver& at, MetaDraft& draft) {
  copy_named(at, draft, "delegation_tag");
}
void odd_tag(const HandOver& at, MetaDraft& draft) {
  draft.set(known::delegation_tag, at.store.add_text("fused"));
}
void of_first_input(const HandOver& at, MetaDraft& draft) {
  HandOver other = at;
  other.node = at.partition.inputs.front();
  draft.entries.clear();
  reference_placeholder(other, draft);
}
void no_source_keys(const HandOver&, MetaDraft& draft) {
  draft.drop(known::nn_module_stack);
  draft.drop(known::source_fn_stack);
}
void hand_over_key(const HandOver& at, MetaDraft& draft) {
  draft.set(at.store.intern("compile_spec"), at.store.add({.tag = Tag::list}));
}
void new_key(const HandOver& at, MetaDraft& draft) {
  draft.set(at.store.intern("is_input"), at.store.add(boolean_tree(true)));
}
void shares_getitem(const HandOver& at, MetaDraft& draft) {
  if (!at.getitem_metas.empty()) draft.shared = at.getitem_metas.front();
}
void no_quant_keys(const HandOver& at, MetaDraft& draft) {
  drop_named(at, draft, "quant_attrs");
  drop_named(at, draft, "q_tensor_io");
}
void no_handle(const HandOver&, MetaDraft& draft) {
  draft.drop(known::debug_handle);
}
void no_falsy(const HandOver& at, MetaDraft& draft) {
  keep_if(draft, [&](const MetaEntry& entry) {
    return !is_falsy(at.store.tree(entry.value));
  });
}
void bare_constant_copy(const HandOver& at, MetaDraft& draft) {
  if (at.is_constant_copy) keep_val_alone(draft);
}
void bare_constant(const HandOver& at, MetaDraft& draft) {
  if (is_input(at) && !at.is_constant_copy) keep_val_alone(draft);
}
void untagged_constant_copy(const HandOver& at, MetaDraft& draft) {
  if (at.is_constant_copy) {
    draft.set(known::delegation_tag, at.store.add(null_tree()));
  }
}
void nested_is_bare(const HandOver& at, MetaDraft& draft) {
  if (at.is_nested) keep_val_alone(draft);
}
void later_round_is_bare(const HandOver& at, MetaDraft& draft) {
  if (at.is_later_round) keep_val_alone(draft);
}
void negative_handle(const HandOver& at, MetaDraft& draft) {
  if (draft.value(known::debug_handle)) {
    draft.set(known::debug_handle, at.store.add_integer(-1));
  }
}
void val_as_text(const HandOver& at, MetaDraft& draft) {
  if (draft.value(known::val)) {
    draft.set(known::val, at.store.add_text("FakeTensor"));
  }
}
void last_node_is_bare(const HandOver& at, MetaDraft& draft) {
  if (!at.partition.nodes.empty() && at.node == at.partition.nodes.back()) {
    keep_val_alone(draft);
  }
}

void output_of_program(HandOvers& hand_overs) {
  hand_overs.output = [](const HandOver& at, MetaDraft& draft) {
    reference_output(at, draft);
    std::vector<ValueId> vals;
    for (const NodeId id : at.before.operands(at.node)) {
      const ValueId val = at.before.value(id, known::val);
      vals.push_back(val ? val : at.store.add(null_tree()));
    }
    draft.set(known::val, at.store.add_sequence(Tag::list, vals));
  };
}

void output_val_is_one(HandOvers& hand_overs) {
  hand_overs.output = [](const HandOver& at, MetaDraft& draft) {
    reference_output(at, draft);
    const auto elements = at.store.elements(at.val);
    if (elements && elements->size() == 1) {
      draft.set(known::val, elements->front());
    }
  };
}

const Mutant table[] = {
    {"placeholder_is_bare", "placeholder", "inputs inside keep `val` alone",
     "inside-lost", "", "default", placeholder<val_only>},
    {"placeholder_has_foreign_tag", "notes E3",
     "an input inside has the tag of the partition that it comes from",
     "transient-foreign", "", "default", placeholder<foreign_tag>},
    {"placeholder_has_made_up_tag", "notes E3",
     "an input inside has a tag that nobody gave", "transient-foreign", "",
     "default", placeholder<odd_tag>},
    {"placeholder_of_first_input", "placeholder",
     "all inputs inside have the meta of the first", "inside-changed",
     "inside-lost inside-leaked", "default", placeholder<of_first_input>},
    {"placeholder_loses_source_keys", "#342",
     "source-tracking keys are removed from inputs inside too", "inside-lost",
     "", "default", placeholder<no_source_keys>},
    {"placeholder_keeps_hand_over", "notes E5",
     "`compile_spec` reaches the inputs inside", "inside-leaked", "", "default",
     placeholder<hand_over_key>},
    {"placeholder_gets_a_key", "notes 3.3", "inputs inside get `is_input`",
     "inside-leaked", "", "default", placeholder<new_key>},
    {"placeholder_shares_getitem_dict", "notes E11",
     "an input inside and a getitem outside share one dict", "alias-shared", "",
     "default", placeholder<shares_getitem>},
    {"placeholder_loses_falsy_values", "notes 3",
     "`if value` where `is not None` was meant", "inside-lost", "", "falsy",
     placeholder<no_falsy>},

    {"copied_loses_quant_keys", "#15698",
     "nodes inside lose `quant_attrs` and `q_tensor_io`", "inside-lost", "",
     "default", copied<no_quant_keys>},
    {"copied_loses_handle", "#21379", "nodes inside lose `debug_handle`",
     "inside-lost", "", "default", copied<no_handle>},
    {"copied_loses_falsy_values", "notes 3",
     "`if value` where `is not None` was meant", "inside-lost", "", "falsy",
     copied<no_falsy>},
    {"copied_last_node_is_bare", "copied",
     "the last node of a partition keeps `val` alone", "inside-lost", "",
     "default", copied<last_node_is_bare>},
    {"copied_constant_is_bare", "notes E21",
     "a constant copied into another partition keeps `val` alone",
     "inside-lost", "", "constants", copied<bare_constant_copy>},
    {"owned_constant_is_bare", "notes 1.3",
     "a constant that moves into its partition keeps `val` alone",
     "inside-lost", "", "constants", copied<bare_constant>},
    {"copied_constant_has_null_tag", "notes E19",
     "a constant copied into another partition has a tag of None",
     "transient-foreign", "", "constants", copied<untagged_constant_copy>},
    {"copied_nested_is_bare", "notes 1.5",
     "nodes of partitions in bodies keep `val` alone", "inside-lost", "",
     "nested", copied<nested_is_bare>},
    {"copied_second_round_is_bare", "notes 1.5",
     "nodes of partitions of a later round keep `val` alone", "inside-lost", "",
     "rounds", copied<later_round_is_bare>},
    {"copied_handle_is_wrong", "#11997", "nodes inside have handle -1",
     "inside-changed", "", "default", copied<negative_handle>},
    {"copied_val_is_text", "exir/serde", "`val` inside is a text",
     "inside-changed", "", "default", copied<val_as_text>},
    {"copied_gets_a_key", "copied", "nodes inside get a key", "inside-leaked",
     "", "default", copied<new_key>},
    {"copied_tag_is_renamed", "#20077",
     "nodes inside have another tag than they had", "transient-foreign", "",
     "default", copied<odd_tag>},
    {"copied_shares_getitem_dict", "notes E11",
     "a node inside and a getitem outside share one dict", "alias-shared", "",
     "default", copied<shares_getitem>},

    {"output_has_val_of_program", "notes E7",
     "the output inside has the `val` of the program's", "inside-changed", "",
     "default", output_of_program},
    {"output_val_is_no_list", "output",
     "the `val` of a single output inside is no list", "inside-changed", "",
     "default", output_val_is_one},
};

}  // namespace

std::span<const Mutant> inside_mutants() {
  return table;
}

}  // namespace metagate
