#include "lower/reference.h"

#include <algorithm>
#include <utility>

#include "lower/emitter.h"
#include "lower/graph_tree.h"
#include "lower/partition.h"

namespace metagate {
namespace {

// Is there a tag, or a transient key, in a graph that is in no delegate?
bool has_work(const Program& program, const GraphTree& tree,
              const TransientKeys& transient) {
  return std::any_of(
      tree.outside.begin(), tree.outside.end(), [&](GraphId graph) {
        const Range range = program.graph(graph).nodes;
        for (std::uint32_t i = 0; i < range.count; ++i) {
          for (const MetaEntry& entry : program.meta(NodeId(range.first + i))) {
            if (entry.key == known::delegation_tag) return true;
            if (transient.contains(entry.key)) return true;
          }
        }
        return false;
      });
}

}  // namespace

Result<Program> lower_reference(const Program& program,
                                const HandOvers& hand_overs) {
  const GraphTree tree(program);
  const TransientKeys transient(program.store());
  if (!has_work(program, tree, transient)) return program;
  Result<Partitions> partitions = find_partitions(program, tree);
  if (!partitions) return partitions.error();
  return Emitter(program, tree, *partitions, hand_overs, transient).build();
}

Lowering lowering_with(HandOvers hand_overs) {
  return [hand_overs = std::move(hand_overs)](const Program& program) {
    return lower_reference(program, hand_overs);
  };
}

}  // namespace metagate
