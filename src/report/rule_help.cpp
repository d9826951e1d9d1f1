#include "report/rule_help.h"

namespace metagate {
namespace {

// The bugs are those of notes/lowering.md section 2 and appendix: read there
// before a number is changed here.
constexpr RuleHelp table[] = {
    {"getitem-lost",
     "A getitem that reads an output of a delegate lacks a key that the node "
     "it stands for had before the lowering.",
     "The getitem is all that later passes see of the node. What reads the key "
     "takes its default without an error: no Q/DQ node is inserted, a layout "
     "or "
     "a memory plan is wrong, a debug handle leads nowhere.",
     "Look at the place where the lowering makes its getitems, and whether one "
     "output and several take two code paths. Copy all meta of the partition's "
     "output node, and remove the source-tracking keys afterwards.",
     "pytorch/executorch #20805: from 2023-09 to 1.4.1 the getitem of a "
     "delegate with one output kept only `val`."},
    {"getitem-changed",
     "A getitem that reads an output of a delegate has another value under a "
     "key than the node it stands for had.",
     "A wrong value is worse than none: shape, dtype or quantization of one "
     "output is taken for that of another, and nothing fails until the numbers "
     "are wrong.",
     "If the finding names another node as the owner of the value, the outputs "
     "are paired with the wrong nodes: look at the order of outputs against "
     "that of indices. Otherwise look for what recomputes the value.",
     "pytorch/executorch #17750: outputs were ordered anew for mutated "
     "buffers, and indices had to follow."},
    {"getitem-leaked",
     "A getitem that reads an output of a delegate has a source-tracking key, "
     "or a key that the node it stands for never had.",
     "Source-based partitioners find their nodes by the source-tracking keys: "
     "in the next round they claim the getitem of a delegate as if it were the "
     "operator.",
     "Remove `nn_module_stack` and `source_fn_stack` after the copy, on every "
     "path that makes a getitem.",
     "pytorch/executorch #342: the second round's partitioner took getitems "
     "of the first round's delegates."},
    {"outside-lost",
     "A node that no partition holds lacks a key that it had before.",
     "The lowering has no business with it: every pass after it reads less "
     "than the author of the model, or an earlier pass, wrote there.",
     "Look for a copy of the graph, an edit that rebuilds nodes, or a removal "
     "of keys that is meant for delegates only.",
     "pytorch/executorch #20738: `quant_attrs` of a get_attr was dropped "
     "where a pass rebuilt the module."},
    {"outside-changed",
     "A node that no partition holds has another value under a key than "
     "before.",
     "A pass that trusts the value works on another node's, or on one that is "
     "stale.",
     "If the finding names the owner of the value, look for what pairs nodes "
     "by position; otherwise for what recomputes or rewrites the key.",
     "pytorch/executorch #15698: the parameters of one node were stamped on "
     "all nodes that it was decomposed into."},
    {"outside-leaked",
     "A node that no partition holds has a key that it did not have before.",
     "What decides by the presence of a key now decides otherwise for this "
     "node.",
     "Look for a loop over all nodes that is meant for those of one delegate, "
     "and for keys that a lowering sets for its own use.",
     "pytorch/executorch #20077: a partitioner tagged delegates of another "
     "backend, and their getitems."},
    {"outside-vanished",
     "A node that no partition holds is gone, and nothing stands for it.",
     "Its meta is gone with it, and what used it reads something else.",
     "Look for dead code elimination that the step did not ask for, and for "
     "a placeholder that is removed while it still has users.",
     "pytorch/executorch #20432: a shared placeholder was deleted while it "
     "was still used."},
    {"outside-appeared",
     "A node stands outside the delegates for which there was none before.",
     "It has meta of nobody, and passes that count or order nodes see a "
     "program that was never exported.",
     "Look for constants copied once too often, and for clean-up that does not "
     "run on every path.",
     "pytorch/executorch #22798: a constant was copied for its users, but "
     "not used in list arguments."},
    {"inside-lost",
     "A node in the graph of a delegate lacks a key that it had outside.",
     "The backend reads the partition as if its author had said nothing: "
     "quantization and layout of inner nodes and of inputs are undefined.",
     "Look at the place where the partition is copied into its own graph; for "
     "a placeholder, at what it takes over from the node that it stands for.",
     "pytorch/executorch #12504: the output node of a partition lost its "
     "meta on one of two paths."},
    {"inside-changed",
     "A node in the graph of a delegate has another value under a key than it "
     "had outside.",
     "The backend compiles for a value that is not the model's.",
     "For a placeholder, compare with what its producer had before: later "
     "edits of the outer graph may have reached the copy, or the other way "
     "round.",
     ""},
    {"inside-leaked",
     "A node in the graph of a delegate has a key that it did not have "
     "outside.",
     "The backend sees a mark that nobody made for this node.",
     "Look for keys set while the partition is copied, and for one meta dict "
     "that two nodes share.",
     ""},
    {"inside-vanished",
     "A tagged node is neither in the graph of its delegate nor outside.",
     "The operator, and all that was known of it, is gone from the program.",
     "Look at how the partition's nodes are collected: nodes without users, "
     "mutations that are the only output, and nested graphs are forgotten "
     "first.",
     ""},
    {"inside-appeared",
     "The graph of a delegate holds a node for which there was none in its "
     "partition.",
     "The backend compiles something that the partitioner did not offer it.",
     "Look for inputs that are passed twice, and for constants that are moved "
     "and also passed.",
     "pytorch/pytorch #88608: `get_attr` inputs were once copied into the "
     "partition."},
    {"delegate-lost", "A new delegate call lacks `val` or `debug_handle`.",
     "Memory planning and the verifier read `val` of every call; the profiler "
     "finds the delegate by its handle.",
     "Set both where the call is made, on every path.",
     "pytorch/pytorch #125261: the call of a fused module got no `val` for "
     "its outputs."},
    {"delegate-changed",
     "`val` of a new delegate call is not the list of its getitems' `val`.",
     "Specs are made from it: buffers get the wrong size or type.",
     "Make the list from the outputs of the partition, in the order of the "
     "indices, and only of the partition's.",
     "pytorch/executorch #12504: `val` of the call was that of the whole "
     "program's outputs."},
    {"delegate-duplicated",
     "Another delegate call, or a node in some graph, has the `debug_handle` "
     "of a new delegate call.",
     "Profiles and numeric comparisons are booked to the wrong node.",
     "Take one more than the highest handle of all graphs, those of lowered "
     "modules and of control flow included, for each call anew.",
     "pytorch/executorch #5953: the handle was the number of nodes, which "
     "collides."},
    {"transient-left",
     "A key that is only meant for the lowering is still on a node outside the "
     "delegates, even if its value is None.",
     "The next partitioner takes the node for one that is already claimed, or "
     "for part of its own partition.",
     "Remove the keys after the last partition, in nested graphs too, and not "
     "only on nodes of the top graph.",
     "pytorch/executorch #9435: a stale `delegation_tag` on a getitem joined "
     "the next round's partition."},
    {"transient-foreign",
     "A node in the graph of a delegate has a `delegation_tag` that is not its "
     "partition's.",
     "A nested lowering, or a backend that partitions again, sees partitions "
     "that are none of its own.",
     "Look at what a placeholder takes over: the tag of the node it stands for "
     "belongs to another partition.",
     ""},
    {"alias-shared", "Two live nodes have one and the same meta dict.",
     "What a later pass writes on one of them appears on the other.",
     "Copy the dict where a node takes over the meta of another.", ""},
    {"alias-mutated",
     "An object in the meta before the lowering has another value afterwards.",
     "Every other node, and every other copy of the program, that holds the "
     "object sees the change.",
     "Copy lists and dicts before they are edited; a copy of the meta dict is "
     "shallow.",
     ""},
    {"shape-args", "A node takes other operands or arguments than before.",
     "The program computes something else, or what was known of an operand is "
     "now said of another.",
     "Look at how uses of the partition's outputs are replaced: nested lists, "
     "keyword arguments and repeated operands are missed first.",
     "pytorch/executorch #10708: two delegates in a chain had mismatched "
     "arguments."},
    {"shape-index",
     "The getitems of a delegate do not read its outputs 0 to n-1, one each.",
     "One output is read as another, or not at all, and its meta with it.",
     "Count the slots of the delegate's output tuple by position, never "
     "distinct nodes; renumber after consumed mutations.",
     "pytorch/executorch #4830: consumed buffer mutations shifted the "
     "indices."},
    {"shape-duplicated", "Two getitems read the same output of a delegate.",
     "Their meta can differ from then on, and passes that expect one reader "
     "edit only one of them.",
     "Make one getitem an output and give it to all users.",
     "pytorch/executorch #22787: one node in two slots of the output tuple."},
    {"shape-direct", "Something other than a getitem uses a delegate call.",
     "A call returns a list: its users get a list for a tensor, and there is "
     "no node that carries the meta of the output.",
     "Put a getitem between, for a single output as well.", ""},
    {"shape-partition",
     "A partition is no delegate afterwards, or the delegate is not made of "
     "exactly the nodes that were tagged.",
     "What the partitioner claimed runs elsewhere, or what it refused runs in "
     "the backend.",
     "Collect nodes by their tag, in nested graphs too; look for tags of equal "
     "text in two graphs.",
     "pytorch/executorch #9435: nodes with a stale tag joined a partition."},
    {"shape-signature",
     "The signature names a node that is not there, or another kind, target or "
     "order than before.",
     "Inputs, buffers and mutations are bound by the signature: weights are "
     "loaded into the wrong place.",
     "Rename its entries with the nodes, and take out exactly what a "
     "delegate's own signature consumes.",
     "pytorch/executorch #11542: the output spec of a consumed buffer "
     "mutation was not removed."},
    {"round-delegated",
     "A delegate call, or its getitem, of an earlier round is inside a new "
     "delegate.",
     "A backend gets another backend's binary as an operator.",
     "Remove tags and source-tracking keys from delegates and their getitems, "
     "and let the partitioner skip them.",
     "pytorch/executorch #20077: a tag-all partitioner took the delegates of "
     "another backend."},
    {"match-none",
     "A graph or a delegate has no counterpart in the other program.",
     "Nothing in it could be compared, so nothing is known of its meta.",
     "See whether it was removed, made anew with other operators, or given in "
     "another capture; then check that one.",
     ""},
    {"match-ambiguous",
     "Of nodes that nothing tells apart there are more or fewer than before.",
     "Which of them is gone or new can't be said, so their meta could not be "
     "compared one by one.",
     "Give the nodes names that the lowering keeps, or check the program in "
     "smaller steps.",
     ""},
    {"driver-crash",
     "The lowering ended, hung or broke the protocol on a valid program.",
     "Nothing is known of what it does to the meta of such programs.",
     "Run it on the saved program by hand; its standard error is kept beside "
     "it.",
     ""},
    {"driver-error", "The lowering refused a valid program.",
     "A model of that shape can't be lowered at all.",
     "Read what the lowering said; if it is right, the program breaks a "
     "condition that its authors should state.",
     "pytorch/pytorch #175203: an assertion failed on a partition without "
     "outputs."},
    {"law-bytes",
     "The same program, lowered twice, gave two different programs.",
     "Caches miss, goldens flap, and a loss that is seen once is not seen "
     "again.",
     "Look for sets, addresses and counters that outlive a run.", ""},
    {"law-order", "What the tags are called changed what was lowered.",
     "A partitioner that names its tags otherwise, or more of them, gets "
     "another program: `tag10` sorts before `tag2`.",
     "Take partitions in the order of their first node, not of their tags.",
     ""},
    {"law-round", "A second lowering without new tags changed the program.",
     "Every pipeline with two backends runs two rounds.",
     "Do nothing where nothing is tagged, and ignore what an earlier round "
     "left.",
     "pytorch/executorch #342: before it the second round took over getitems "
     "of the first."},
};

}  // namespace

std::span<const RuleHelp> rule_helps() {
  return table;
}

const RuleHelp* find_rule_help(std::string_view rule) {
  for (const RuleHelp& row : table) {
    if (row.rule == rule) return &row;
  }
  return nullptr;
}

}  // namespace metagate
