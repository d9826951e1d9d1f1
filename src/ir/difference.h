// Where two programs first differ as they are written: two without a difference
// give equal bytes (json/write.h), whatever their ids and stores. This is no
// Equality: names count, and the order of keys, and which objects are shared.
#pragma once

#include <optional>
#include <string>

#include "ir/program.h"

namespace metagate {

struct Difference {
  // Of the first program; none where a graph, or the whole program, differs.
  GraphId graph;
  NodeId node;
  std::string key;   // of meta; empty where it is about none
  std::string says;  // "is `a`, and `b` in the other"; no full stop
};

// In the order in which a program is written. The stage does not count.
[[nodiscard]] std::optional<Difference> first_difference(const Program& one,
                                                         const Program& other);

}  // namespace metagate
