// Faults of the boundary of new delegates: a getitem that reads the wrong
// output, a call that is fed the wrong operand, a lowered graph that returns
// the wrong node.
//
// Such a fault would look like many: every user behind it takes something else
// than it took. So the users are asked first: where all users of a getitem (or
// of a placeholder) agree that it stands for another node than its index (or
// its operand) says, then the index is wrong, and not the users.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/correspondence.h"
#include "check/tags.h"
#include "ir/users.h"

namespace metagate {

struct BoundaryFault {
  std::string_view rule;
  NodeId at;  // after
  std::string detail;
};

struct Boundary {
  std::vector<BoundaryFault> faults;
  // By index of the delegate, then of the output: does a getitem read it?
  std::vector<std::vector<bool>> is_read;
};

// Sets `stands_for` of the getitems and fed placeholders of new delegates.
[[nodiscard]] Boundary judge_boundaries(const Program& before,
                                        const Program& after,
                                        const Users& users_after,
                                        const Tags& tags_before,
                                        Correspondence& correspondence);

// Is that node before an output of a new delegate that no getitem reads? That
// is `shape-index`, and users that take something else follow from it.
[[nodiscard]] bool is_unread(const Program& after,
                             const Correspondence& correspondence,
                             const Boundary& boundary, NodeId before);

// The node before whose value `operand` carries, seen by any node after.
[[nodiscard]] NodeId value_of(const Program& after,
                              const Correspondence& correspondence,
                              NodeId operand);

// What operand `position` of the node after was before: none where the node was
// not matched, or had no such operand.
[[nodiscard]] NodeId expected_operand(const Program& before,
                                      const Correspondence& correspondence,
                                      const Use& use);

}  // namespace metagate
