#include "check/flatten.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "check/labels.h"

namespace metagate {
namespace {

// The targets of one kind of entry in a signature.
template <class Specs, class Wanted>
std::vector<std::string_view> targets(const Program& program,
                                      const Specs& specs, Wanted wanted) {
  std::vector<std::string_view> found;
  for (const auto& spec : specs) {
    if (spec.target && wanted(spec.kind)) {
      found.push_back(program.text(spec.target));
    }
  }
  return found;
}

bool contains(const std::vector<std::string_view>& texts,
              std::string_view text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

void find_inputs(const Program& program, const Delegate& delegate,
                 const std::vector<std::string_view>& constants,
                 NewDelegate& out) {
  const auto& signature = program.graph(delegate.lowered).signature;
  const auto is_owned = [&](NodeId node) {
    if (!signature) return false;
    for (const InputSpec& spec : signature->inputs) {
      if (spec.arg != node || !spec.target) continue;
      return is_constant(spec.kind) ||
             contains(constants, program.text(spec.target));
    }
    return false;
  };
  const Range range = program.graph(delegate.lowered).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    if (program.node(NodeId(i)).op != Op::placeholder) continue;
    (is_owned(NodeId(i)) ? out.owned : out.fed).push_back(NodeId(i));
  }
}

void find_outputs(const Program& program, const Delegate& delegate,
                  const std::vector<std::string_view>& mutations,
                  NewDelegate& out) {
  const NodeId output = program.output_of(delegate.lowered);
  if (output.is_none()) return;
  const auto& signature = program.graph(delegate.lowered).signature;
  const auto returned = program.operands(output);
  for (std::size_t i = 0; i < returned.size(); ++i) {
    bool is_consumed = false;
    if (signature && i < signature->outputs.size()) {
      const OutputSpec& spec = signature->outputs[i];
      is_consumed =
          spec.target && (spec.kind == OutputKind::buffer_mutation ||
                          contains(mutations, program.text(spec.target)));
    }
    (is_consumed ? out.consumed : out.visible).push_back(returned[i]);
  }
}

void add_vertex(const Program& program, NodeId node, Flat& flat) {
  flat.index.emplace(node, static_cast<std::int32_t>(flat.nodes.size()));
  flat.nodes.push_back(node);
  flat.side.vertices.push_back(vertex_of(program, node));
}

void add_operands(std::size_t vertex, Flat& flat,
                  std::span<const std::int32_t> operands) {
  Vertex& v = flat.side.vertices[vertex];
  v.first_operand = static_cast<std::uint32_t>(flat.side.operands.size());
  v.operand_count = static_cast<std::uint32_t>(operands.size());
  flat.side.operands.insert(flat.side.operands.end(), operands.begin(),
                            operands.end());
}

}  // namespace

NewDelegate boundary_of(const Program& program, const Users& users,
                        const Delegate& delegate, const Program& before,
                        GraphId cut_from) {
  NewDelegate out;
  out.at = delegate;
  out.cut_from = cut_from;
  std::vector<std::string_view> constants;
  std::vector<std::string_view> mutations;
  if (const auto& signature = before.graph(cut_from).signature) {
    constants = targets(before, signature->inputs, is_constant);
    mutations = targets(before, signature->outputs, [](OutputKind kind) {
      return kind == OutputKind::buffer_mutation;
    });
  }
  find_inputs(program, delegate, constants, out);
  find_outputs(program, delegate, mutations, out);
  for (const Use& use : users.of(delegate.call)) {
    if (is_getitem(program, use.user)) out.getitems.push_back(use.user);
  }
  return out;
}

Flat flatten_before(const Program& program, GraphId graph) {
  Flat flat;
  const Range range = program.graph(graph).nodes;
  flat.index.reserve(range.count);
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    add_vertex(program, NodeId(i), flat);
    std::vector<std::int32_t> operands;
    for (const NodeId operand : program.operands(NodeId(i))) {
      operands.push_back(flat.vertex(operand));
    }
    add_operands(flat.nodes.size() - 1, flat, operands);
  }
  return flat;
}

Flat flatten_after(const Program& program, GraphId graph,
                   const Correspondence& correspondence) {
  Flat flat;
  std::unordered_set<GraphId> seen;
  const auto add_graph = [&](GraphId id, auto& self) -> void {
    // Two calls of one lowered graph share its nodes.
    if (!seen.insert(id).second) return;
    const Range range = program.graph(id).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const Part part = correspondence.part[i];
      if (part == Part::vertex) add_vertex(program, NodeId(i), flat);
      if (part == Part::call) {
        const std::uint32_t index = correspondence.delegate[i];
        self(correspondence.delegates[index].at.lowered, self);
      }
    }
  };
  flat.index.reserve(program.graph(graph).nodes.count);
  add_graph(graph, add_graph);
  for (std::size_t v = 0; v < flat.nodes.size(); ++v) {
    std::vector<std::int32_t> operands;
    for (const NodeId operand : program.operands(flat.nodes[v])) {
      const NodeId source = resolve(program, correspondence, operand);
      operands.push_back(source ? flat.vertex(source) : no_vertex);
    }
    add_operands(v, flat, operands);
  }
  return flat;
}

NodeId resolve(const Program& program, const Correspondence& correspondence,
               NodeId operand) {
  // Each step leaves a delegate or a graph; a bound keeps hostile captures, in
  // which a lowered graph calls itself, from going round.
  for (int steps = 0; steps < 1000; ++steps) {
    const std::size_t i = operand.index();
    const std::uint32_t index = correspondence.delegate[i];
    switch (correspondence.part[i]) {
      case Part::vertex:
        return operand;
      case Part::call: {
        const NewDelegate& delegate = correspondence.delegates[index];
        if (delegate.visible.size() != 1) return {};
        operand = delegate.visible[0];
        break;
      }
      case Part::getitem: {
        const NewDelegate& delegate = correspondence.delegates[index];
        const auto position = index_of_getitem(program, operand);
        if (!position || *position < 0 ||
            static_cast<std::size_t>(*position) >= delegate.visible.size()) {
          return {};
        }
        operand = delegate.visible[static_cast<std::size_t>(*position)];
        break;
      }
      case Part::fed: {
        const NewDelegate& delegate = correspondence.delegates[index];
        const auto found =
            std::find(delegate.fed.begin(), delegate.fed.end(), operand);
        const auto position =
            static_cast<std::size_t>(found - delegate.fed.begin() + 1);
        const auto operands = program.operands(delegate.at.call);
        if (position >= operands.size()) return {};
        operand = operands[position];
        break;
      }
      default:
        return {};
    }
  }
  return {};
}

}  // namespace metagate
