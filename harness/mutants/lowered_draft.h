// A draft of a lowered program, seen as what is in it: for damages that look
// for a place.
#pragma once

#include <vector>

#include "ir/draft.h"

namespace metagate {

// A delegate that the program before has not.
struct DraftDelegate {
  NodeId call;
  NodeId get_attr;
  GraphId outer;
  GraphId lowered;
  std::vector<NodeId> getitems;  // in the order of the graph
};

[[nodiscard]] std::vector<DraftDelegate> new_delegates(const Program& before,
                                                       const Draft& after);

// All delegate calls outside delegates, new ones and old ones, in order.
[[nodiscard]] std::vector<NodeId> delegate_calls(const Draft& after);

// Calls outside all delegates that are neither delegate calls nor read one, in
// the top graph and in bodies.
[[nodiscard]] std::vector<NodeId> outside_calls(const Draft& after);

// Calls in the lowered graph of a delegate.
[[nodiscard]] std::vector<NodeId> inside_calls(const Draft& after,
                                               const DraftDelegate& delegate);

[[nodiscard]] NodeId output_of(const Draft& draft, GraphId graph);

// The nodes of its graph that use a node.
[[nodiscard]] std::vector<NodeId> users_of(const Draft& draft, NodeId node);

}  // namespace metagate
