#include "check/delegate_pairs.h"

#include <string_view>
#include <unordered_map>

#include "check/labels.h"

namespace metagate {
namespace {

// Hashes what a program computes, with every delegate computed through: the
// value of a node does not depend on what is delegated.
class Values {
 public:
  explicit Values(const Program& program)
      : program_(program), labels_(program) {
    for (const Delegate& delegate : delegates_of(program)) {
      lowered_.emplace(delegate.call, delegate.lowered);
    }
  }

  // What the operands of a delegate's call are.
  Hash128 fed(const Delegate& delegate) {
    graph(delegate.outer);
    std::vector<Hash128> parts;
    for (const NodeId operand : program_.operands(delegate.call)) {
      if (operand != delegate.get_attr) parts.push_back(value(operand));
    }
    return combine(parts);
  }

  // What a lowered graph computes of any inputs.
  Hash128 lowered(GraphId id) {
    std::unordered_map<NodeId, Hash128> inner;
    Hash128 bag;
    const Range range = program_.graph(id).nodes;
    std::uint64_t inputs_seen = 0;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const NodeId node(i);
      std::vector<Hash128> parts = {labels_.vertex_of(node).label};
      if (program_.node(node).op == Op::placeholder) {
        parts.push_back({inputs_seen++, 1});
      }
      for (const NodeId operand : program_.operands(node)) {
        parts.push_back(inner[operand]);
      }
      inner[node] = combine(parts);
      bag += inner[node];
    }
    return bag;
  }

 private:
  Hash128 value(NodeId node) {
    const auto found = values_.find(node);
    return found == values_.end() ? Hash128{} : found->second;
  }

  void graph(GraphId id) {
    if (!seen_.emplace(id, true).second) return;
    std::unordered_map<NodeId, Hash128> constants;
    if (const auto& signature = program_.graph(id).signature) {
      for (const InputSpec& spec : signature->inputs) {
        if (!spec.arg || !spec.target) continue;
        constants.emplace(spec.arg, hash_bytes(program_.text(spec.target), 1));
      }
    }
    std::uint64_t inputs = 0;
    const Range range = program_.graph(id).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const NodeId node(i);
      if (program_.node(node).op == Op::placeholder) {
        const auto constant = constants.find(node);
        values_[node] = constant != constants.end() ? constant->second
                                                    : Hash128{inputs++, 2};
      } else {
        values_[node] = computed(node);
      }
    }
  }

  Hash128 computed(NodeId node) {
    const auto operands = program_.operands(node);
    if (const auto call = lowered_.find(node); call != lowered_.end()) {
      feed(call->second, operands.subspan(1));
    }
    if (operands.size() == 1) {
      if (const auto call = lowered_.find(operands[0]);
          call != lowered_.end()) {
        const auto index = index_of_getitem(program_, node);
        const LoweredOutputs outputs = outputs_of(program_, call->second);
        if (index && *index >= 0 &&
            static_cast<std::size_t>(*index) < outputs.visible.size()) {
          return value(outputs.visible[static_cast<std::size_t>(*index)]);
        }
      }
    }
    std::vector<Hash128> parts = {labels_.vertex_of(node).label};
    for (const NodeId operand : operands) parts.push_back(value(operand));
    return combine(parts);
  }

  void feed(GraphId id, std::span<const NodeId> operands) {
    if (!seen_.emplace(id, true).second) return;
    const LoweredInputs inputs = inputs_of(program_, id);
    for (std::size_t i = 0; i < inputs.fed.size() && i < operands.size(); ++i) {
      values_[inputs.fed[i]] = value(operands[i]);
    }
    if (const auto& signature = program_.graph(id).signature) {
      for (const InputSpec& spec : signature->inputs) {
        if (!spec.arg || !spec.target) continue;
        values_[spec.arg] = hash_bytes(program_.text(spec.target), 1);
      }
    }
    const Range range = program_.graph(id).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const NodeId node(i);
      if (program_.node(node).op == Op::placeholder) continue;
      values_[node] = computed(node);
    }
  }

  const Program& program_;
  Labels labels_;
  std::unordered_map<NodeId, GraphId> lowered_;
  std::unordered_map<NodeId, Hash128> values_;
  std::unordered_map<GraphId, bool> seen_;
};

struct Candidate {
  Hash128 lowered;
  Hash128 fed;
  std::string_view backend;
  std::string_view graph;
  bool is_taken = false;
};

std::vector<Candidate> candidates(const Program& program,
                                  std::span<const Delegate> delegates) {
  Values values(program);
  std::vector<Candidate> out;
  for (const Delegate& delegate : delegates) {
    out.push_back(
        {.lowered = values.lowered(delegate.lowered),
         .fed = values.fed(delegate),
         .backend = program.text(delegate.backend),
         .graph = program.text(program.graph(delegate.lowered).name)});
  }
  return out;
}

using Agree = bool (*)(const Candidate&, const Candidate&);

// From the most that two delegates can have in common to the least.
constexpr Agree steps[] = {
    [](const Candidate& b, const Candidate& a) {
      return b.lowered == a.lowered && b.fed == a.fed &&
             b.backend == a.backend && b.graph == a.graph;
    },
    [](const Candidate& b, const Candidate& a) {
      return b.lowered == a.lowered && b.fed == a.fed && b.backend == a.backend;
    },
    [](const Candidate& b, const Candidate& a) {
      return b.lowered == a.lowered && b.backend == a.backend &&
             b.graph == a.graph;
    },
    [](const Candidate& b, const Candidate& a) {
      return b.backend == a.backend && b.graph == a.graph;
    },
    [](const Candidate& b, const Candidate& a) {
      return b.lowered == a.lowered && b.backend == a.backend;
    },
};

}  // namespace

std::vector<DelegatePair> pair_delegates(
    const Program& before, std::span<const Delegate> delegates_before,
    const Program& after, std::span<const Delegate> delegates_after) {
  std::vector<DelegatePair> pairs;
  if (delegates_before.empty() || delegates_after.empty()) return pairs;
  std::vector<Candidate> in_before = candidates(before, delegates_before);
  std::vector<Candidate> in_after = candidates(after, delegates_after);
  for (const Agree agree : steps) {
    for (std::size_t b = 0; b < in_before.size(); ++b) {
      if (in_before[b].is_taken) continue;
      for (std::size_t a = 0; a < in_after.size(); ++a) {
        if (in_after[a].is_taken || !agree(in_before[b], in_after[a])) {
          continue;
        }
        in_before[b].is_taken = in_after[a].is_taken = true;
        pairs.push_back({delegates_before[b], delegates_after[a]});
        break;
      }
    }
  }
  return pairs;
}

}  // namespace metagate
