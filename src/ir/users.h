// Who uses a node: an analysis of a program, made when it is needed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.h"

namespace metagate {

// One use: operand number `position` of `user` is the node.
struct Use {
  NodeId user;
  std::uint32_t position;

  friend bool operator==(const Use&, const Use&) = default;
};

class Users {
 public:
  explicit Users(const Program& program);

  // In the order of the users, then of their operands. A node that is used
  // twice by one user has two uses.
  [[nodiscard]] std::span<const Use> of(NodeId node) const {
    const std::uint32_t first = first_[node.index()];
    return {uses_.data() + first, first_[node.index() + 1] - first};
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<Use> uses_;
};

}  // namespace metagate
