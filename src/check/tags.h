// The tags of a program's nodes: their `delegation_tag`, where that is a
// string. Delegate calls, the modules they call and the getitems that read them
// have none: a tag on those is stale, and makes no partition.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "ir/program.h"

namespace metagate {

class Tags {
 public:
  using TagId = std::uint32_t;
  static constexpr TagId none = 0;

  explicit Tags(const Program& program);

  // Equal tags have equal ids.
  [[nodiscard]] TagId of(NodeId node) const { return ids_[node.index()]; }
  // The hash of the tag as a value, to compare it with one elsewhere.
  [[nodiscard]] const Hash128& hash(TagId id) const { return hashes_[id]; }
  [[nodiscard]] bool empty() const { return hashes_.size() == 1; }

 private:
  std::vector<TagId> ids_;
  std::vector<Hash128> hashes_;
};

}  // namespace metagate
