#include "check/called_delegates.h"

#include <algorithm>

namespace metagate {
namespace {

// A get_attr of a lowered module that no delegate call has as operand 0.
struct Uncalled {
  NodeId get_attr;
  const Module* module;
};

std::vector<Uncalled> find_uncalled(const Program& program,
                                    const std::vector<Delegate>& delegates) {
  std::vector<bool> is_called(program.nodes().size(), false);
  for (const Delegate& d : delegates) is_called[d.get_attr.index()] = true;
  std::vector<Uncalled> uncalled;
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const Node& node = program.node(NodeId(i));
    if (node.op != Op::get_attr || is_called[i]) continue;
    const Module* module = program.graph(node.graph).find_module(node.target);
    if (module == nullptr || module->kind != ModuleKind::lowered) continue;
    uncalled.push_back({NodeId(i), module});
  }
  return uncalled;
}

bool is_suspicious(const std::vector<Delegate>& delegates, NodeId call) {
  const auto own =
      std::find_if(delegates.begin(), delegates.end(),
                   [&](const Delegate& d) { return d.call == call; });
  if (own == delegates.end()) return true;
  return std::any_of(delegates.begin(), delegates.end(),
                     [&](const Delegate& d) {
                       return d.call != call && d.get_attr == own->get_attr;
                     });
}

// The next call behind the get_attr that can be meant, or none.
NodeId next_call(const Program& program, const std::vector<Delegate>& delegates,
                 NodeId get_attr) {
  const Range range = program.graph(program.node(get_attr).graph).nodes;
  for (std::uint32_t i = get_attr.index() + 1; i < range.first + range.count;
       ++i) {
    if (!is_delegate_call(program, NodeId(i))) continue;
    return is_suspicious(delegates, NodeId(i)) ? NodeId(i) : NodeId{};
  }
  return {};
}

}  // namespace

CalledDelegates called_delegates(const Program& program) {
  CalledDelegates out{.list = delegates_of(program), .misdirected = {}};
  std::size_t calls = 0;
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    calls += is_delegate_call(program, NodeId(i));
  }
  if (calls == 0) return out;
  for (const Uncalled& uncalled : find_uncalled(program, out.list)) {
    const NodeId call = next_call(program, out.list, uncalled.get_attr);
    if (call.is_none()) continue;
    std::erase_if(out.list, [&](const Delegate& d) { return d.call == call; });
    out.list.push_back({.call = call,
                        .get_attr = uncalled.get_attr,
                        .outer = program.node(call).graph,
                        .lowered = uncalled.module->graph,
                        .backend = uncalled.module->backend});
    out.misdirected.push_back(call);
  }
  std::sort(
      out.list.begin(), out.list.end(),
      [](const Delegate& a, const Delegate& b) { return a.call < b.call; });
  return out;
}

}  // namespace metagate
