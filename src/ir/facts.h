// What is known of a value without looking at it again: the hash of its
// canonical form (FORMAT.md, "Equality"), and whether that hash decides.
//
// Equal hashes mean equal values unless `has_node` or `is_cyclic`; different
// hashes mean different values only if none of the three flags is set. What the
// hash does not decide is compared as trees (ir/equality.h).
#pragma once

#include <span>
#include <string_view>

#include "base/hash.h"
#include "ir/value.h"

namespace metagate {

class Store;

struct Facts {
  Hash128 hash;
  bool has_node = false;   // holds a $node: equal under a correspondence only
  bool is_loose = false;   // holds a $sym, $expr or a short $op, whose equality
                           // depends on what the other side has
  bool is_cyclic = false;  // reaches itself through $ref

  [[nodiscard]] bool decided_by_equal_hash() const {
    return !has_node && !is_cyclic;
  }
  [[nodiscard]] bool decided_by_hash() const {
    return decided_by_equal_hash() && !is_loose;
  }
};

// The facts of a tree. Objects it refers to must be in `store`, with facts.
[[nodiscard]] Facts facts_of(const Tree& tree, const Store& store);

// The facts of a list or tuple, from those of its elements.
[[nodiscard]] Facts sequence_facts(Tag tag, std::span<const Facts> elements);

// The facts of an object that reaches itself: nothing its hash could tell.
[[nodiscard]] Facts cyclic_facts(bool has_node);

// True where a field of a tagged value is no part of the value: `storage` of a
// $tensor, `hint` of a $sym, `weak` of an $op, `repr` of an $opaque; and what
// says the same as nothing: `requires_grad` false, `storage_offset` 0, `layout`
// strided.
[[nodiscard]] bool is_ignored(Tag tag, const Item& field);

// True for tags whose items have no order: dicts, sets, and named fields.
[[nodiscard]] bool is_unordered(Tag tag);

// The double that the text of a Tag::real spells.
[[nodiscard]] double real_value(std::string_view text);

}  // namespace metagate
