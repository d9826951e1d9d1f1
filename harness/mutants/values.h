// What mutants ask of meta values.
#pragma once

#include <algorithm>
#include <string_view>

#include "lower/hand_over.h"

namespace metagate {

// What Python takes for false: `if value:` instead of `is not None`.
[[nodiscard]] inline bool is_falsy(const Tree& tree) {
  switch (tree.tag) {
    case Tag::null:
      return true;
    case Tag::boolean:
      return tree.text == "false";
    case Tag::integer:
      return tree.text == "0";
    case Tag::real:
      return tree.text == "0.0" || tree.text == "-0.0";
    case Tag::text:
      return tree.text.empty();
    case Tag::list:
    case Tag::tuple:
    case Tag::dict:
    case Tag::set:
      return tree.items.empty();
    default:
      return false;
  }
}

// Keeps the entries that `keeps` says.
template <class Keeps>
void keep_if(MetaDraft& draft, const Keeps& keeps) {
  std::erase_if(draft.entries,
                [&](const MetaEntry& entry) { return !keeps(entry); });
}

inline void keep_val_alone(MetaDraft& draft) {
  keep_if(draft,
          [](const MetaEntry& entry) { return entry.key == known::val; });
}

inline void drop_named(const HandOver& at, MetaDraft& draft,
                       std::string_view key) {
  if (const Symbol symbol = at.store.find(key)) draft.drop(symbol);
}

// Copies an entry of the node before, where it has that key.
inline void copy_named(const HandOver& at, MetaDraft& draft,
                       std::string_view key) {
  const Symbol symbol = at.store.find(key);
  if (symbol.is_none() || at.node.is_none()) return;
  if (const ValueId value = at.before.value(at.node, symbol)) {
    draft.set(symbol, value);
  }
}

// Puts other trees in the place of values, where `change` returns true.
template <class Change>
void change_values(const HandOver& at, MetaDraft& draft, const Change& change) {
  for (MetaEntry& entry : draft.entries) {
    if (entry.key == known::val || entry.key == known::debug_handle) continue;
    Tree tree = at.store.tree(entry.value);
    if (change(tree)) entry.value = at.store.add(std::move(tree));
  }
}

}  // namespace metagate
