#include "ir/program.h"

#include <iterator>

namespace metagate {
namespace {

constexpr std::string_view op_names[] = {
    "placeholder", "get_attr",    "call_function",
    "call_method", "call_module", "output",
};

}  // namespace

std::string_view name_of(Op op) {
  return op_names[static_cast<std::size_t>(op)];
}

std::optional<Op> op_of(std::string_view name) {
  for (std::size_t i = 0; i < std::size(op_names); ++i) {
    if (op_names[i] == name) return static_cast<Op>(i);
  }
  return std::nullopt;
}

const Module* Graph::find_module(Symbol wanted) const {
  for (const Module& module : modules) {
    if (module.name == wanted) return &module;
  }
  return nullptr;
}

std::string_view Program::stage() const {
  return stage_;
}

std::span<const Node> Program::nodes_of(GraphId id) const {
  const Range range = graph(id).nodes;
  return nodes().subspan(range.first, range.count);
}

NodeId Program::output_of(GraphId id) const {
  const Range range = graph(id).nodes;
  for (std::uint32_t i = range.first + range.count; i-- > range.first;) {
    if (nodes_[i].op == Op::output) return NodeId(i);
  }
  return {};
}

std::span<const NodeId> Program::operands(NodeId id) const {
  const Range range = node(id).operands;
  return std::span(operands_).subspan(range.first, range.count);
}

std::span<const MetaEntry> Program::meta(NodeId id) const {
  const Range range = metas_[node(id).meta.index()].entries;
  return std::span(entries_).subspan(range.first, range.count);
}

ValueId Program::value(NodeId id, Symbol key) const {
  for (const MetaEntry& entry : meta(id)) {
    if (entry.key == key) return entry.value;
  }
  return {};
}

Program Program::with_stage(std::string_view stage) const {
  Program copy = *this;
  copy.stage_ = stage;
  return copy;
}

}  // namespace metagate
