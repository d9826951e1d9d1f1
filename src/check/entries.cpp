#include "check/entries.h"

#include <algorithm>

namespace metagate {
namespace {

bool name_each_once(const std::vector<PlaceholderSpec>& placeholders,
                    const std::vector<InputSpec>& specs) {
  if (placeholders.size() != specs.size()) return false;
  std::vector<NodeId> named;
  named.reserve(specs.size());
  for (const InputSpec& spec : specs) named.push_back(spec.arg);
  std::sort(named.begin(), named.end());
  return std::equal(named.begin(), named.end(), placeholders.begin(),
                    [](NodeId node, const PlaceholderSpec& placeholder) {
                      return node == placeholder.placeholder;
                    });
}

}  // namespace

std::vector<PlaceholderSpec> placeholder_specs(const Program& program,
                                               GraphId graph) {
  std::vector<PlaceholderSpec> out;
  const auto& signature = program.graph(graph).signature;
  if (signature) out.reserve(signature->inputs.size());
  const Range range = program.graph(graph).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    if (program.node(NodeId(i)).op == Op::placeholder) {
      out.push_back({NodeId(i), nullptr});
    }
  }
  if (!signature) return out;
  const std::vector<InputSpec>& specs = signature->inputs;
  // The usual case: each in its place.
  const auto names = [](const InputSpec& spec, const PlaceholderSpec& p) {
    return spec.arg == p.placeholder;
  };
  if (std::equal(specs.begin(), specs.end(), out.begin(), out.end(), names)) {
    for (std::size_t i = 0; i < specs.size(); ++i) out[i].spec = &specs[i];
    return out;
  }
  if (out.size() == specs.size() && !name_each_once(out, specs)) {
    for (std::size_t i = 0; i < specs.size(); ++i) out[i].spec = &specs[i];
    return out;
  }
  // Placeholders stand in node order: find each by its id.
  for (const InputSpec& spec : specs) {
    const auto found =
        std::lower_bound(out.begin(), out.end(), spec.arg,
                         [](const PlaceholderSpec& p, NodeId node) {
                           return p.placeholder < node;
                         });
    if (found != out.end() && found->placeholder == spec.arg &&
        found->spec == nullptr) {
      found->spec = &spec;
    }
  }
  return out;
}

const OutputSpec* output_spec(const Signature& signature,
                              std::span<const NodeId> returned, std::size_t i) {
  const std::vector<OutputSpec>& specs = signature.outputs;
  // The usual case: the one in its place names it.
  if (specs.size() == returned.size() && specs[i].arg == returned[i]) {
    return &specs[i];
  }
  const auto names = [&](NodeId node) {
    return std::count_if(
        specs.begin(), specs.end(),
        [&](const OutputSpec& spec) { return spec.arg == node; });
  };
  const auto returns = [&](NodeId node) {
    return std::count(returned.begin(), returned.end(), node);
  };
  const bool one_to_one =
      specs.size() == returned.size() &&
      std::all_of(returned.begin(), returned.end(), [&](NodeId node) {
        return names(node) == 1 && returns(node) == 1;
      });
  if (specs.size() == returned.size() && !one_to_one) return &specs[i];
  for (const OutputSpec& spec : specs) {
    if (spec.arg == returned[i]) return &spec;
  }
  return nullptr;
}

NodeId mutation_before(const Program& before, GraphId graph,
                       std::string_view target) {
  const auto& signature = before.graph(graph).signature;
  if (!signature) return {};
  for (const OutputSpec& spec : signature->outputs) {
    if (spec.kind == OutputKind::buffer_mutation && spec.target &&
        before.text(spec.target) == target) {
      return spec.arg;
    }
  }
  return {};
}

}  // namespace metagate
