#include "ir/users.h"

namespace metagate {

Users::Users(const Program& program) {
  const std::size_t count = program.nodes().size();
  // Counted two places up, so that filling in moves each begin to its place.
  first_.assign(count + 2, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (const NodeId operand : program.operands(NodeId(i))) {
      ++first_[operand.index() + 2];
    }
  }
  for (std::size_t i = 1; i <= count; ++i) first_[i + 1] += first_[i];
  uses_.resize(first_[count + 1]);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t position = 0;
    for (const NodeId operand : program.operands(NodeId(i))) {
      uses_[first_[operand.index() + 1]++] = {NodeId(i), position++};
    }
  }
}

}  // namespace metagate
