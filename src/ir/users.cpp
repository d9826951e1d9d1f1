#include "ir/users.h"

namespace metagate {

Users::Users(const Program& program) {
  const std::size_t count = program.nodes().size();
  first_.assign(count + 1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (const NodeId operand : program.operands(NodeId(i))) {
      ++first_[operand.index() + 1];
    }
  }
  for (std::size_t i = 0; i < count; ++i) first_[i + 1] += first_[i];
  uses_.resize(first_[count]);
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t position = 0;
    for (const NodeId operand : program.operands(NodeId(i))) {
      uses_[next[operand.index()]++] = {NodeId(i), position++};
    }
  }
}

}  // namespace metagate
