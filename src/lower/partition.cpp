#include "lower/partition.h"

#include <utility>

#include "ir/users.h"
#include "lower/boundary.h"
#include "lower/order.h"
#include "lower/tags.h"

namespace metagate {
namespace {

void find_in_graph(const GraphWork& work) {
  Partitions& out = work.out;
  collect_partitions(work.program, work.graph, work.tags, out, work.problems);
  const auto count = static_cast<std::uint32_t>(out.list.size() - work.first);
  out.of_graph[work.graph.index()] = {static_cast<std::uint32_t>(work.first),
                                      count};
  if (count == 0) return;
  take_bodies(work);
  take_elements(work);
  find_constants(work);
  find_boundaries(work);
  Result<std::vector<Slot>> order =
      order_of(work.program, work.users, work.graph, out);
  if (order) {
    out.order[work.graph.index()] = *std::move(order);
  } else {
    for (const Problem& problem : order.error()) {
      work.problems.push_back(problem);
    }
  }
}

}  // namespace

Result<Partitions> find_partitions(const Program& program,
                                   const GraphTree& tree) {
  const std::size_t graphs = program.graphs().size();
  Partitions out;
  out.home.assign(program.nodes().size(), no_partition);
  out.moves_with.assign(graphs, no_partition);
  out.is_copied_outside.assign(program.nodes().size(), false);
  out.of_graph.resize(graphs);
  out.order.resize(graphs);
  const Users users(program);
  TagReader tags(program);
  Problems problems;
  for (const GraphId graph : tree.outside) {
    if (out.moves_with[graph.index()] != no_partition) continue;
    find_in_graph(
        {program, users, tree, graph, out.list.size(), tags, out, problems});
  }
  if (!problems.empty()) return problems;
  return out;
}

}  // namespace metagate
