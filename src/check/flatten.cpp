#include "check/flatten.h"

#include <algorithm>
#include <string_view>

#include "check/entries.h"

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
  const bool has_signature =
      program.graph(delegate.lowered).signature.has_value();
  std::vector<NodeId> unlisted;
  for (const auto& [node, spec] :
       placeholder_specs(program, delegate.lowered)) {
    const bool is_owned = spec != nullptr && spec->target &&
                          (is_constant(spec->kind) ||
                           contains(constants, program.text(spec->target)));
    (is_owned ? out.owned : out.fed).push_back(node);
    if (has_signature && spec == nullptr) unlisted.push_back(node);
  }
  // A placeholder without an entry is fed if the call has an operand for it.
  const std::size_t operands = program.operands(delegate.call).size();
  if (unlisted.empty() || out.fed.size() + 1 == operands) return;
  std::erase_if(out.fed, [&](NodeId node) {
    return std::find(unlisted.begin(), unlisted.end(), node) != unlisted.end();
  });
  out.owned.insert(out.owned.end(), unlisted.begin(), unlisted.end());
}

void find_outputs(const Program& program, const Delegate& delegate,
                  const std::vector<std::string_view>& mutations,
                  NewDelegate& out) {
  const NodeId output = program.output_of(delegate.lowered);
  if (output.is_none()) return;
  const auto& signature = program.graph(delegate.lowered).signature;
  const auto returned = program.operands(output);
  std::vector<NodeId> unlisted;
  for (std::size_t i = 0; i < returned.size(); ++i) {
    const OutputSpec* spec =
        signature ? output_spec(*signature, returned, i) : nullptr;
    const bool is_consumed = spec != nullptr && spec->target &&
                             (spec->kind == OutputKind::buffer_mutation ||
                              contains(mutations, program.text(spec->target)));
    (is_consumed ? out.consumed : out.visible).push_back(returned[i]);
    if (signature && spec == nullptr) unlisted.push_back(returned[i]);
  }
  // What no entry is about is consumed if no getitem is there to read it.
  if (unlisted.empty() || out.visible.size() <= out.getitems.size()) return;
  std::erase_if(out.visible, [&](NodeId node) {
    return std::find(unlisted.begin(), unlisted.end(), node) != unlisted.end();
  });
  out.consumed.insert(out.consumed.end(), unlisted.begin(), unlisted.end());
}

void add_vertex(NodeId node, Labels& labels, Flat& flat) {
  flat.index.set(node, static_cast<std::int32_t>(flat.nodes.size()), flat.id);
  flat.nodes.push_back(node);
  flat.side.vertices.push_back(labels.vertex_of(node));
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
  for (const Use& use : users.of(delegate.call)) {
    // Of whatever index: one that is no number is a wrong one.
    const Node& user = program.node(use.user);
    if (user.op == Op::call_function && user.target == known::getitem &&
        use.position == 0) {
      out.getitems.push_back(use.user);
    }
  }
  find_inputs(program, delegate, constants, out);
  find_outputs(program, delegate, mutations, out);
  return out;
}

Flat flatten_before(const Program& program, GraphId graph, Labels& labels,
                    VertexIndex& index) {
  Flat flat(index);
  const Range range = program.graph(graph).nodes;
  flat.nodes.reserve(range.count);
  flat.side.vertices.reserve(range.count);
  flat.side.operands.reserve(2 * range.count);
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    add_vertex(NodeId(i), labels, flat);
    const auto operands = program.operands(NodeId(i));
    Vertex& vertex = flat.side.vertices.back();
    vertex.first_operand =
        static_cast<std::uint32_t>(flat.side.operands.size());
    vertex.operand_count = static_cast<std::uint32_t>(operands.size());
    for (const NodeId operand : operands) {
      flat.side.operands.push_back(flat.vertex(operand));
    }
  }
  return flat;
}

Flat flatten_after(const Program& program, GraphId graph,
                   const Correspondence& correspondence, Labels& labels,
                   VertexIndex& index) {
  Flat flat(index);
  const std::size_t count = program.graph(graph).nodes.count;
  flat.nodes.reserve(count);
  flat.side.vertices.reserve(count);
  flat.side.operands.reserve(2 * count);
  std::vector<GraphId> seen;
  const auto add_graph = [&](GraphId id, auto& self) -> void {
    // Two calls of one lowered graph share its nodes.
    if (std::find(seen.begin(), seen.end(), id) != seen.end()) return;
    seen.push_back(id);
    const Range range = program.graph(id).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const Part part = correspondence.part[i];
      if (part == Part::vertex) add_vertex(NodeId(i), labels, flat);
      if (part == Part::call) {
        const std::uint32_t delegate = correspondence.delegate[i];
        self(correspondence.delegates[delegate].at.lowered, self);
      }
    }
  };
  add_graph(graph, add_graph);
  for (std::size_t v = 0; v < flat.nodes.size(); ++v) {
    const auto operands = program.operands(flat.nodes[v]);
    Vertex& vertex = flat.side.vertices[v];
    vertex.first_operand =
        static_cast<std::uint32_t>(flat.side.operands.size());
    vertex.operand_count = static_cast<std::uint32_t>(operands.size());
    for (const NodeId operand : operands) {
      const NodeId source = resolve(program, correspondence, operand);
      flat.side.operands.push_back(source ? flat.vertex(source) : no_vertex);
    }
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
        const std::int64_t position = correspondence.index[i];
        if (position < 0 ||
            static_cast<std::size_t>(position) >= delegate.visible.size()) {
          return {};
        }
        operand = delegate.visible[static_cast<std::size_t>(position)];
        break;
      }
      case Part::fed: {
        const NewDelegate& delegate = correspondence.delegates[index];
        const auto position =
            static_cast<std::size_t>(correspondence.index[i]) + 1;
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
