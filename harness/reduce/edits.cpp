#include "harness/reduce/edits.h"

#include <algorithm>
#include <string>

#include "harness/reduce/cut.h"
#include "harness/reduce/lost_names.h"

namespace metagate {
namespace {

std::vector<Fate> all_stay(const Draft& draft) {
  return std::vector<Fate>(draft.nodes.size(), Fate::stays);
}

bool is_tagged(Draft& draft, NodeId id) {
  return draft.find(id, known::delegation_tag) != nullptr;
}

// Drops what stands outside the partitions and is used by nobody, and the
// inputs that are left over.
void clean(Draft& draft) {
  drop_dead(draft, [&](NodeId id) { return is_tagged(draft, id); });
  std::vector<bool> used(draft.nodes.size());
  for (const NodeId id : draft.at(GraphId(0)).nodes) {
    for (const NodeId operand : draft.at(id).operands) {
      used[operand.index()] = true;
    }
  }
  std::vector<NodeId> unused;
  for (const NodeId id : draft.at(GraphId(0)).nodes) {
    if (draft.at(id).op == Op::placeholder && !used[id.index()]) {
      unused.push_back(id);
    }
  }
  drop_inputs(draft, unused);
}

void keep_partition(Draft& draft, const TaggedNodes& kept) {
  std::vector<bool> is_kept(draft.nodes.size());
  for (const NodeId id : kept.nodes) is_kept[id.index()] = true;
  std::vector<Fate> fates = all_stay(draft);
  std::vector<NodeId> read_outside;
  for (const NodeId id : draft.at(kept.graph).nodes) {
    const DraftNode& node = draft.at(id);
    if (node.op == Op::output || is_kept[id.index()]) continue;
    if (node.op != Op::placeholder && node.op != Op::get_attr) {
      fates[id.index()] = Fate::to_input;
    }
    for (const NodeId operand : node.operands) {
      if (is_kept[operand.index()]) read_outside.push_back(operand);
    }
  }
  // An element of a kept list stays with it.
  for (const NodeId id : draft.at(kept.graph).nodes) {
    const DraftNode& node = draft.at(id);
    if (node.target != known::getitem || node.operands.size() != 1) continue;
    if (!is_kept[node.operands[0].index()] || is_kept[id.index()]) continue;
    fates[id.index()] = Fate::stays;
    std::erase(read_outside, node.operands[0]);
    read_outside.push_back(id);
  }
  std::erase_if(read_outside,
                [&](NodeId id) { return draft.at(id).op == Op::placeholder; });
  cut(draft, fates, false);
  if (kept.graph == GraphId(0)) return_values(draft, read_outside);
  for (DraftGraph& graph : draft.graphs) {
    for (const NodeId id : graph.nodes) {
      if (!is_kept[id.index()]) draft.remove(id, known::delegation_tag);
    }
  }
  clean(draft);
}

// The keys of a node that a run of entries names, from the last.
template <class Do>
void for_entries(const Survey& survey, const Edit& edit, const Do& action) {
  for (std::uint32_t i = edit.first + edit.count; i-- > edit.first;) {
    action(survey.entries[i].whole, survey.entries[i].number);
  }
}

bool has_node_in_meta(const Program& program) {
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    for (const MetaEntry& entry : program.meta(NodeId(i))) {
      if (program.store().facts(entry.value).has_node) return true;
    }
  }
  return false;
}

void do_edit(const Edit& edit, const Survey& survey, Draft& draft) {
  std::vector<Fate> fates;
  const std::uint32_t end = edit.first + edit.count;
  switch (edit.kind) {
    case EditKind::keep_partition:
      return keep_partition(draft, survey.partitions[edit.first]);
    case EditKind::promote_body:
      return promote_body(draft, survey.bodies[edit.first]);
    case EditKind::drop_tags:
      for (const NodeId id : survey.partitions[edit.first].nodes) {
        draft.remove(id, known::delegation_tag);
      }
      return;
    case EditKind::drop_dead:
      return clean(draft);
    case EditKind::drop_keys:
      for (DraftMeta& meta : draft.metas) {
        std::erase_if(meta.entries, [&](const MetaEntry& entry) {
          const auto found = std::find(survey.keys.begin() + edit.first,
                                       survey.keys.begin() + end, entry.key);
          return found != survey.keys.begin() + end;
        });
      }
      return;
    case EditKind::drop_calls:
    case EditKind::call_to_input:
      fates = all_stay(draft);
      for (std::uint32_t i = edit.first; i < end; ++i) {
        fates[survey.calls[i].index()] =
            edit.kind == EditKind::drop_calls ? Fate::goes : Fate::to_input;
      }
      cut(draft, fates, true);
      // Nobody calls some bodies any more.
      return drop_dead(
          draft, [&](NodeId id) { return draft.at(id).op != Op::get_attr; });
    case EditKind::drop_entries:
      return for_entries(survey, edit, [&](NodeId id, std::uint32_t number) {
        auto& entries = draft.meta_of(id);
        entries.erase(entries.begin() + number);
      });
    case EditKind::drop_returned:
      for (std::uint32_t i = end; i-- > edit.first;) {
        drop_returned(draft, survey.returned[i].whole,
                      survey.returned[i].number);
      }
      return;
    case EditKind::drop_inputs:
      return drop_inputs(draft, {survey.unused_inputs.begin() + edit.first,
                                 survey.unused_inputs.begin() + end});
    case EditKind::drop_tag:
      return draft.remove(survey.tagged[edit.first], known::delegation_tag);
    case EditKind::drop_operand:
      return drop_operand(draft, survey.operands[edit.first].whole,
                          survey.operands[edit.first].number);
    case EditKind::plain_input:
      return plain_input(draft, survey.constants[edit.first]);
    case EditKind::plain_outputs:
      return plain_outputs(draft);
    case EditKind::null_value: {
      const ValueId null = draft.store().add(null_tree());
      return for_entries(survey, edit, [&](NodeId id, std::uint32_t number) {
        draft.meta_of(id)[number].value = null;
      });
    }
    case EditKind::small_value:
      return for_entries(survey, edit, [&](NodeId id, std::uint32_t number) {
        MetaEntry& entry = draft.meta_of(id)[number];
        const Tag tag = draft.store().tree(entry.value).tag;
        if (tag == Tag::null || tag == Tag::integer) return;
        // Another integer at every node: whose it is can still be seen.
        entry.value = draft.store().add_integer(id.index() + 1);
      });
  }
}

}  // namespace

