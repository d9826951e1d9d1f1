#include "ir/builder.h"

#include <utility>

namespace metagate {
namespace {

// A list of operands 0, 1, ...
Tree operands_tree(std::size_t count) {
  Tree list{.tag = Tag::list};
  list.items.reserve(count + 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    list.items.push_back({.name = {}, .value = operand_tree(i)});
  }
  return list;
}

}  // namespace

ProgramBuilder::ProgramBuilder(std::shared_ptr<const Store> store) {
  program_.store_ = std::move(store);
}

void ProgramBuilder::reserve(std::size_t nodes, std::size_t meta_entries) {
  program_.nodes_.reserve(nodes);
  program_.metas_.reserve(nodes);
  program_.operands_.reserve(2 * nodes);
  program_.entries_.reserve(meta_entries);
}

GraphId ProgramBuilder::begin_graph(Symbol name) {
  const auto first = static_cast<std::uint32_t>(program_.nodes_.size());
  program_.graphs_.push_back(
      {.name = name, .nodes = {first, 0}, .modules = {}, .signature = {}});
  return GraphId(program_.graphs_.size() - 1);
}

NodeId ProgramBuilder::add_node(const NodeSpec& spec) {
  Program& program = program_;
  const Range operands{static_cast<std::uint32_t>(program.operands_.size()),
                       static_cast<std::uint32_t>(spec.operands.size())};
  program.operands_.insert(program.operands_.end(), spec.operands.begin(),
                           spec.operands.end());
  program.nodes_.push_back({.name = spec.name,
                            .target = spec.target,
                            .args = spec.args,
                            .kwargs = spec.kwargs,
                            .operands = operands,
                            .meta = spec.meta ? spec.meta : add_meta({}),
                            .graph = GraphId(program.graphs_.size() - 1),
                            .op = spec.op,
                            .source = spec.source});
  ++program.graphs_.back().nodes.count;
  return NodeId(program.nodes_.size() - 1);
}

MetaId ProgramBuilder::add_meta(std::span<const MetaEntry> entries,
                                ObjectId object) {
  const Range range{static_cast<std::uint32_t>(program_.entries_.size()),
                    static_cast<std::uint32_t>(entries.size())};
  program_.entries_.insert(program_.entries_.end(), entries.begin(),
                           entries.end());
  program_.metas_.push_back({.entries = range, .object = object});
  return MetaId(program_.metas_.size() - 1);
}

void ProgramBuilder::add_module(GraphId graph, const Module& module) {
  program_.graphs_[graph.index()].modules.push_back(module);
}

void ProgramBuilder::set_signature(GraphId graph, Signature signature) {
  program_.graphs_[graph.index()].signature = std::move(signature);
}

std::size_t ProgramBuilder::graph_count() const {
  return program_.graphs_.size();
}

std::size_t ProgramBuilder::node_count() const {
  return program_.nodes_.size();
}

Program ProgramBuilder::build(std::string_view stage) && {
  program_.stage_ = stage;
  return std::move(program_);
}

ValueId operand_list(Store& store, std::size_t count) {
  return store.add(operands_tree(count));
}

ValueId returned_list(Store& store, std::size_t count) {
  Tree args{.tag = Tag::list};
  args.items.push_back({.name = {}, .value = operands_tree(count)});
  return store.add(std::move(args));
}

ValueId getitem_args(Store& store, std::int64_t index) {
  Tree args = operands_tree(1);
  args.items.push_back({.name = {}, .value = integer_tree(index)});
  return store.add(std::move(args));
}

}  // namespace metagate
