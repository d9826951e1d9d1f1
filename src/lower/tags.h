// Which nodes of a graph are tagged, by what, and may be.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "ir/program.h"
#include "lower/partition.h"

namespace metagate {

// Tells tags from what is none, and equal ones from others, without looking at
// a value twice.
class TagReader {
 public:
  explicit TagReader(const Program& program) : program_(program) {}

  // The tag of a node: a value that is a text, and not empty, or none.
  [[nodiscard]] ValueId of(NodeId node);
  // The same, but none where a tag is stale because of what the node is.
  [[nodiscard]] ValueId live(NodeId node);
  [[nodiscard]] bool same(ValueId a, ValueId b) const;
  [[nodiscard]] std::string text(ValueId tag) const;

 private:
  const Program& program_;
  std::unordered_map<std::uint64_t, bool> is_tag_;  // by hash
};

// Adds the partitions of one graph to `out`, in the order of their first nodes,
// with `graph`, `tag` and `nodes`, and says of these and of the constants that
// they own where their home is.
void collect_partitions(const Program& program, GraphId graph, TagReader& tags,
                        Partitions& out, Problems& problems);

}  // namespace metagate
