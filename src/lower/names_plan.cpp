#include "lower/names_plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

namespace metagate {
namespace {

bool contains(const std::vector<Symbol>& sorted, Symbol symbol) {
  return std::binary_search(sorted.begin(), sorted.end(), symbol);
}

// First free names in one graph. Names that this gives are told apart by their
// beginnings or by their numbers, which only go up.
class FreeNames {
 public:
  FreeNames(const Program& program, GraphId graph, Store& store)
      : store_(store) {
    const Graph& record = program.graph(graph);
    used_.reserve(record.nodes.count + record.modules.size());
    for (const Node& node : program.nodes_of(graph)) used_.push_back(node.name);
    for (const Module& module : record.modules) used_.push_back(module.name);
    std::sort(used_.begin(), used_.end());
  }

  // The symbol of a text, or none where the name is taken.
  [[nodiscard]] Symbol if_free(std::string_view text) {
    const Symbol symbol = store_.intern(text);
    return contains(used_, symbol) ? Symbol() : symbol;
  }

  // name, name_1, name_2, ...
  Symbol numbered(std::string_view name, std::uint32_t& next) {
    for (;;) {
      const std::uint32_t number = next++;
      text_ = name;
      if (number != 0) text_ += "_" + std::to_string(number);
      if (const Symbol free = if_free(text_)) return free;
    }
  }

  // name_copy_0, name_copy_1, ...
  Symbol copy_of(NodeId constant, std::string_view name) {
    std::uint32_t& next = next_copy_[constant];
    for (;;) {
      const std::string text = fmt::format("{}_copy_{}", name, next++);
      if (const Symbol free = if_free(text)) return free;
    }
  }

  std::uint32_t next_module = 0;
  std::uint32_t next_call = 0;
  std::uint32_t next_getitem = 0;

 private:
  Store& store_;
  std::string text_;
  std::vector<Symbol> used_;
  std::unordered_map<NodeId, std::uint32_t> next_copy_;
};

class Planner {
 public:
  Planner(const Program& before, const Partitions& partitions, Store& store)
      : before_(before), partitions_(partitions), store_(store) {
    for (const Graph& graph : before.graphs()) {
      plan_.graphs.push_back(graph.name);
      graph_names_.push_back(graph.name);
    }
    std::sort(graph_names_.begin(), graph_names_.end());
    plan_.delegates.resize(partitions.list.size());
  }

  NamesPlan run() {
    for (std::size_t g = 0; g < before_.graphs().size(); ++g) {
      if (partitions_.of_graph[g].count != 0) name_in(GraphId(g));
    }
    for (std::size_t p = 0; p < partitions_.list.size(); ++p) {
      move_bodies(static_cast<std::uint32_t>(p));
    }
    return std::move(plan_);
  }

 private:
  void name_in(GraphId graph) {
    FreeNames names(before_, graph, store_);
    const Range here = partitions_.of_graph[graph.index()];
    for (std::uint32_t p = here.first; p < here.first + here.count; ++p) {
      DelegateNames& delegate = plan_.delegates[p];
      name_module(graph, names, delegate);
      delegate.call =
          names.numbered("executorch_call_delegate", names.next_call);
      for (const DelegateOutput& output : partitions_.list[p].outputs) {
        delegate.getitems.push_back(
            output.stays ? before_.node(output.node).name
                         : names.numbered("getitem", names.next_getitem));
      }
      for (const NodeId node : partitions_.list[p].constants) {
        const bool owns = partitions_.home[node.index()] == p;
        delegate.constants.push_back(
            owns ? before_.node(node).name
                 : names.copy_of(node, before_.name(node)));
      }
    }
    const Range nodes = before_.graph(graph).nodes;
    for (std::uint32_t i = nodes.first; i < nodes.first + nodes.count; ++i) {
      if (!partitions_.is_copied_outside[i]) continue;
      const NodeId node(i);
      plan_.copies.emplace(node, names.copy_of(node, before_.name(node)));
    }
  }

  // Free in the graph, and its path free among the graphs.
  void name_module(GraphId graph, FreeNames& names, DelegateNames& delegate) {
    for (;;) {
      const std::string module =
          fmt::format("lowered_module_{}", names.next_module++);
      delegate.module = names.if_free(module);
      if (delegate.module.is_none()) continue;
      delegate.graph = store_.intern(fmt::format(
          "{}.{}", before_.text(before_.graph(graph).name), module));
      if (is_free_path(delegate.graph)) return;
    }
  }

  [[nodiscard]] bool is_free_path(Symbol path) const {
    return !contains(graph_names_, path) && !moved_names_.contains(path);
  }

  void move_bodies(std::uint32_t p) {
    for (const NodeId node : partitions_.list[p].nodes) {
      const Module* module = module_named_by(before_, node);
      if (module == nullptr || module->kind != ModuleKind::graph) continue;
      rename_body(*module, plan_.delegates[p].graph);
    }
  }

  void rename_body(const Module& body, Symbol path) {
    std::vector<std::pair<const Module*, Symbol>> stack = {{&body, path}};
    while (!stack.empty()) {
      const auto [module, parent] = stack.back();
      stack.pop_back();
      Symbol& name = plan_.graphs[module->graph.index()];
      if (moved_names_.contains(name)) continue;
      std::string wanted =
          fmt::format("{}.{}", store_.text(parent), store_.text(module->name));
      while (!is_free_path(store_.intern(wanted))) wanted += "_";
      name = store_.intern(wanted);
      moved_names_.insert(name);
      for (const Module& next : before_.graph(module->graph).modules) {
        if (next.kind == ModuleKind::graph) stack.emplace_back(&next, name);
      }
    }
  }

  const Program& before_;
  const Partitions& partitions_;
  Store& store_;
  std::vector<Symbol> graph_names_;  // sorted
  std::unordered_set<Symbol> moved_names_;
  NamesPlan plan_;
};

}  // namespace

NamesPlan plan_names(const Program& before, const Partitions& partitions,
                     Store& store) {
  return Planner(before, partitions, store).run();
}

}  // namespace metagate
