#include "json/operands.h"

#include <algorithm>
#include <numeric>

#include "ir/facts.h"

namespace metagate {
namespace {

bool is_node_of_program(const Tree& tree) {
  return tree.tag == Tag::node && tree.items[0].value.tag == Tag::text;
}

// The order in which the items of a tree are numbered: by name where they are
// named. A $dict goes by key as the dict does that says the same.
std::vector<std::size_t> order_of(const Tree& tree) {
  const std::size_t step = tree.tag == Tag::mapping ? 2 : 1;
  std::vector<std::size_t> order(tree.items.size() / step);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i * step;
  if (!is_unordered(tree.tag) || tree.tag == Tag::set) return order;
  const auto key = [&tree](std::size_t i) -> const std::string& {
    const Item& item = tree.items[i];
    return tree.tag == Tag::mapping ? item.value.text : item.name;
  };
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

}  // namespace

void extract_operands(Tree& tree, std::vector<NodeId>& operands) {
  if (is_node_of_program(tree)) {
    operands.emplace_back(tree.index);
    tree = operand_tree(static_cast<std::uint32_t>(operands.size() - 1));
    return;
  }
  if (tree.items.empty() || tree.tag == Tag::node) return;
  for (const std::size_t i : order_of(tree)) {
    extract_operands(tree.items[i].value, operands);
    if (tree.tag == Tag::mapping) {
      extract_operands(tree.items[i + 1].value, operands);
    }
  }
}

}  // namespace metagate
