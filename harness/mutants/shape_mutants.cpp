// What goes wrong with the shape of the lowered program: operands, indices,
// signatures, partitions.
#include <algorithm>

#include "harness/mutants/lowered_draft.h"
#include "harness/mutants/mutants.h"
#include "ir/builder.h"

namespace metagate {
namespace {

// The first new delegate of which `is_it`, or nothing.
template <class IsIt>
std::optional<DraftDelegate> find_delegate(const Program& before,
                                           const Draft& after,
                                           const IsIt& is_it) {
  for (DraftDelegate& delegate : new_delegates(before, after)) {
    if (is_it(delegate)) return std::move(delegate);
  }
  return std::nullopt;
}

bool has_output(const DraftDelegate& delegate) {
  return !delegate.getitems.empty();
}
bool has_outputs(const DraftDelegate& delegate) {
  return delegate.getitems.size() > 1;
}

void operands_are_swapped(const Program&, Draft& after) {
  for (const NodeId id : outside_calls(after)) {
    auto& operands = after.at(id).operands;
    if (operands.size() == 2 && operands[0] != operands[1]) {
      return std::swap(operands[0], operands[1]);
    }
  }
}

void inside_operands_are_swapped(const Program& before, Draft& after) {
  for (const DraftDelegate& delegate : new_delegates(before, after)) {
    for (const NodeId id : inside_calls(after, delegate)) {
      auto& operands = after.at(id).operands;
      if (operands.size() == 2 && operands[0] != operands[1]) {
        return std::swap(operands[0], operands[1]);
      }
    }
  }
}

void an_argument_is_lost(const Program&, Draft& after) {
  for (const NodeId id : outside_calls(after)) {
    if (after.at(id).kwargs) {
      after.at(id).kwargs = {};
      after.at(id).args = after.store().add_text("gone");
      return;
    }
  }
}

void index_is_repeated(const Program& before, Draft& after) {
  const auto delegate = find_delegate(before, after, has_outputs);
  if (!delegate) return;
  after.at(delegate->getitems[1]).args = after.at(delegate->getitems[0]).args;
}

void indices_count_from_one(const Program& before, Draft& after) {
  const auto delegate = find_delegate(before, after, has_output);
  if (!delegate) return;
  std::int64_t index = 1;
  for (const NodeId id : delegate->getitems) {
    after.at(id).args = getitem_args(after.store(), index++);
  }
}

// `use(call)` where `use(call[0])` was meant.
void delegate_is_used_directly(const Program& before, Draft& after) {
  const auto delegate =
      find_delegate(before, after, [&](const DraftDelegate& found) {
        return found.getitems.size() == 1 &&
               !users_of(after, found.getitems[0]).empty();
      });
  if (!delegate) return;
  after.replace(delegate->getitems[0], delegate->call);
  after.erase(delegate->getitems[0]);
}

// A getitem for every user.
void getitem_is_doubled(const Program& before, Draft& after) {
  const auto delegate = find_delegate(before, after, has_output);
  if (!delegate) return;
  const NodeId first = delegate->getitems[0];
  DraftNode copy = after.at(first);
  const std::vector<MetaEntry> entries = after.meta_of(first);
  copy.name = after.store().intern("getitem_again");
  const NodeId made = after.insert(delegate->outer, first, copy);
  after.meta_of(made) = entries;
}

void unread_output_has_no_getitem(const Program& before, Draft& after) {
  const auto delegate =
      find_delegate(before, after, [&](const DraftDelegate& found) {
        return found.getitems.size() > 1 &&
               users_of(after, found.getitems.back()).size() == 1;
      });
  if (!delegate) return;
  after.replace(delegate->getitems.back(), delegate->getitems.front());
  after.erase(delegate->getitems.back());
}

void call_takes_another_input(const Program& before, Draft& after) {
  for (const DraftDelegate& delegate : new_delegates(before, after)) {
    auto& operands = after.at(delegate.call).operands;
    if (operands.size() < 3 || operands[1] == operands[2]) continue;
    return std::swap(operands[1], operands[2]);
  }
}

void inside_output_is_swapped(const Program& before, Draft& after) {
  const auto delegate = find_delegate(before, after, has_outputs);
  if (!delegate) return;
  DraftNode& output = after.at(output_of(after, delegate->lowered));
  auto& signature = after.at(delegate->lowered).signature;
  const std::size_t last = output.operands.size() - 1;
  std::swap(output.operands[last], output.operands[last - 1]);
  if (signature) {
    std::swap(signature->outputs[last].arg, signature->outputs[last - 1].arg);
  }
}

// A node of the partition that nobody uses is removed.
void dead_code_inside_goes(const Program& before, Draft& after) {
  for (const DraftDelegate& delegate : new_delegates(before, after)) {
    for (const NodeId id : inside_calls(after, delegate)) {
      if (users_of(after, id).empty()) return after.erase(id);
    }
  }
}

void a_node_inside_is_added(const Program& before, Draft& after) {
  for (const DraftDelegate& delegate : new_delegates(before, after)) {
    const std::vector<NodeId> calls = inside_calls(after, delegate);
    if (calls.empty()) continue;
    const NodeId output = output_of(after, delegate.lowered);
    DraftNode added{.name = after.store().intern("added"),
                    .target = after.store().intern("aten.clone.default"),
                    .args = operand_list(after.store(), 1),
                    .kwargs = {},
                    .operands = {calls.back()},
                    .meta = {},
                    .graph = {}};
    after.insert(delegate.lowered, output, added);
    return;
  }
}

// --- signatures
// -----------------------------------------------------------------

Signature* top_signature(Draft& after) {
  auto& signature = after.at(GraphId(0)).signature;
  return signature ? &*signature : nullptr;
}

void last_output_is_not_named(const Program&, Draft& after) {
  Signature* const signature = top_signature(after);
  if (signature != nullptr && !signature->outputs.empty()) {
    signature->outputs.pop_back();
  }
}

void last_input_is_not_named(const Program&, Draft& after) {
  Signature* const signature = top_signature(after);
  if (signature != nullptr && !signature->inputs.empty()) {
    signature->inputs.pop_back();
  }
}

void output_names_another_node(const Program&, Draft& after) {
  Signature* const signature = top_signature(after);
  if (signature == nullptr || signature->outputs.size() < 2) return;
  if (signature->outputs[0].arg == signature->outputs[1].arg) return;
  signature->outputs[0].arg = signature->outputs[1].arg;
}

void mutation_is_an_output(const Program&, Draft& after) {
  Signature* const signature = top_signature(after);
  if (signature == nullptr) return;
  for (OutputSpec& spec : signature->outputs) {
    if (spec.kind != OutputKind::buffer_mutation) continue;
    spec.kind = OutputKind::user_output;
    spec.target = {};
  }
}

void targets_are_swapped(const Program&, Draft& after) {
  Signature* const signature = top_signature(after);
  if (signature == nullptr) return;
  InputSpec* first = nullptr;
  for (InputSpec& spec : signature->inputs) {
    if (!is_constant(spec.kind)) continue;
    if (first == nullptr) {
      first = &spec;
    } else if (first->target != spec.target) {
      return std::swap(first->target, spec.target);
    }
  }
}

void parameter_is_a_buffer(const Program&, Draft& after) {
  Signature* const signature = top_signature(after);
  if (signature == nullptr) return;
  for (InputSpec& spec : signature->inputs) {
    if (spec.kind == InputKind::parameter) spec.kind = InputKind::buffer;
  }
}

// --- partitions
// -----------------------------------------------------------------

// The placeholder that operand `number` of the call feeds, counted from 1.
NodeId fed_input(const Draft& after, const DraftDelegate& delegate,
                 std::size_t number) {
  const auto& signature = after.at(delegate.lowered).signature;
  if (!signature) return {};
  for (const InputSpec& spec : signature->inputs) {
    if (spec.kind == InputKind::user_input && --number == 0) return spec.arg;
  }
  return {};
}

bool is_new(const std::vector<DraftDelegate>& delegates, NodeId call) {
  return std::any_of(
      delegates.begin(), delegates.end(),
      [&](const DraftDelegate& delegate) { return delegate.call == call; });
}

// Moves a getitem, which feeds `input`, into the lowered graph; what it read
// feeds `input` then.
void swallow(Draft& after, GraphId lowered, NodeId getitem, NodeId input) {
  const NodeId read = after.at(getitem).operands[0];
  const DraftNode inside = after.at(getitem);
  const std::vector<MetaEntry> entries = after.meta_of(getitem);
  NodeId next;
  for (const NodeId id : after.at(lowered).nodes) {
    if (next.is_none() && after.at(id).op != Op::placeholder) next = id;
  }
  const NodeId made = after.insert(lowered, next, inside);
  after.replace(input, made);
  after.at(made).operands = {input};
  after.meta_of(made) = entries;
  after.meta_of(input) = after.meta_of(read);
  after.replace(getitem, read);
  after.erase(getitem);
}

// The getitem of an old delegate is in a new one, which takes the old call
// itself: a list.
void getitem_is_delegated_again(const Program& before, Draft& after) {
  const std::vector<DraftDelegate> delegates = new_delegates(before, after);
  for (const DraftDelegate& delegate : delegates) {
    const std::vector<NodeId> operands = after.at(delegate.call).operands;
    for (std::size_t i = 1; i < operands.size(); ++i) {
      const DraftNode& getitem = after.at(operands[i]);
      if (getitem.target != known::getitem || getitem.operands.size() != 1) {
        continue;
      }
      const NodeId read = getitem.operands[0];
      if (after.at(read).target != known::call_delegate ||
          is_new(delegates, read) || users_of(after, operands[i]).size() != 1) {
        continue;
      }
      const NodeId input = fed_input(after, delegate, i);
      if (input) return swallow(after, delegate.lowered, operands[i], input);
    }
  }
}

void untag(Draft& before, const std::vector<NodeId>& nodes) {
  for (const NodeId id : nodes) before.remove(id, known::delegation_tag);
}

// The tag of the last tagged call, in its graph.
void last_partition_is_skipped(Draft& before) {
  for (std::size_t g = before.graphs.size(); g-- > 0;) {
    const auto& nodes = before.graphs[g].nodes;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      if (before.at(nodes[i]).op != Op::call_function) continue;
      const ValueId* const tag = before.find(nodes[i], known::delegation_tag);
      if (tag == nullptr) continue;
      const Hash128 hash = before.store().facts(*tag).hash;
      std::vector<NodeId> skipped;
      for (const NodeId id : nodes) {
        const ValueId* const other = before.find(id, known::delegation_tag);
        if (other != nullptr && before.store().facts(*other).hash == hash) {
          skipped.push_back(id);
        }
      }
      return untag(before, skipped);
    }
  }
}

void bodies_are_skipped(Draft& before) {
  for (std::size_t g = 1; g < before.graphs.size(); ++g) {
    untag(before, before.graphs[g].nodes);
  }
}

void everything_is_skipped(Draft& before) {
  for (const DraftGraph& graph : before.graphs) untag(before, graph.nodes);
}

// The last tagged call that nobody in its graph but an output uses.
void a_node_is_left_out(Draft& before) {
  for (const DraftGraph& graph : before.graphs) {
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
      const NodeId id = graph.nodes[i];
      if (before.at(id).op != Op::call_function) continue;
      if (before.find(id, known::delegation_tag) == nullptr) continue;
      return before.remove(id, known::delegation_tag);
    }
  }
}

