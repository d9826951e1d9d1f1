#include "check/rules.h"

namespace metagate {
namespace {

constexpr Rule table[] = {
    {"getitem-lost",
     "a delegate getitem has every key that the node it stands for had"},
    {"getitem-changed",
     "a delegate getitem has the values of the node it stands for"},
    {"getitem-leaked",
     "a delegate getitem has no source-tracking key, and no key that the node "
     "it stands for had not"},
    {"outside-lost", "a node outside every delegate keeps its keys"},
    {"outside-changed", "a node outside every delegate keeps its values"},
    {"outside-leaked", "a node outside every delegate gets no new key"},
    {"outside-vanished", "no node outside the partitions vanishes"},
    {"outside-appeared", "no node appears outside the delegates"},
    {"inside-lost", "a node in a lowered graph keeps its keys"},
    {"inside-changed", "a node in a lowered graph keeps its values"},
    {"inside-leaked", "a node in a lowered graph gets no new key"},
    {"inside-vanished", "no node of a partition vanishes"},
    {"inside-appeared", "no node appears in a lowered graph"},
    {"delegate-lost", "a delegate call has `val` and `debug_handle`"},
    {"delegate-changed",
     "the `val` of a delegate call is the list of its getitems' `val`"},
    {"delegate-duplicated",
     "no other delegate call, and no node in any graph but placeholders, "
     "outputs and getitems, has the `debug_handle` of a delegate call"},
    {"transient-left", "no transient key is left outside the delegates"},
    {"transient-foreign",
     "a lowered graph has no `delegation_tag` but that of its partition"},
    {"alias-shared", "no two nodes share one meta dict"},
    {"alias-mutated",
     "no object that the program before holds has another value afterwards"},
    {"shape-args", "every node takes the operands and arguments it took"},
    {"shape-index",
     "the getitems of a delegate read its outputs 0 to n-1, and each is read"},
    {"shape-duplicated", "one getitem reads one output of a delegate"},
    {"shape-direct", "a delegate is used through getitems only"},
    {"shape-partition",
     "every partition is a delegate, made of exactly the tagged nodes"},
    {"shape-signature",
     "the signature names live nodes and keeps kinds, targets and order, minus "
     "what the delegates consumed"},
    {"round-delegated",
     "what an earlier round delegated is in no delegate that is new"},
    {"match-none", "every graph and delegate has a counterpart"},
    {"match-ambiguous",
     "interchangeable nodes are as many after as they were before"},
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
