// The partitions of the program before, and where their nodes are now.
#pragma once

#include <cstdint>
#include <vector>

#include "check/correspondence.h"
#include "check/tags.h"
#include "ir/program.h"

namespace metagate {

struct TaggedPartition {
  std::vector<NodeId> nodes;      // before, in graph order
  std::vector<NodeId> constants;  // placeholders with the tag
  // The new delegate that holds most of it, between equals the one where more
  // of it has the tag; or no_delegate.
  std::uint32_t owner = no_delegate;
};

class TaggedPartitions {
 public:
  // The tags inside a delegate are those it was cut by: they make none.
  TaggedPartitions(const Program& before, const Program& after,
                   const Tags& tags, const Correspondence& correspondence);

  // By graph and tag, in the order of their first nodes.
  [[nodiscard]] const std::vector<TaggedPartition>& list() const {
    return list_;
  }

  // The partition of a node before, or nullptr.
  [[nodiscard]] const TaggedPartition* of(NodeId before) const;

 private:
  static constexpr std::uint32_t no_place = 0xffffffff;

  std::vector<std::uint32_t> place_;  // by node before: in `list_`
  std::vector<TaggedPartition> list_;
};

// Is a node after in a new delegate that is not its partition's: untagged
// before, or tagged for another? Placeholders and get_attrs are in no partition
// of their own, nor is the reader of an element of a list in the same delegate.
[[nodiscard]] bool is_misplaced(const Program& after,
                                const Correspondence& correspondence,
                                const TaggedPartitions& partitions,
                                NodeId node);

}  // namespace metagate