// Where nodes are alike but for their operands or indices, one that is rewired
// cannot be told from one that has the other's meta.
constexpr std::string_view mistaken =
    "getitem-lost getitem-changed getitem-leaked inside-leaked";

const Mutant table[] = {
    {"operands_are_swapped", "#10708",
     "a node outside takes its operands in reverse", "shape-args", "",
     "default", nullptr, operands_are_swapped},
    {"inside_operands_are_swapped", "#10708",
     "a node inside takes its operands in reverse", "shape-args", mistaken,
     "default", nullptr, inside_operands_are_swapped},
    {"an_argument_is_lost", "shape", "a node outside loses its arguments",
     "shape-args", "", "default", nullptr, an_argument_is_lost},
    {"index_is_repeated", "#4830", "two getitems read one output",
     "shape-duplicated", "", "multi_output", nullptr, index_is_repeated},
    {"indices_count_from_one", "#4830", "getitems count from one",
     "shape-index", mistaken, "default", nullptr, indices_count_from_one},
    {"delegate_is_used_directly", "notes E4",
     "the user of a single output takes the call itself",
     "shape-direct shape-index", "", "default", nullptr,
     delegate_is_used_directly},
    {"getitem_is_doubled", "notes E9", "an output is read by two getitems",
     "shape-duplicated", "", "default", nullptr, getitem_is_doubled},
    {"an_output_is_not_read", "notes E14",
     "users of the last output read the first", "shape-index", "",
     "multi_output", nullptr, unread_output_has_no_getitem},
    {"call_takes_another_input", "#10708",
     "a delegate takes its inputs in another order than it counts them",
     "shape-args", "", "default", nullptr, call_takes_another_input},
    {"inside_outputs_are_swapped", "#17750",
     "a delegate returns its outputs in another order", "shape-args",
     "delegate-changed", "multi_output", nullptr, inside_output_is_swapped},
    {"dead_code_inside_goes", "pytorch #175203",
     "a node of a partition that nobody uses is gone", "inside-vanished", "",
     "dead", nullptr, dead_code_inside_goes},
    {"a_node_inside_is_added", "notes 1.2",
     "a node that nobody asked for is in a lowered graph", "inside-appeared",
     "", "default", nullptr, a_node_inside_is_added},
    {"last_output_is_not_named", "#4830", "the signature lacks the last output",
     "shape-signature", "", "default", nullptr, last_output_is_not_named},
    {"last_input_is_not_named", "#20432", "the signature lacks an input",
     "shape-signature", "", "default", nullptr, last_input_is_not_named},
    {"output_names_another_node", "notes E4c",
     "the signature names the node of another output", "shape-signature", "",
     "multi_output", nullptr, output_names_another_node},
    {"mutation_is_an_output", "#11542",
     "a mutation that stays outside becomes an output", "shape-signature", "",
     "mutation", nullptr, mutation_is_an_output},
    {"targets_are_swapped", "#11990", "two constants have each other's target",
     "shape-signature",
     "outside-lost outside-changed outside-leaked shape-args", "constants",
     nullptr, targets_are_swapped},
    {"parameter_is_a_buffer", "#11990", "parameters become buffers",
     "shape-signature", "", "constants", nullptr, parameter_is_a_buffer},
    {"getitem_is_delegated_again", "notes E2",
     "the next round swallows a getitem of the last", "round-delegated", "",
     "rounds", nullptr, getitem_is_delegated_again},
    {"last_partition_is_skipped", "shape", "one partition is not delegated",
     "shape-partition", "law-round", "default", nullptr, nullptr,
     last_partition_is_skipped},
    {"bodies_are_skipped", "notes E22",
     "partitions in control-flow bodies are not delegated", "shape-partition",
     "law-round", "nested", nullptr, nullptr, bodies_are_skipped},
    {"everything_is_skipped", "shape", "nothing is delegated",
     "shape-partition", "law-round", "default", nullptr, nullptr,
     everything_is_skipped},
    {"a_node_is_left_out", "shape", "a tagged node is in no delegate",
     "shape-partition", "law-round", "default", nullptr, nullptr,
     a_node_is_left_out},
};

}  // namespace

std::span<const Mutant> shape_mutants() {
  return table;
}

}  // namespace metagate
