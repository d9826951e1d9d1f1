#include "check/anchors.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "check/entries.h"

namespace metagate {
namespace {

// A constant of the graph before.
struct Constant {
  InputKind kind;
  std::string_view target;
  NodeId node;
};

bool comes_before(const Constant& a, const Constant& b) {
  return std::tie(a.kind, a.target) < std::tie(b.kind, b.target);
}

class Finder {
 public:
  Finder(const Program& before, const Flat& flat_before, const Program& after,
         const Flat& flat_after)
      : before_(before),
        flat_before_(flat_before),
        after_(after),
        flat_after_(flat_after),
        is_taken_(flat_after.nodes.size(), false),
        is_used_(flat_before.nodes.size(), false) {}

  void inputs(const GraphPair& pair, const Correspondence& correspondence) {
    read_constants(pair.before);
    match_constants(pair.after);
    for (const NewDelegate& delegate : correspondence.delegates) {
      if (delegate.at.outer == pair.after) {
        match_constants(delegate.at.lowered);
        match_by_target(delegate);
      }
    }
    match_rest(pair);
  }

  void output(const GraphPair& pair) {
    const NodeId b = before_.output_of(pair.before);
    const NodeId a = after_.output_of(pair.after);
    if (b && a) add(b, a);
  }

  std::vector<Anchor> take() { return std::move(anchors_); }

 private:
  void add(NodeId b, NodeId a) {
    const std::int32_t vertex = flat_after_.vertex(a);
    if (vertex == no_vertex || is_taken(a)) return;
    is_taken_[static_cast<std::size_t>(vertex)] = true;
    anchors_.push_back({flat_before_.vertex(b), vertex});
    is_used_[static_cast<std::size_t>(flat_before_.vertex(b))] = true;
  }

  bool is_taken(NodeId a) const {
    const std::int32_t vertex = flat_after_.vertex(a);
    return vertex != no_vertex && is_taken_[static_cast<std::size_t>(vertex)];
  }
  bool is_used(NodeId b) const {
    return is_used_[static_cast<std::size_t>(flat_before_.vertex(b))];
  }

  // The first of several of one kind and target comes first.
  void read_constants(GraphId graph) {
    for (const auto& [node, spec] : placeholder_specs(before_, graph)) {
      if (spec == nullptr || !spec->target || !is_constant(spec->kind)) {
        continue;
      }
      constants_.push_back({spec->kind, before_.text(spec->target), node});
    }
    std::stable_sort(constants_.begin(), constants_.end(), comes_before);
  }

  void match_constants(GraphId graph) {
    if (constants_.empty()) return;
    for (const auto& [node, spec] : placeholder_specs(after_, graph)) {
      if (spec == nullptr || !spec->target) continue;
      const Constant wanted{spec->kind, after_.text(spec->target), {}};
      const auto found = std::lower_bound(constants_.begin(), constants_.end(),
                                          wanted, comes_before);
      if (found == constants_.end() || comes_before(wanted, *found)) continue;
      add(found->node, node);
    }
  }

  // An owned constant whose entry has another kind is still that constant.
  void match_by_target(const NewDelegate& delegate) {
    if (constants_.empty()) return;
    for (const auto& [node, spec] :
         placeholder_specs(after_, delegate.at.lowered)) {
      if (spec == nullptr || !spec->target || is_taken(node)) continue;
      for (const Constant& constant : constants_) {
        if (constant.target != after_.text(spec->target)) continue;
        add(constant.node, node);
        break;
      }
    }
  }

  void match_rest(const GraphPair& pair) {
    std::vector<NodeId> rest_before;
    std::vector<NodeId> rest_after;
    for (const auto& [b, spec] : placeholder_specs(before_, pair.before)) {
      if (!is_used(b)) rest_before.push_back(b);
    }
    for (const auto& [a, spec] : placeholder_specs(after_, pair.after)) {
      if (!is_taken(a)) rest_after.push_back(a);
    }
    if (rest_before.size() == rest_after.size()) {
      for (std::size_t i = 0; i < rest_before.size(); ++i) {
        add(rest_before[i], rest_after[i]);
      }
      return;
    }
    for (const NodeId b : rest_before) {
      for (const NodeId a : rest_after) {
        if (!is_taken(a) && before_.name(b) == after_.name(a)) {
          add(b, a);
          break;
        }
      }
    }
  }

  const Program& before_;
  const Flat& flat_before_;
  const Program& after_;
  const Flat& flat_after_;
  std::vector<Constant> constants_;  // by kind, then target
  std::vector<bool> is_taken_;       // by vertex after
  std::vector<bool> is_used_;        // by vertex before
  std::vector<Anchor> anchors_;
};

bool is_mutation(const OutputSpec& spec) {
  return spec.kind == OutputKind::buffer_mutation && spec.target;
}

bool has_mutations(const Program& program, GraphId graph) {
  const auto& signature = program.graph(graph).signature;
  return signature && std::any_of(signature->outputs.begin(),
                                  signature->outputs.end(), is_mutation);
}

// The targets of the mutations in a signature.
std::unordered_set<std::string_view> mutations_of(const Program& program,
                                                  GraphId graph) {
  std::unordered_set<std::string_view> targets;
  if (const auto& signature = program.graph(graph).signature) {
    for (const OutputSpec& spec : signature->outputs) {
      if (is_mutation(spec)) {
        targets.insert(program.text(spec.target));
      }
    }
  }
  return targets;
}

}  // namespace

std::vector<Anchor> find_anchors(const Program& before, const Flat& flat_before,
                                 const Program& after, const Flat& flat_after,
                                 const GraphPair& pair,
                                 const Correspondence& correspondence) {
  Finder finder(before, flat_before, after, flat_after);
  finder.inputs(pair, correspondence);
  finder.output(pair);
  return finder.take();
}

std::vector<std::uint32_t> kept_outputs(const Program& before,
                                        const Program& after,
                                        const GraphPair& pair,
                                        const Correspondence& correspondence) {
  std::vector<std::uint32_t> kept;
  const NodeId output_before = before.output_of(pair.before);
  if (output_before.is_none()) return kept;
  const auto count =
      static_cast<std::uint32_t>(before.operands(output_before).size());
  if (!has_mutations(before, pair.before)) {
    for (std::uint32_t i = 0; i < count; ++i) kept.push_back(i);
    return kept;
  }
  std::unordered_set<std::string_view> inside;
  for (const NewDelegate& delegate : correspondence.delegates) {
    if (delegate.at.outer != pair.after) continue;
    inside.merge(mutations_of(after, delegate.at.lowered));
  }
  const NodeId output_after = after.output_of(pair.after);
  const auto outside = mutations_of(after, pair.after);
  const auto& signature = before.graph(pair.before).signature;
  // Mutations that the program does not name any more.
  std::vector<std::uint32_t> missing;
  for (std::uint32_t i = 0; signature && i < signature->outputs.size(); ++i) {
    const OutputSpec& spec = signature->outputs[i];
    if (i < count && is_mutation(spec) &&
        !outside.contains(before.text(spec.target))) {
      missing.push_back(i);
    }
  }
  const std::size_t left =
      output_after ? after.operands(output_after).size() : count;
  const bool all_consumed = count - missing.size() == left;
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool is_missing =
        left < count &&
        std::find(missing.begin(), missing.end(), i) != missing.end();
    const bool is_consumed =
        is_missing &&
        (all_consumed ||
         inside.contains(before.text(signature->outputs[i].target)));
    if (!is_consumed) kept.push_back(i);
  }
  return kept;
}

}  // namespace metagate
