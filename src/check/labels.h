// What a node does, as a hash: the label under which the matching sees it.
#pragma once

#include <span>
#include <vector>

#include "base/hash.h"
#include "check/graph_match.h"
#include "ir/program.h"

namespace metagate {

// The labels of one program's nodes. Labels of two programs can be compared.
class Labels {
 public:
  explicit Labels(const Program& program) : program_(program) {}

  // Label and kind of a node; its operands are filled in by the caller. All
  // placeholders have one label, and so have all output nodes. The name of a
  // module is no part of what a get_attr or call_module of a graph does.
  [[nodiscard]] Vertex vertex_of(NodeId node);

 private:
  const Hash128& hash_of(Symbol target);

  const Program& program_;
  std::vector<Hash128> targets_;  // by symbol, as far as asked for
  std::vector<bool> is_known_;
};

[[nodiscard]] Hash128 combine(std::span<const Hash128> parts);

}  // namespace metagate
