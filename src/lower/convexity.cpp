#include "lower/convexity.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "ir/store.h"

namespace metagate {
namespace {

class Explainer {
 public:
  Explainer(const Program& program, const Users& users, GraphId graph,
            const Partitions& partitions)
      : program_(program),
        users_(users),
        graph_(graph),
        partitions_(partitions),
        here_(partitions.of_graph[graph.index()]) {}

  Problems run() {
    Problems problems;
    for (std::uint32_t p = here_.first; p < here_.first + here_.count; ++p) {
      const std::vector<NodeId> path = way_back(p);
      if (path.empty()) continue;
      problems.push_back(
          {.message = fmt::format("partition `{}` of graph `{}` is not convex: "
                                  "{} leaves it and comes back",
                                  tag(p), graph_name(), words(path)),
           .code = "non-convex"});
    }
    if (problems.empty()) problems.push_back(circle());
    return problems;
  }

 private:
  [[nodiscard]] std::uint32_t home(NodeId node) const {
    return partitions_.home[node.index()];
  }
  [[nodiscard]] std::string tag(std::uint32_t partition) const {
    const Store& store = program_.store();
    return followed(store.tree(partitions_.list[partition].tag), store).text;
  }
  [[nodiscard]] std::string_view graph_name() const {
    return program_.text(program_.graph(graph_).name);
  }
  [[nodiscard]] std::string words(const std::vector<NodeId>& path) const {
    std::vector<std::string> names;
    for (const NodeId node : path) {
      names.push_back(fmt::format("`{}`", program_.name(node)));
    }
    return fmt::format("{}", fmt::join(names, " -> "));
  }

  // A shortest path out of a partition and back into it; empty if there is
  // none.
  [[nodiscard]] std::vector<NodeId> way_back(std::uint32_t partition) const {
    std::vector<NodeId> from(program_.nodes().size());
    std::deque<NodeId> queue;
    const auto reach = [&](NodeId node, NodeId user) {
      if (from[user.index()]) return;
      from[user.index()] = node;
      queue.push_back(user);
    };
    for (const NodeId node : partitions_.list[partition].nodes) {
      for (const Use& use : users_.of(node)) {
        if (home(use.user) != partition) reach(node, use.user);
      }
    }
    while (!queue.empty()) {
      const NodeId node = queue.front();
      queue.pop_front();
      for (const Use& use : users_.of(node)) {
        if (home(use.user) != partition) {
          reach(node, use.user);
          continue;
        }
        std::vector<NodeId> path = {use.user};
        for (NodeId at = node; at; at = from[at.index()]) path.push_back(at);
        std::reverse(path.begin(), path.end());
        return path;
      }
    }
    return {};
  }

  // Partitions that need each other, found by following from partition to
  // partition what stands in the way.
  [[nodiscard]] Problem circle() const {
    std::vector<std::vector<std::uint32_t>> needs(partitions_.list.size());
    const std::uint32_t end = here_.first + here_.count;
    for (std::uint32_t p = here_.first; p < end; ++p) needs[p] = needed_by(p);
    for (std::uint32_t p = here_.first; p < end; ++p) {
      const std::vector<std::uint32_t> path = way_round(p, needs);
      if (path.empty()) continue;
      std::vector<std::string> tags;
      for (const std::uint32_t step : path) {
        tags.push_back(fmt::format("`{}`", tag(step)));
      }
      return {.message = fmt::format("partitions of graph `{}` need each "
                                     "other's results: {}",
                                     graph_name(), fmt::join(tags, " -> ")),
              .code = "cyclic-partitions"};
    }
    return {.message = fmt::format("graph `{}` uses nodes before they are "
                                   "defined",
                                   graph_name()),
            .code = "non-convex"};
  }

  // The partitions whose results reach this one, through nodes outside.
  [[nodiscard]] std::vector<std::uint32_t> needed_by(
      std::uint32_t partition) const {
    std::vector<std::uint32_t> found;
    std::vector<bool> seen(program_.nodes().size(), false);
    std::vector<NodeId> stack = partitions_.list[partition].nodes;
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      for (const NodeId operand : program_.operands(node)) {
        if (seen[operand.index()]) continue;
        seen[operand.index()] = true;
        const std::uint32_t from = home(operand);
        if (from == no_partition) {
          stack.push_back(operand);
        } else if (from != partition &&
                   program_.node(operand).op != Op::placeholder) {
          found.push_back(from);
        }
      }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // A shortest way from a partition over those it needs back to itself.
  static std::vector<std::uint32_t> way_round(
      std::uint32_t start,
      const std::vector<std::vector<std::uint32_t>>& needs) {
    std::vector<std::uint32_t> from(needs.size(), no_partition);
    std::deque<std::uint32_t> queue = {start};
    while (!queue.empty()) {
      const std::uint32_t at = queue.front();
      queue.pop_front();
      for (const std::uint32_t next : needs[at]) {
        if (next == start) {
          std::vector<std::uint32_t> path = {start};
          for (std::uint32_t p = at; p != start; p = from[p]) path.push_back(p);
          path.push_back(start);
          return path;
        }
        if (from[next] != no_partition) continue;
        from[next] = at;
        queue.push_back(next);
      }
    }
    return {};
  }

  const Program& program_;
  const Users& users_;
  const GraphId graph_;
  const Partitions& partitions_;
  const Range here_;  // the graph's partitions
};

}  // namespace

Problems explain_cycle(const Program& program, const Users& users,
                       GraphId graph, const Partitions& partitions) {
  return Explainer(program, users, graph, partitions).run();
}

}  // namespace metagate
