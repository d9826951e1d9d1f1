#include "harness/reduce/survey.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/delegates.h"
#include "ir/users.h"

namespace metagate {
namespace {

std::vector<bool> find_delegated(const Program& program) {
  std::vector<bool> delegated(program.graphs().size());
  const auto mark = [&](GraphId id, auto&& again) -> void {
    if (delegated[id.index()]) return;
    delegated[id.index()] = true;
    for (const Module& module : program.graph(id).modules) {
      if (module.graph) again(module.graph, again);
    }
  };
  for (const Graph& graph : program.graphs()) {
    for (const Module& module : graph.modules) {
      if (module.kind == ModuleKind::lowered) mark(module.graph, mark);
    }
  }
  return delegated;
}

bool has_tag(const Program& program, NodeId node) {
  const ValueId tag = program.value(node, known::delegation_tag);
  return tag &&
         followed(program.store().tree(tag), program.store()).tag == Tag::text;
}

void survey_partitions(const Program& program, Survey& survey) {
  std::map<std::pair<GraphId, Hash128>, std::size_t> places;
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const NodeId id(i);
    const GraphId graph = program.node(id).graph;
    if (survey.is_delegated[graph.index()] || !has_tag(program, id)) continue;
    if (is_delegate_call(program, id) || is_delegate_getitem(program, id)) {
      continue;
    }
    const ValueId tag = program.value(id, known::delegation_tag);
    const auto [place, is_new] = places.try_emplace(
        {graph, program.store().facts(tag).hash}, survey.partitions.size());
    if (is_new) survey.partitions.push_back({graph, tag, {}});
    survey.partitions[place->second].nodes.push_back(id);
  }
}

void survey_node(const Program& program, NodeId id, const Users& users,
                 std::set<Symbol>& keys, Survey& survey) {
  const Node& node = program.node(id);
  const bool is_top = node.graph == GraphId(0);
  const bool is_delegated = survey.is_delegated[node.graph.index()];
  const auto count = static_cast<std::uint32_t>(program.operands(id).size());
  if (node.op == Op::placeholder) {
    if (is_top && users.of(id).empty()) survey.unused_inputs.push_back(id);
  } else if (node.op == Op::output) {
    for (std::uint32_t i = 0; is_top && i < count; ++i) {
      survey.returned.push_back({node.graph, i});
    }
  } else if (node.op != Op::get_attr) {
    survey.calls.push_back(id);
    const bool is_fixed =
        node.target == known::getitem || is_delegate_call(program, id);
    for (std::uint32_t i = 0; !is_fixed && !is_delegated && i < count; ++i) {
      survey.operands.push_back({id, i});
    }
  }
  std::uint32_t number = 0;
  for (const MetaEntry& entry : program.meta(id)) {
    if (entry.key == known::delegation_tag) {
      survey.tagged.push_back(id);
    } else {
      if (keys.insert(entry.key).second) survey.keys.push_back(entry.key);
      survey.entries.push_back({id, number});
    }
    ++number;
  }
}

}  // namespace

Survey::Survey(const Program& program) : is_delegated(find_delegated(program)) {
  const Users users(program);
  survey_partitions(program, *this);
  std::set<Symbol> seen;
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    survey_node(program, NodeId(i), users, seen, *this);
  }
  for (std::size_t i = 1; i < program.graphs().size(); ++i) {
    if (!is_delegated[i]) bodies.emplace_back(i);
  }
  if (!program.graph(GraphId(0)).signature) return;
  for (const InputSpec& spec : program.graph(GraphId(0)).signature->inputs) {
    if (spec.kind == InputKind::user_input || spec.arg.is_none()) continue;
    if (!has_tag(program, spec.arg)) constants.push_back(spec.arg);
  }
}

}  // namespace metagate
