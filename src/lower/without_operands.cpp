#include "lower/without_operands.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace metagate {
namespace {

constexpr std::uint32_t gone = 0xffffffff;

void renumber(Tree& tree, const std::vector<std::uint32_t>& numbers) {
  if (tree.tag == Tag::operand) {
    tree.index = numbers[tree.index];
    return;
  }
  std::erase_if(tree.items, [&](const Item& item) {
    return item.value.tag == Tag::operand && numbers[item.value.index] == gone;
  });
  for (Item& item : tree.items) renumber(item.value, numbers);
}

}  // namespace

Tree without_operands(Tree args, const std::vector<bool>& is_gone) {
  std::vector<std::uint32_t> numbers;
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < is_gone.size(); ++i) {
    numbers.push_back(is_gone[i] ? gone : next++);
  }
  renumber(args, numbers);
  return args;
}

}  // namespace metagate
