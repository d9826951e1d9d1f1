#include "check/anchors.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "check/entries.h"

namespace metagate {
namespace {

using Constant = std::pair<InputKind, std::string_view>;

class Finder {
 public:
  Finder(const Program& before, const Flat& flat_before, const Program& after,
         const Flat& flat_after)
      : before_(before),
        flat_before_(flat_before),
        after_(after),
        flat_after_(flat_after) {}

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
    if (vertex == no_vertex || !taken_.insert(a).second) return;
    anchors_.push_back({flat_before_.vertex(b), vertex});
    used_.insert(b);
  }

  void read_constants(GraphId graph) {
    for (const auto& [node, spec] : placeholder_specs(before_, graph)) {
      if (spec == nullptr || !spec->target || !is_constant(spec->kind)) {
        continue;
      }
      constants_.emplace(Constant{spec->kind, before_.text(spec->target)},
                         node);
    }
  }

  void match_constants(GraphId graph) {
    for (const auto& [node, spec] : placeholder_specs(after_, graph)) {
      if (spec == nullptr || !spec->target) continue;
      const auto found =
          constants_.find({spec->kind, after_.text(spec->target)});
      if (found != constants_.end()) add(found->second, node);
    }
  }

  // An owned constant whose entry has another kind is still that constant.
  void match_by_target(const NewDelegate& delegate) {
    for (const auto& [node, spec] :
         placeholder_specs(after_, delegate.at.lowered)) {
      if (spec == nullptr || !spec->target || taken_.contains(node)) continue;
      for (const auto& [constant, b] : constants_) {
        if (constant.second != after_.text(spec->target)) continue;
        add(b, node);
        break;
      }
    }
  }

  void match_rest(const GraphPair& pair) {
    std::vector<NodeId> rest_before;
    std::vector<NodeId> rest_after;
    for (const auto& [b, spec] : placeholder_specs(before_, pair.before)) {
      if (!used_.contains(b)) rest_before.push_back(b);
    }
    for (const auto& [a, spec] : placeholder_specs(after_, pair.after)) {
      if (!taken_.contains(a)) rest_after.push_back(a);
    }
    if (rest_before.size() == rest_after.size()) {
      for (std::size_t i = 0; i < rest_before.size(); ++i) {
        add(rest_before[i], rest_after[i]);
      }
      return;
    }
    for (const NodeId b : rest_before) {
      for (const NodeId a : rest_after) {
        if (!taken_.contains(a) && before_.name(b) == after_.name(a)) {
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
  std::map<Constant, NodeId> constants_;
  std::unordered_set<NodeId> taken_;
  std::unordered_set<NodeId> used_;
  std::vector<Anchor> anchors_;
};

// The targets of the mutations in a signature.
std::unordered_set<std::string_view> mutations_of(const Program& program,
                                                  GraphId graph) {
  std::unordered_set<std::string_view> targets;
  if (const auto& signature = program.graph(graph).signature) {
    for (const OutputSpec& spec : signature->outputs) {
      if (spec.kind == OutputKind::buffer_mutation && spec.target) {
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
    if (i < count && spec.kind == OutputKind::buffer_mutation && spec.target &&
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
