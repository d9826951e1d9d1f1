// Nodes after that share one meta dict, and did not share it before.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "check/correspondence.h"
#include "ir/program.h"

namespace metagate {

struct SharedMeta {
  struct Group {
    std::vector<NodeId> nodes;  // in graph order, two or more
    NodeId rightful;            // whose dict it seems to be, none where that
                                // cannot be told; set by
                                // drop_what_sharing_explains
  };
  std::vector<Group> groups;
  std::unordered_map<NodeId, std::uint32_t> group_of;

  // Does the dict of this node belong to another one?
  [[nodiscard]] bool is_borrowed(NodeId node) const;
};

[[nodiscard]] SharedMeta find_shared_meta(const Program& before,
                                          const Program& after,
                                          const Correspondence& correspondence);

}  // namespace metagate
