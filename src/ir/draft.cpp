#include "ir/draft.h"

#include <algorithm>

#include "ir/builder.h"

namespace metagate {
namespace {

std::vector<DraftGraph> graphs_of(const Program& program) {
  std::vector<DraftGraph> graphs;
  graphs.reserve(program.graphs().size());
  for (const Graph& graph : program.graphs()) {
    DraftGraph& copy = graphs.emplace_back();
    copy.name = graph.name;
    copy.modules = graph.modules;
    copy.signature = graph.signature;
    copy.nodes.reserve(graph.nodes.count);
    for (std::uint32_t i = 0; i < graph.nodes.count; ++i) {
      copy.nodes.emplace_back(graph.nodes.first + i);
    }
  }
  return graphs;
}

void renumber(Signature& signature, const std::vector<NodeId>& places) {
  const auto moved = [&](NodeId id) {
    return id ? places[id.index()] : NodeId{};
  };
  for (InputSpec& spec : signature.inputs) spec.arg = moved(spec.arg);
  for (OutputSpec& spec : signature.outputs) spec.arg = moved(spec.arg);
}

}  // namespace

Draft::Draft(const Program& program)
    : stage(program.stage()),
      graphs(graphs_of(program)),
      base_(program.shared_store()) {
  nodes.reserve(program.nodes().size());
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const Node& node = program.node(NodeId(i));
    const auto operands = program.operands(NodeId(i));
    nodes.push_back({.name = node.name,
                     .target = node.target,
                     .args = node.args,
                     .kwargs = node.kwargs,
                     .operands = {operands.begin(), operands.end()},
                     .meta = node.meta,
                     .graph = node.graph,
                     .op = node.op,
                     .source = node.source});
  }
  metas.resize(program.meta_count());
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const MetaId meta = program.node(NodeId(i)).meta;
    const auto entries = program.meta(NodeId(i));
    metas[meta.index()] = {.entries = {entries.begin(), entries.end()},
                           .object = program.meta_record(meta).object};
  }
}

std::vector<MetaEntry>& Draft::meta_of(NodeId id) {
  return metas[at(id).meta.index()].entries;
}

ValueId* Draft::find(NodeId id, Symbol key) {
  for (MetaEntry& entry : meta_of(id)) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

void Draft::set(NodeId id, Symbol key, ValueId value) {
  if (ValueId* const found = find(id, key)) {
    *found = value;
  } else {
    meta_of(id).push_back({key, value});
  }
}

void Draft::remove(NodeId id, Symbol key) {
  std::erase_if(meta_of(id),
                [&](const MetaEntry& entry) { return entry.key == key; });
}

NodeId Draft::insert(GraphId graph, NodeId next, DraftNode node) {
  const NodeId id(nodes.size());
  node.graph = graph;
  node.meta = MetaId(metas.size());
  metas.emplace_back();
  nodes.push_back(std::move(node));
  std::vector<NodeId>& order = at(graph).nodes;
  order.insert(std::find(order.begin(), order.end(), next), id);
  return id;
}

void Draft::erase(NodeId id) {
  std::erase(at(at(id).graph).nodes, id);
}

void Draft::erase(const std::vector<bool>& doomed) {
  for (DraftGraph& graph : graphs) {
    std::erase_if(graph.nodes, [&](NodeId id) { return doomed[id.index()]; });
  }
}

void Draft::replace(NodeId from, NodeId to) {
  const GraphId graph = at(from).graph;
  for (const NodeId user : at(graph).nodes) {
    std::vector<NodeId>& operands = at(user).operands;
    std::replace(operands.begin(), operands.end(), from, to);
  }
  if (!at(graph).signature) return;
  for (OutputSpec& spec : at(graph).signature->outputs) {
    if (spec.arg == from) spec.arg = to;
  }
}

void Draft::erase_unused_graphs() {
  // Bodies come after the graph that names them, whoever wrote the program, or
  // not: so walk from the top.
  std::vector<bool> used(graphs.size());
  std::vector<GraphId> todo{GraphId(0)};
  used[0] = true;
  while (!todo.empty()) {
    DraftGraph& graph = at(todo.back());
    todo.pop_back();
    std::erase_if(graph.modules, [&](const Module& module) {
      return std::none_of(
          graph.nodes.begin(), graph.nodes.end(), [&](NodeId id) {
            const Op op = at(id).op;
            return (op == Op::get_attr || op == Op::call_module) &&
                   at(id).target == module.name;
          });
    });
    for (const Module& module : graph.modules) {
      if (!module.graph || used[module.graph.index()]) continue;
      used[module.graph.index()] = true;
      todo.push_back(module.graph);
    }
  }
  std::vector<GraphId> places(graphs.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    if (!used[i]) continue;
    places[i] = GraphId(count);
    if (count != i) graphs[count] = std::move(graphs[i]);
    ++count;
  }
  graphs.resize(count);
  for (DraftGraph& graph : graphs) {
    for (Module& module : graph.modules) {
      if (module.graph) module.graph = places[module.graph.index()];
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (const NodeId id : graphs[i].nodes) at(id).graph = GraphId(i);
  }
}

Store& Draft::store() {
  if (!own_) own_ = std::make_shared<Store>(base_);
  return *own_;
}

Program Draft::build() const {
  ProgramBuilder builder(own_ ? std::shared_ptr<const Store>(own_) : base_);
  builder.reserve(nodes.size(), 8 * nodes.size());
  std::vector<NodeId> places(nodes.size());
  std::vector<MetaId> dicts(metas.size());
  std::vector<NodeId> operands;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const DraftGraph& graph = graphs[i];
    builder.begin_graph(graph.name);
    for (const NodeId id : graph.nodes) {
      const DraftNode& node = at(id);
      operands.clear();
      for (const NodeId operand : node.operands) {
        operands.push_back(places[operand.index()]);
      }
      MetaId& dict = dicts[node.meta.index()];
      if (!dict) {
        const DraftMeta& meta = metas[node.meta.index()];
        dict = builder.add_meta(meta.entries, meta.object);
      }
      places[id.index()] = builder.add_node({.name = node.name,
                                             .op = node.op,
                                             .target = node.target,
                                             .args = node.args,
                                             .kwargs = node.kwargs,
                                             .operands = operands,
                                             .meta = dict,
                                             .source = node.source});
    }
  }
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    for (const Module& module : graphs[i].modules) {
      builder.add_module(GraphId(i), module);
    }
    if (!graphs[i].signature) continue;
    Signature signature = *graphs[i].signature;
    renumber(signature, places);
    builder.set_signature(GraphId(i), std::move(signature));
  }
  return std::move(builder).build(stage);
}

}  // namespace metagate
