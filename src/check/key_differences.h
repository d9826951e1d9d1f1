// Where the meta of a node after is not what its counterpart owes it, key by
// key. The rules `getitem-`, `outside-` and `inside-` read this list; what a
// shared dict explains is not in it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "check/check.h"
#include "check/correspondence.h"
#include "check/key_table.h"
#include "check/shared_meta.h"
#include "ir/equality.h"

namespace metagate {

enum class What : std::uint8_t { lost, changed, leaked };

struct KeyDifference {
  NodeId node;  // after
  NodeId from;  // before
  What what;
  std::string_view key;
  ValueId expected;  // before; none for leaked
  ValueId got;       // after; none for lost
};

struct KeyDifferences {
  std::vector<KeyDifference> list;  // in node order
  std::uint64_t compared = 0;       // single key comparisons
};

[[nodiscard]] KeyDifferences compare_keys(const Program& before,
                                          const Program& after,
                                          const Correspondence& correspondence,
                                          const KeyTable& keys,
                                          const Equality& equal, Step step);

// Drops what follows from two nodes sharing a dict: it can be right for one of
// them only, and that is the one with the fewest differences (`rightful`).
void drop_what_sharing_explains(const Correspondence& correspondence,
                                SharedMeta& shared,
                                KeyDifferences& differences);

}  // namespace metagate
