#include "lower/emitter.h"

#include <algorithm>
#include <limits>

#include "ir/delegates.h"

namespace metagate {
namespace {

// The first debug handle that no node of any graph has, and none above it.
std::int64_t first_free_handle(const Program& program) {
  std::int64_t highest = 0;
  bool any = false;
  const Store& store = program.store();
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const ValueId value = program.value(NodeId(i), known::debug_handle);
    if (value.is_none()) continue;
    Tree tree = store.tree(value);
    if (tree.tag == Tag::object) tree = followed(std::move(tree), store);
    if (tree.tag != Tag::integer) continue;
    constexpr std::int64_t not_ours = std::numeric_limits<std::int64_t>::max();
    const std::int64_t handle = integer_or(tree, not_ours);
    if (handle == not_ours) continue;  // beyond what can be counted on from
    highest = any ? std::max(highest, handle) : handle;
    any = true;
  }
  return highest + 1;
}

}  // namespace

Emitter::Emitter(const Program& before, const GraphTree& tree,
                 const Partitions& partitions, const HandOvers& hand_overs,
                 const TransientKeys& transient)
    : before_(before),
      tree_(tree),
      partitions_(partitions),
      hand_overs_(hand_overs),
      store_(std::make_shared<Store>(before.shared_store())),
      transient_(transient),
      names_(plan_names(before, partitions, *store_)),
      references_(
          before, [this](NodeId node) { return place_of(node); }, *store_),
      builder_(store_),
      outer_(before.nodes().size()),
      outer_names_(before.nodes().size()),
      inner_(before.nodes().size()),
      getitem_metas_(partitions.list.size()),
      call_metas_(partitions.list.size()) {
  if (partitions.list.empty()) return;
  first_handle_ = first_free_handle(before);
  is_later_round_ =
      std::find(tree.is_delegated.begin(), tree.is_delegated.end(), true) !=
      tree.is_delegated.end();
}

Program Emitter::build() && {
  std::size_t nodes = before_.nodes().size();
  for (const Partition& partition : partitions_.list) {
    nodes += 3 + 2 * partition.outputs.size() + partition.inputs.size() +
             partition.constants.size();
  }
  builder_.reserve(nodes, 8 * nodes);
  for (std::size_t g = 0; g < before_.graphs().size(); ++g) {
    emit_graph(GraphId(g));
  }
  for (std::size_t p = 0; p < partitions_.list.size(); ++p) {
    emit_lowered(static_cast<std::uint32_t>(p));
  }
  return std::move(builder_).build(before_.stage());
}

HandOver Emitter::hand_over(std::uint32_t partition) const {
  const Partition& of = partitions_.list[partition];
  return {.before = before_,
          .partition = of,
          .number = partition,
          .transient = transient_,
          .store = *store_,
          .node = {},
          .val = {},
          .debug_handle = {},
          .is_nested = of.graph.index() != 0,
          .is_later_round = is_later_round_,
          .call_meta = call_metas_[partition],
          .getitem_metas = getitem_metas_[partition]};
}

MetaId Emitter::hand(const HandOverFunction& function, const HandOver& at) {
  draft_.entries.clear();
  draft_.shared = {};
  function(at, draft_);
  return draft_.shared ? draft_.shared : add_meta(draft_.entries);
}

// `entries` may be those of the draft.
MetaId Emitter::add_meta(std::span<const MetaEntry> entries) {
  const auto holds_node = [&](const MetaEntry& entry) {
    return store_->facts(entry.value).has_node;
  };
  if (partitions_.list.empty() ||
      std::none_of(entries.begin(), entries.end(), holds_node)) {
    return builder_.add_meta(entries);
  }
  followed_.assign(entries.begin(), entries.end());
  for (MetaEntry& entry : followed_) {
    entry.value = references_.follow(entry.value);
  }
  return builder_.add_meta(followed_);
}

NodeSpec Emitter::like(NodeId id) {
  const Node& node = before_.node(id);
  return {.name = node.name,
          .op = node.op,
          .target = node.target,
          .args = node.args,
          .kwargs = node.kwargs,
          .operands = operands_,
          .meta = {},
          .source = node.source};
}

bool Emitter::owns(std::uint32_t partition, NodeId constant) const {
  return partitions_.home[constant.index()] == partition;
}

// The `val`s of nodes before, as a list; None for a node that has none.
ValueId Emitter::val_list(std::span<const NodeId> nodes) {
  std::vector<ValueId> values;
  values.reserve(nodes.size());
  for (const NodeId node : nodes) {
    ValueId value = before_.value(node, known::val);
    if (value.is_none()) {
      if (none_.is_none()) none_ = store_->add(null_tree());
      value = none_;
    }
    values.push_back(value);
  }
  return store_->add_sequence(Tag::list, values);
}

ValueId Emitter::call_args(std::size_t count) {
  if (call_args_.size() <= count) call_args_.resize(count + 1);
  if (call_args_[count].is_none()) {
    call_args_[count] = operand_list(*store_, count);
  }
  return call_args_[count];
}

// An output node that returns one list.
ValueId Emitter::output_args(std::size_t count) {
  if (output_args_.size() <= count) output_args_.resize(count + 1);
  if (output_args_[count].is_none()) {
    output_args_[count] = returned_list(*store_, count);
  }
  return output_args_[count];
}

ValueId Emitter::index_args(std::uint32_t index) {
  if (index_args_.size() <= index) index_args_.resize(index + 1);
  if (index_args_[index].is_none()) {
    index_args_[index] = getitem_args(*store_, index);
  }
  return index_args_[index];
}

std::pair<Symbol, Symbol> Emitter::place_of(NodeId id) const {
  const Node& node = before_.node(id);
  const std::uint32_t home = partitions_.home[id.index()];
  if (home == no_partition) {
    return {names_.graphs[node.graph.index()], node.name};
  }
  // A getitem of a list is still there.
  const auto& outputs = partitions_.list[home].outputs;
  const bool stays = std::any_of(outputs.begin(), outputs.end(),
                                 [&](const DelegateOutput& output) {
                                   return output.node == id && output.stays;
                                 });
  return {
      stays ? names_.graphs[node.graph.index()] : names_.delegates[home].graph,
      node.name};
}

}  // namespace metagate
