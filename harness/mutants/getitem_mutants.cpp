// What goes wrong where a delegate getitem gets its meta.
#include "harness/mutants/mutants.h"
#include "harness/mutants/values.h"

namespace metagate {
namespace {

using Where = bool (*)(const HandOver&);
using What = void (*)(const HandOver&, MetaDraft&);

// The reference, and then `what` where `where` says so.
template <Where where, What what>
void getitem(HandOvers& hand_overs) {
  hand_overs.getitem = [](const HandOver& at, MetaDraft& draft) {
    reference_getitem(at, draft);
    if (where(at)) what(at, draft);
  };
}

// --- where
// --------------------------------------------------------------------

bool always(const HandOver&) {
  return true;
}
bool single(const HandOver& at) {
  return at.arity() == 1;
}
bool multi(const HandOver& at) {
  return at.arity() > 1;
}
bool first_of_many(const HandOver& at) {
  return multi(at) && at.index == 0;
}
bool last_of_many(const HandOver& at) {
  return multi(at) && at.index + 1 == at.arity();
}
bool second(const HandOver& at) {
  return at.index == 1;
}
bool beyond_eight(const HandOver& at) {
  return at.index >= 8;
}
bool nested(const HandOver& at) {
  return at.is_nested;
}
bool later_round(const HandOver& at) {
  return at.is_later_round;
}
bool later_partition(const HandOver& at) {
  return at.number > 0;
}
bool owns_constants(const HandOver& at) {
  return !at.partition.constants.empty();
}
bool consumes(const HandOver& at) {
  return !at.partition.consumed.empty();
}
bool takes_nothing(const HandOver& at) {
  return at.partition.inputs.empty();
}
bool is_symint(const HandOver& at) {
  const ValueId val = at.before.value(at.node, known::val);
  return val && at.before.store().tree(val).tag == Tag::sym;
}
bool is_element(const HandOver& at) {
  return at.partition.outputs[at.index].stays;
}
bool fed_by_delegate(const HandOver& at) {
  for (const NodeId input : at.partition.inputs) {
    if (at.before.node(input).op == Op::placeholder) continue;
    const ValueId tag = at.before.value(input, known::delegation_tag);
    if (tag && at.before.store().tree(tag).tag == Tag::text) return true;
  }
  return false;
}
bool is_returned_twice(const HandOver& at) {
  const NodeId output = at.before.output_of(at.partition.graph);
  if (output.is_none()) return false;
  const auto returned = at.before.operands(output);
  return std::count(returned.begin(), returned.end(), at.node) > 1;
}

// --- what
// ---------------------------------------------------------------------

void val_only(const HandOver&, MetaDraft& draft) {
  keep_val_alone(draft);
}
void nothing(const HandOver&, MetaDraft& draft) {
  draft.entries.clear();
}
void no_val(const HandOver&, MetaDraft& draft) {
  draft.drop(known::val);
}
void no_handle(const HandOver&, MetaDraft& draft) {
  draft.drop(known::debug_handle);
}
void no_stack_trace(const HandOver& at, MetaDraft& draft) {
  drop_named(at, draft, "stack_trace");
}
void no_q_tensor_io(const HandOver& at, MetaDraft& draft) {
  drop_named(at, draft, "q_tensor_io");
}
void no_quant_attrs(const HandOver& at, MetaDraft& draft) {
  drop_named(at, draft, "quant_attrs");
}
void no_custom(const HandOver& at, MetaDraft& draft) {
  drop_named(at, draft, "custom");
}
void no_last_key(const HandOver&, MetaDraft& draft) {
  if (!draft.entries.empty()) draft.entries.pop_back();
}
void eight_keys(const HandOver&, MetaDraft& draft) {
  if (draft.entries.size() > 8) draft.entries.resize(8);
}
void no_falsy(const HandOver& at, MetaDraft& draft) {
  keep_if(draft, [&](const MetaEntry& entry) {
    return !is_falsy(at.store.tree(entry.value));
  });
}
void no_null(const HandOver& at, MetaDraft& draft) {
  keep_if(draft, [&](const MetaEntry& entry) {
    return at.store.tree(entry.value).tag != Tag::null;
  });
}
void no_objects(const HandOver& at, MetaDraft& draft) {
  keep_if(draft, [&](const MetaEntry& entry) {
    return at.store.tree(entry.value).tag != Tag::object;
  });
}
void no_node_values(const HandOver& at, MetaDraft& draft) {
  keep_if(draft, [&](const MetaEntry& entry) {
    return !at.store.facts(entry.value).has_node;
  });
}
// `if key.isidentifier() and not key.startswith("__")`
void plain_keys(const HandOver& at, MetaDraft& draft) {
  keep_if(draft, [&](const MetaEntry& entry) {
    const std::string_view key = at.store.text(entry.key);
    const auto is_plain = [](char c) {
      return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             (c >= '0' && c <= '9');
    };
    return !key.empty() && !key.starts_with("__") &&
           (key[0] < '0' || key[0] > '9') &&
           std::all_of(key.begin(), key.end(), is_plain);
  });
}
void short_keys(const HandOver& at, MetaDraft& draft) {
  keep_if(draft, [&](const MetaEntry& entry) {
    return at.store.text(entry.key).size() < 32;
  });
}
void serde_keys(const HandOver& at, MetaDraft& draft) {
  keep_if(draft, [&](const MetaEntry& entry) {
    const std::string_view key = at.store.text(entry.key);
    return entry.key == known::val || entry.key == known::debug_handle ||
           key == "stack_trace" || key == "torch_fn" || key == "from_node";
  });
}

void of_first_output(const HandOver& at, MetaDraft& draft) {
  HandOver other = at;
  other.node = at.partition.outputs.front().node;
  draft.entries.clear();
  reference_getitem(other, draft);
}
void of_last_output(const HandOver& at, MetaDraft& draft) {
  HandOver other = at;
  other.node = at.partition.outputs.back().node;
  draft.entries.clear();
  reference_getitem(other, draft);
}
void of_opposite_output(const HandOver& at, MetaDraft& draft) {
  HandOver other = at;
  other.node = at.partition.outputs[at.arity() - 1 - at.index].node;
  draft.entries.clear();
  reference_getitem(other, draft);
}
void stale_val(const HandOver& at, MetaDraft& draft) {
  if (at.partition.inputs.empty()) return;
  const NodeId input = at.partition.inputs.front();
  if (const ValueId val = at.before.value(input, known::val)) {
    draft.set(known::val, val);
  }
}
void renumbered(const HandOver& at, MetaDraft& draft) {
  if (draft.value(known::debug_handle)) {
    draft.set(known::debug_handle, at.store.add_integer(1000000 + at.number));
  }
}
void as_text(const HandOver& at, MetaDraft& draft) {
  change_values(at, draft, [](Tree& tree) {
    if (tree.tag != Tag::integer) return false;
    tree.tag = Tag::text;
    return true;
  });
}
void as_real(const HandOver& at, MetaDraft& draft) {
  change_values(at, draft, [](Tree& tree) {
    if (tree.tag != Tag::integer || tree.text.size() > 9) return false;
    tree.tag = Tag::real;
    tree.text += ".0";
    return true;
  });
}
void as_list(const HandOver& at, MetaDraft& draft) {
  change_values(at, draft, [](Tree& tree) {
    if (tree.tag != Tag::tuple) return false;
    tree.tag = Tag::list;
    return true;
  });
}
void falsy_as_null(const HandOver& at, MetaDraft& draft) {
  change_values(at, draft, [](Tree& tree) {
    if (tree.tag == Tag::null || !is_falsy(tree)) return false;
    tree = null_tree();
    return true;
  });
}

void source_keys(const HandOver& at, MetaDraft& draft) {
  copy_named(at, draft, "nn_module_stack");
  copy_named(at, draft, "source_fn_stack");
}
void module_stack(const HandOver& at, MetaDraft& draft) {
  copy_named(at, draft, "nn_module_stack");
}
void source_fn(const HandOver& at, MetaDraft& draft) {
  copy_named(at, draft, "source_fn_stack");
}
void empty_module_stack(const HandOver& at, MetaDraft& draft) {
  draft.set(known::nn_module_stack, at.store.add(null_tree()));
}
void tag(const HandOver& at, MetaDraft& draft) {
  copy_named(at, draft, "delegation_tag");
}
void null_tag(const HandOver& at, MetaDraft& draft) {
  draft.set(known::delegation_tag, at.store.add(null_tree()));
}
void match(const HandOver& at, MetaDraft& draft) {
  copy_named(at, draft, "match");
}
void compile_spec(const HandOver& at, MetaDraft& draft) {
  copy_named(at, draft, "compile_spec");
}
void hand_over_keys(const HandOver& at, MetaDraft& draft) {
  for (const std::string_view key : handed_over_keys) {
    copy_named(at, draft, key);
  }
}
void seq_nr(const HandOver& at, MetaDraft& draft) {
  const Symbol key = at.store.intern("ac_graph_id");
  draft.set(key, at.store.add_integer(7));
}

void shares_call(const HandOver& at, MetaDraft& draft) {
  draft.shared = at.call_meta;
}
void shares_first(const HandOver& at, MetaDraft& draft) {
  if (!at.getitem_metas.empty()) draft.shared = at.getitem_metas.front();
}

constexpr std::string_view lost = "getitem-lost";
constexpr std::string_view changed = "getitem-changed";
constexpr std::string_view leaked = "getitem-leaked";
constexpr std::string_view left = "transient-left";
// An unused getitem that carries what another node had is taken for one that
// reads that node.
constexpr std::string_view anothers = "getitem-lost getitem-leaked shape-args";

const Mutant table[] = {
    {"single_output_keeps_val_only", "#20805",
     "the getitem of a single-output delegate keeps `val` alone", lost, "",
     "default", getitem<single, val_only>},
    {"multi_output_keeps_val_only", "pytorch #125261",
     "the getitems of a multi-output delegate keep `val` alone", lost, "",
     "default", getitem<multi, val_only>},
    {"first_output_keeps_val_only", "getitem",
     "the first getitem of several keeps `val` alone", lost, "", "default",
     getitem<first_of_many, val_only>},
    {"last_output_keeps_val_only", "getitem",
     "the last getitem of several keeps `val` alone", lost, "", "default",
     getitem<last_of_many, val_only>},
    {"second_output_keeps_nothing", "getitem", "the second getitem has no meta",
     lost, "", "default", getitem<second, nothing>},
    {"outputs_beyond_eight_are_bare", "getitem",
     "from the ninth output on getitems keep `val` alone", lost, "", "wide",
     getitem<beyond_eight, val_only>},
    {"nested_getitem_is_bare", "notes E1",
     "getitems in control-flow bodies keep `val` alone", lost, "", "nested",
     getitem<nested, val_only>},
    {"second_round_getitem_is_bare", "notes 1.5",
     "getitems of a later round keep `val` alone", lost, "", "rounds",
     getitem<later_round, val_only>},
    {"later_partitions_are_bare", "#342",
     "all partitions but the first keep `val` alone", lost, "", "default",
     getitem<later_partition, val_only>},
    {"owning_partition_is_bare", "#4830",
     "a delegate with constants of its own has getitems with `val` alone", lost,
     "", "constants", getitem<owns_constants, val_only>},
    {"mutating_partition_is_bare", "#11542",
     "a delegate that consumes a mutation has getitems with `val` alone", lost,
     "", "mutation", getitem<consumes, val_only>},
    {"inputless_partition_is_bare", "getitem",
     "a delegate that takes nothing has getitems with `val` alone", lost, "",
     "default", getitem<takes_nothing, val_only>},
    {"chained_partition_is_bare", "#10708",
     "a delegate fed by another has getitems with `val` alone", lost, "",
     "default", getitem<fed_by_delegate, val_only>},
    {"symint_getitem_is_bare", "notes E4",
     "the getitem of a SymInt keeps `val` alone", lost, "", "symint",
     getitem<is_symint, val_only>},
    {"list_element_is_bare", "notes E13",
     "a getitem that read a list before keeps `val` alone", lost, "", "lists",
     getitem<is_element, val_only>},
    {"twice_returned_is_bare", "#22787",
     "the getitem of what the program returns twice keeps `val` alone", lost,
     "", "default", getitem<is_returned_twice, val_only>},

    {"getitem_loses_val", "notes E13", "getitems have no `val`", lost, "",
     "default", getitem<always, no_val>},
    {"getitem_loses_debug_handle", "#11997", "getitems have no `debug_handle`",
     lost, "", "default", getitem<always, no_handle>},
    {"getitem_loses_stack_trace", "getitem", "getitems have no `stack_trace`",
     lost, "", "default", getitem<always, no_stack_trace>},
    {"getitem_loses_q_tensor_io", "#20805", "getitems have no `q_tensor_io`",
     lost, "", "default", getitem<always, no_q_tensor_io>},
    {"single_getitem_loses_quant_attrs", "#20738",
     "getitems of single-output delegates have no `quant_attrs`", lost, "",
     "single_output", getitem<single, no_quant_attrs>},
    {"getitem_loses_custom", "#20197", "getitems have no `custom`", lost, "",
     "default", getitem<always, no_custom>},
    {"getitem_loses_last_key", "getitem", "the last key of a getitem is gone",
     lost, "", "default", getitem<always, no_last_key>},
    {"getitem_keeps_eight_keys", "getitem", "the ninth key is gone", lost, "",
     "default", getitem<always, eight_keys>},
    {"getitem_loses_falsy_values", "notes 3",
     "`if value` where `is not None` was meant", lost, "", "falsy",
     getitem<always, no_falsy>},
    {"getitem_loses_none", "notes E19", "a key with the value None is gone",
     lost, "", "falsy", getitem<always, no_null>},
    {"getitem_loses_objects", "notes E12",
     "values with an identity are not handed over", lost, "", "objects",
     getitem<always, no_objects>},
    {"getitem_loses_node_values", "pytorch #129287",
     "values that name nodes are not handed over", lost, "", "default",
     getitem<always, no_node_values>},
    {"getitem_loses_odd_keys", "exir/serde",
     "only keys that are plain identifiers are handed over", lost, "",
     "default", getitem<always, plain_keys>},
    {"getitem_loses_long_keys", "exir/serde",
     "keys of 32 characters and more are gone", lost, "", "default",
     getitem<always, short_keys>},
    {"getitem_keeps_serde_keys", "exir/serde",
     "only keys that a serializer knows are handed over", lost, "", "default",
     getitem<always, serde_keys>},

    {"getitem_of_first_output", "getitem",
     "every getitem has the meta of the first output", changed, anothers,
     "multi_output", getitem<multi, of_first_output>},
    {"last_getitem_of_first_output", "getitem",
     "the last getitem has the meta of the first output", changed, anothers,
     "multi_output", getitem<last_of_many, of_first_output>},
    {"outputs_swapped", "notes E14",
     "getitems have the meta of the outputs in reverse", changed, anothers,
     "multi_output", getitem<multi, of_opposite_output>},
    {"nested_getitem_of_last_output", "getitem",
     "in a body every getitem has the meta of the last output", changed,
     anothers, "nested", getitem<nested, of_last_output>},
    {"getitem_val_is_stale", "#19364",
     "a getitem has the `val` of what goes into the delegate", changed,
     "getitem-leaked", "default", getitem<always, stale_val>},
    {"getitem_handle_is_new", "#11997",
     "getitems get a `debug_handle` of their own", changed, "", "default",
     getitem<always, renumbered>},
    {"getitem_integers_as_text", "exir/serde", "integers come back as text",
     changed, "", "default", getitem<always, as_text>},
    {"getitem_integers_as_reals", "json", "integers come back as doubles",
     changed, "", "default", getitem<always, as_real>},
    {"getitem_tuples_as_lists", "json", "tuples come back as lists", changed,
     "", "default", getitem<always, as_list>},
    {"getitem_falsy_as_none", "notes 3", "empty values become None", changed,
     "", "falsy", getitem<always, falsy_as_null>},

    {"getitem_keeps_source_keys", "#342",
     "getitems keep the source-tracking keys", leaked, "", "default",
     getitem<always, source_keys>},
    {"single_getitem_keeps_source_keys", "#20805",
     "getitems of single-output delegates keep the source-tracking keys",
     leaked, "", "default", getitem<single, source_keys>},
    {"getitem_keeps_module_stack", "#342", "`nn_module_stack` stays", leaked,
     "", "default", getitem<always, module_stack>},
    {"multi_getitem_keeps_source_fn", "#210",
     "`source_fn_stack` stays on the getitems of multi-output delegates",
     leaked, "", "multi_output", getitem<multi, source_fn>},
    {"getitem_module_stack_is_none", "#342",
     "`nn_module_stack` is set to None instead of removed", leaked, "",
     "default", getitem<always, empty_module_stack>},
    {"getitem_gets_a_key", "pytorch #157183",
     "getitems get a key of the tracing context", leaked, "", "default",
     getitem<always, seq_nr>},
    {"getitem_keeps_tag", "#9435", "getitems keep `delegation_tag`", left, "",
     "default", getitem<always, tag>},
    {"nested_getitem_keeps_tag", "notes E1",
     "getitems in bodies keep `delegation_tag`", left, "", "nested",
     getitem<nested, tag>},
    {"getitem_tag_is_none", "notes E19",
     "`delegation_tag` is set to None instead of removed", left, "", "default",
     getitem<always, null_tag>},
    {"getitem_keeps_match", "notes 3.2", "getitems keep `match`", left, "",
     "default", getitem<always, match>},
    {"getitem_keeps_compile_spec", "notes E23",
     "`compile_spec` is missing from the clean-up", left, "", "default",
     getitem<always, compile_spec>},
    {"second_round_keeps_hand_over", "notes E5",
     "the clean-up is not done in a later round", left, "", "rounds",
     getitem<later_round, hand_over_keys>},

    {"getitem_shares_call_dict", "notes B8",
     "a getitem and its call share one dict", "alias-shared", "", "default",
     getitem<always, shares_call>},
    {"getitems_share_a_dict", "notes E11",
     "all getitems of a delegate share one dict", "alias-shared", "",
     "multi_output", getitem<multi, shares_first>},
};

}  // namespace

std::span<const Mutant> getitem_mutants() {
  return table;
}

}  // namespace metagate
