#include "check/rules.h"

#include "check/families.h"

namespace metagate {
namespace {

constexpr Rule table[] = {
    {"getitem-lost",
     "a delegate getitem has every key that the node it stands for had",
     judge_getitem_lost},
    {"getitem-changed",
     "a delegate getitem has the values of the node it stands for",
     judge_getitem_changed},
    {"getitem-leaked",
     "a delegate getitem has no source-tracking key, and no key that the node "
     "it stands for had not",
     judge_getitem_leaked},
    {"outside-lost", "a node outside every delegate keeps its keys",
     judge_outside_lost},
    {"outside-changed", "a node outside every delegate keeps its values",
     judge_outside_changed},
    {"outside-leaked", "a node outside every delegate gets no new key",
     judge_outside_leaked},
    {"outside-vanished", "no node outside the partitions vanishes",
     judge_outside_vanished},
    {"outside-appeared", "no node appears outside the delegates",
     judge_outside_appeared},
    {"inside-lost", "a node in a lowered graph keeps its keys",
     judge_inside_lost},
    {"inside-changed", "a node in a lowered graph keeps its values",
     judge_inside_changed},
    {"inside-leaked", "a node in a lowered graph gets no new key",
     judge_inside_leaked},
    {"inside-vanished", "no node of a partition vanishes",
     judge_inside_vanished},
    {"inside-appeared", "no node appears in a lowered graph",
     judge_inside_appeared},
    {"delegate-lost", "a delegate call has `val` and `debug_handle`",
     judge_delegate_lost},
    {"delegate-changed",
     "the `val` of a delegate call is the list of its getitems' `val`",
     judge_delegate_changed},
    {"delegate-duplicated",
     "no other delegate call, and no node in any graph but placeholders, "
     "outputs and getitems, has the `debug_handle` of a delegate call",
     judge_delegate_duplicated},
    {"transient-left", "no transient key is left outside the delegates",
     judge_transient_left},
    {"transient-foreign",
     "a lowered graph has no `delegation_tag` but that of its partition",
     judge_transient_foreign},
    {"alias-shared", "no two nodes share one meta dict", judge_alias_shared},
    {"alias-mutated",
     "no object that the program before holds has another value afterwards",
     judge_alias_mutated},
    {"shape-args", "every node takes the operands and arguments it took",
     judge_shape_args},
    {"shape-index",
     "the getitems of a delegate read its outputs 0 to n-1, and each is read",
     judge_shape_index},
    {"shape-duplicated", "one getitem reads one output of a delegate",
     judge_shape_duplicated},
    {"shape-direct", "a delegate is used through getitems only",
     judge_shape_direct},
    {"shape-partition",
     "every partition is a delegate, made of exactly the tagged nodes",
     judge_shape_partition},
    {"shape-signature",
     "the signature names live nodes and keeps kinds, targets and order, minus "
     "what the delegates consumed",
     judge_shape_signature},
    {"round-delegated",
     "what an earlier round delegated is in no delegate that is new",
     judge_round_delegated},
    {"match-none", "every graph and delegate has a counterpart",
     judge_match_none},
    {"match-ambiguous",
     "interchangeable nodes are as many after as they were before",
     judge_match_ambiguous},
    {"driver-crash", "a lowering lives through every valid program", nullptr},
    {"driver-error", "every valid program is lowered", nullptr},
    {"law-bytes", "the same program is lowered to the same program again",
     nullptr},
    {"law-order", "what tags are called, and so how they sort, changes nothing",
     nullptr},
    {"law-round", "a second lowering without new tags changes nothing",
     nullptr},
};

}  // namespace

std::span<const Rule> rules() {
  return table;
}

const Rule* find_rule(std::string_view id) {
  for (const Rule& rule : table) {
    if (rule.id == id) return &rule;
  }
  return nullptr;
}

}  // namespace metagate
