#include "ir/value.h"

#include <charconv>

namespace metagate {

const Tree* Tree::find(std::string_view name) const {
  for (const Item& item : items) {
    if (item.name == name) return &item.value;
  }
  return nullptr;
}

bool operator==(const Tree& a, const Tree& b) {
  return a.tag == b.tag && a.index == b.index && a.text == b.text &&
         a.items == b.items;
}

Tree null_tree() {
  return {};
}

Tree boolean_tree(bool value) {
  return {.tag = Tag::boolean, .text = value ? "true" : "false"};
}

Tree integer_tree(std::int64_t value) {
  return {.tag = Tag::integer, .text = std::to_string(value)};
}

Tree text_tree(std::string_view value) {
  return {.tag = Tag::text, .text = std::string(value)};
}

Tree sequence_tree(Tag tag, std::vector<Tree> elements) {
  Tree tree{.tag = tag};
  tree.items.reserve(elements.size());
  for (Tree& element : elements) {
    tree.items.push_back({.name = {}, .value = std::move(element)});
  }
  return tree;
}

Tree operand_tree(std::uint32_t index) {
  return {.tag = Tag::operand, .index = index};
}

std::int64_t integer_or(const Tree& tree, std::int64_t otherwise) {
  if (tree.tag != Tag::integer) return otherwise;
  std::int64_t value = otherwise;
  const char* end = tree.text.data() + tree.text.size();
  const auto [stop, error] = std::from_chars(tree.text.data(), end, value);
  return error == std::errc() && stop == end ? value : otherwise;
}

}  // namespace metagate
