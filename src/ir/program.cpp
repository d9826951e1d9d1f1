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

NodeId Program::output_of(GraphId id) const {
  const Range range = graph(id).nodes;
  for (std::uint32_t i = range.first + range.count; i-- > range.first;) {
    if (nodes_[i].op == Op::output) return NodeId(i);
  }
  return {};
}

Program Program::with_stage(std::string_view stage) const {
  Program copy = *this;
  copy.stage_ = stage;
  return copy;
}

}  // namespace metagate