void return_values(Draft& draft, const std::vector<NodeId>& values) {
  for (const NodeId id : draft.at(GraphId(0)).nodes) {
    DraftNode& output = draft.at(id);
    if (output.op != Op::output) continue;
    auto& signature = draft.at(GraphId(0)).signature;
    for (const NodeId value : values) {
      const bool is_there =
          std::find(output.operands.begin(), output.operands.end(), value) !=
          output.operands.end();
      if (is_there) continue;
      output.operands.push_back(value);
      if (signature) {
        signature->outputs.push_back({OutputKind::user_output, value, {}});
      }
    }
    std::vector<Tree> returned;
    for (std::uint32_t i = 0; i < output.operands.size(); ++i) {
      returned.push_back(operand_tree(i));
    }
    output.args = draft.store().add(sequence_tree(
        Tag::list, {sequence_tree(Tag::tuple, std::move(returned))}));
  }
}

void promote_body(Draft& draft, GraphId body) {
  DraftGraph& top = draft.graphs[0];
  DraftGraph& graph = draft.at(body);
  std::swap(top.nodes, graph.nodes);
  std::swap(top.modules, graph.modules);
  graph.modules.clear();
  Signature signature;
  for (const NodeId id : top.nodes) {
    DraftNode& node = draft.at(id);
    node.graph = GraphId(0);
    if (node.op == Op::placeholder) {
      signature.inputs.push_back({InputKind::user_input, id, {}});
    }
    if (node.op != Op::output) continue;
    for (const NodeId operand : node.operands) {
      signature.outputs.push_back({OutputKind::user_output, operand, {}});
    }
  }
  top.signature = std::move(signature);
  draft.erase_unused_graphs();
}

void plain_outputs(Draft& draft) {
  if (!draft.graphs[0].signature) return;
  for (OutputSpec& spec : draft.graphs[0].signature->outputs) {
    spec.kind = OutputKind::user_output;
    spec.target = {};
  }
}

void plain_input(Draft& draft, NodeId node) {
  for (InputSpec& spec : draft.graphs[0].signature->inputs) {
    if (spec.arg != node) continue;
    spec.kind = InputKind::user_input;
    spec.target = {};
  }
}

Edits::Edits(const Program& program)
    : program_(program),
      survey_(program),
      measure_(measure_of(program)),
      names_nodes_(has_node_in_meta(program)) {
  list_each(EditKind::keep_partition, survey_.partitions.size());
  list_each(EditKind::promote_body, survey_.bodies.size());
  list_each(EditKind::drop_dead, 1);
  list_runs(EditKind::drop_keys, survey_.keys.size());
  list_runs(EditKind::drop_calls, survey_.calls.size());
  list_each(EditKind::drop_tags, survey_.partitions.size());
  list_runs(EditKind::drop_returned, survey_.returned.size());
  list_runs(EditKind::drop_inputs, survey_.unused_inputs.size());
  list_runs(EditKind::drop_entries, survey_.entries.size());
  list_each(EditKind::call_to_input, survey_.calls.size());
  list_each(EditKind::drop_tag, survey_.tagged.size());
  list_each(EditKind::drop_operand, survey_.operands.size());
  list_each(EditKind::plain_input, survey_.constants.size());
  list_each(EditKind::plain_outputs, 1);
  list_runs(EditKind::null_value, survey_.entries.size());
  list_runs(EditKind::small_value, survey_.entries.size());
}

// All, halves, quarters, ..., single ones.
void Edits::list_runs(EditKind kind, std::size_t count) {
  if (count == 0) return;
  for (std::size_t length = count;; length = (length + 1) / 2) {
    for (std::size_t first = 0; first < count; first += length) {
      list_.push_back(
          {kind, static_cast<std::uint32_t>(first),
           static_cast<std::uint32_t>(std::min(length, count - first))});
    }
    if (length == 1) return;
  }
}

void Edits::list_each(EditKind kind, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    list_.push_back({kind, static_cast<std::uint32_t>(i), 1});
  }
}

std::optional<Program> Edits::make(const Edit& edit) const {
  Draft draft(program_);
  apply(edit, draft);
  return build(draft);
}

void Edits::apply(const Edit& edit, Draft& draft) const {
  do_edit(edit, survey_, draft);
}

std::optional<Program> Edits::build(Draft& draft) const {
  if (names_nodes_) forget_lost_nodes(draft);
  Program changed = draft.build();
  if (!(measure_of(changed) < measure_)) return std::nullopt;
  return changed;
}

std::optional<Program> candidate(const Program& program, std::size_t index) {
  const Edits edits(program);
  if (index >= edits.size()) return std::nullopt;
  return edits.make(edits.at(index));
}

std::size_t candidate_count(const Program& program) {
  return Edits(program).size();
}

}  // namespace metagate
