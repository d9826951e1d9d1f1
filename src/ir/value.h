// A value as a tree: what a meta key, an argument or an object of the object
// table stands for (FORMAT.md, "Values"). Trees are made on demand, to be
// looked at or printed; programs hold only a ValueId (ir/store.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"

namespace metagate {

// An object with an identity, by its index in the document's object table.
using ObjectId = Id<struct ObjectTag>;

// What a tree is. The comment says what `text` and `items` hold; where nothing
// is said they are empty.
enum class Tag : std::uint8_t {
  null,
  boolean,        // text "true" or "false"
  integer,        // text: decimal digits, "-" in front, no leading zeros
  real,           // text: as spelt; "nan", "inf", "-inf", "-0.0" included
  text,           // text
  list,           // items: the elements (Python list)
  tuple,          // items: the elements
  dict,           // items: named; keys are strings, order kept
  mapping,        // items: key, value, key, value, ... ($dict)
  set,            // items: the elements
  slice,          // items: start, stop, step
  range,          // items: start, stop, step
  ellipsis,       //
  complex,        // items: re, im
  bytes,          // items: named size, sha256
  wtf8,           // text: hex
  tensor,         // items: named dtype, shape (a list), stride, device, ...
  sym,            // items: named kind, expr, exact, hint
  expr,           // items: named expr, exact
  dtype,          // text: float32, ...
  device,         // text
  layout,         // text
  memory_format,  // text
  op,             // items: named name, kind, weak; only `name` = the short form
  enumeration,    // items: named class, name
  data,           // text: class; items: named fields
  opaque,         // items: named class, repr, sha256
  node,           // text: node name; items: "graph", a text or null (no graph
                  // of this document)
  object,         // index: of the object table ($ref)
  operand,        // index: which operand of the node stands here; occurs only
                  // in a node's args and kwargs (ir/program.h)
};

struct Item;

struct Tree {
  Tag tag = Tag::null;
  std::uint32_t index = 0;
  std::string text = {};
  std::vector<Item> items;  // clang 14: no `= {}` while Item is incomplete

  // The item of that name, or nullptr.
  [[nodiscard]] const Tree* find(std::string_view name) const;

  // Same spelling: the same tree, not merely an equal value.
  friend bool operator==(const Tree&, const Tree&);
};

struct Item {
  std::string name;  // empty in what has no names
  Tree value;

  friend bool operator==(const Item&, const Item&) = default;
};

// Short ways to write the common trees.
[[nodiscard]] Tree null_tree();
[[nodiscard]] Tree boolean_tree(bool value);
[[nodiscard]] Tree integer_tree(std::int64_t value);
[[nodiscard]] Tree text_tree(std::string_view value);
[[nodiscard]] Tree sequence_tree(Tag tag, std::vector<Tree> elements);
[[nodiscard]] Tree operand_tree(std::uint32_t index);

// The integer that `tree` holds, if it is one and fits; else `otherwise`.
[[nodiscard]] std::int64_t integer_or(const Tree& tree, std::int64_t otherwise);

}  // namespace metagate
