#include "check/called_delegates.h"

#include <algorithm>
#include <unordered_map>

#include "ir/modules.h"

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
    if (is_called[i] || !names_lowered_module(program, NodeId(i))) continue;
    uncalled.push_back({NodeId(i), module_named_by(program, NodeId(i))});
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

// Do the operands and getitems of the call go with that lowered graph?
int fit(const Program& program, const Users& users, NodeId call,
        GraphId lowered) {
  const std::size_t operands = program.operands(call).size();
  const int inputs =
      inputs_of(program, lowered).fed.size() + 1 == operands ? 1 : 0;
  std::vector<std::int64_t> read;
  for (const Use& use : users.of(call)) {
    if (const auto index = index_of_getitem(program, use.user)) {
      read.push_back(*index);
    }
  }
  std::sort(read.begin(), read.end());
  read.erase(std::unique(read.begin(), read.end()), read.end());
  const int outputs =
      outputs_of(program, lowered).visible.size() == read.size() ? 1 : 0;
  return inputs + outputs;
}

// How likely the call is that of `uncalled`: by where it stands, by how well it
// goes with the one lowered graph and the other, and by the order of the two
// modules, which is that of their calls.
int likeliness(const Program& program, const Users& users,
               const std::vector<Delegate>& delegates, const Uncalled& uncalled,
               NodeId call) {
  const std::uint32_t before_it = call.index() - 1;
  int likely = before_it == uncalled.get_attr.index() ? 5 : 0;
  likely += 10 * fit(program, users, call, uncalled.module->graph);
  const auto named =
      std::find_if(delegates.begin(), delegates.end(),
                   [&](const Delegate& d) { return d.call == call; });
  if (named == delegates.end()) return likely + 20;
  if (before_it == named->get_attr.index()) likely -= 5;
  likely -= 10 * fit(program, users, call, named->lowered);
  const bool is_last =
      std::none_of(delegates.begin(), delegates.end(), [&](const Delegate& d) {
        return d.get_attr == named->get_attr && d.call > call;
      });
  if (is_last == (uncalled.get_attr > named->get_attr)) likely += 1;
  return likely;
}

// The call that must be meant for a module that nobody calls: the likeliest of
// the suspicious ones behind it. None where there is none.
NodeId call_meant(const Program& program, const Users& users,
                  const std::vector<Delegate>& delegates,
                  const Uncalled& uncalled) {
  const std::uint32_t attr = uncalled.get_attr.index();
  const Range range =
      program.graph(program.node(uncalled.get_attr).graph).nodes;
  NodeId best;
  int most = 0;
  for (std::uint32_t i = attr + 1; i < range.first + range.count; ++i) {
    const NodeId call(i);
    if (!is_delegate_call(program, call)) continue;
    if (!is_suspicious(delegates, call)) continue;
    const int likely = likeliness(program, users, delegates, uncalled, call);
    if (best && likely <= most) continue;
    best = call;
    most = likely;
  }
  return best;
}

// The lowered modules of the graph of `get_attr` that no get_attr names.
std::vector<const Module*> unnamed_modules(const Program& program,
                                           GraphId graph) {
  std::vector<const Module*> unnamed;
  const Range range = program.graph(graph).nodes;
  for (const Module& module : program.graph(graph).modules) {
    if (module.kind != ModuleKind::lowered) continue;
    bool is_named = false;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      is_named = is_named || module_named_by(program, NodeId(i)) == &module;
    }
    if (!is_named) unnamed.push_back(&module);
  }
  return unnamed;
}

// Do no two of them call one lowered graph?
bool have_graphs_of_their_own(const Program& program,
                              const std::vector<Delegate>& delegates) {
  std::vector<bool> is_called(program.graphs().size(), false);
  for (const Delegate& delegate : delegates) {
    if (is_called[delegate.lowered.index()]) return false;
    is_called[delegate.lowered.index()] = true;
  }
  return true;
}

// Gives a module that no get_attr names to one of two delegates that name
// another: to the one whose call goes with it better, or whose get_attr has its
// name, or to the later.
void give_unnamed(const Program& program, CalledDelegates& out) {
  if (have_graphs_of_their_own(program, out.list)) return;
  std::unordered_map<GraphId, std::vector<std::size_t>> called_as;
  for (std::size_t i = 0; i < out.list.size(); ++i) {
    called_as[out.list[i].lowered].push_back(i);
  }
  const Users users(program);
  for (std::size_t g = 0; g < program.graphs().size(); ++g) {
    for (const Module* module : unnamed_modules(program, GraphId(g))) {
      Delegate* best = nullptr;
      int most = -1;
      for (Delegate& delegate : out.list) {
        if (delegate.outer != GraphId(g)) continue;
        if (called_as[delegate.lowered].size() < 2) continue;
        const int likely =
            2 * fit(program, users, delegate.call, module->graph) -
            2 * fit(program, users, delegate.call, delegate.lowered) +
            (program.node(delegate.get_attr).name == module->name ? 1 : 0);
        if (best != nullptr && likely < most) continue;
        best = &delegate;
        most = likely;
      }
      if (best == nullptr) continue;
      std::erase(called_as[best->lowered],
                 static_cast<std::size_t>(best - out.list.data()));
      best->lowered = module->graph;
      best->backend = module->backend;
      out.misdirected.push_back(best->get_attr);
    }
  }
}

}  // namespace

CalledDelegates called_delegates(const Program& program) {
  CalledDelegates out{.list = delegates_of(program), .misdirected = {}};
  std::size_t calls = 0;
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    calls += is_delegate_call(program, NodeId(i));
  }
  if (calls == 0) return out;
  give_unnamed(program, out);
  const std::vector<Uncalled> all = find_uncalled(program, out.list);
  if (all.empty()) return out;
  const Users users(program);
  for (const Uncalled& uncalled : all) {
    const NodeId call = call_meant(program, users, out.list, uncalled);
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
