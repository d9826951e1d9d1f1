// The texts and values of a document, by 4-byte ids. Append-only; ids stay
// valid. A store can stand on another one (`base`), whose ids it continues:
// that is how a lowering adds names and values to those of the program it was
// given.
//
// A store may be read by many threads once nothing adds to it any more.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "ir/facts.h"
#include "ir/value.h"

namespace metagate {

using Symbol = Id<struct SymbolTag>;  // an interned text
using ValueId = Id<struct ValueTag>;  // an interned value

// Turns what a reader remembers of a value's place into a tree.
class TreeSource {
 public:
  virtual ~TreeSource() = default;
  [[nodiscard]] virtual Tree tree(std::uint64_t where) const = 0;
};

// An entry of the object table. Entries with one `identity` are one object in
// memory, with another value at another stage (FORMAT.md, `same_object`);
// `identity` is the lowest index of them.
struct Object {
  ValueId value;
  Facts facts;
  ObjectId identity;
};

class Store {
 public:
  explicit Store(std::shared_ptr<const Store> base = nullptr);

  // --- texts ---------------------------------------------------------------
  Symbol intern(std::string_view text);
  // The symbol of a text, or none where nobody interned it.
  [[nodiscard]] Symbol find(std::string_view text) const;
  [[nodiscard]] std::string_view text(Symbol symbol) const {
    const Store* store = this;
    while (symbol.index() < store->first_text_) store = store->base_.get();
    return store->texts_[symbol.index() - store->first_text_];
  }

  // --- values --------------------------------------------------------------
  // Adds a value. The ids of equal values need not be equal, their facts are.
  ValueId add(Tree tree);
  ValueId add_integer(std::int64_t value);
  ValueId add_text(std::string_view value);
  // A list or tuple of values that are here already.
  ValueId add_sequence(Tag tag, std::span<const ValueId> elements);
  // A value that `source` (see set_source) can turn into a tree.
  ValueId add_from_source(const Facts& facts, std::uint64_t where);

  [[nodiscard]] const Facts& facts(ValueId id) const {
    const Store* store = this;
    while (id.index() < store->first_value_) store = store->base_.get();
    return store->entries_[id.index() - store->first_value_].facts;
  }
  [[nodiscard]] Tree tree(ValueId id) const;
  // The tree of a value that is kept as one, without a copy; else nullptr.
  [[nodiscard]] const Tree* peek(ValueId id) const;
  // The elements of a list or tuple made by add_sequence; else nothing.
  [[nodiscard]] std::optional<std::span<const ValueId>> elements(
      ValueId id) const;
  [[nodiscard]] std::size_t value_count() const;

  void set_source(std::shared_ptr<const TreeSource> source);

  // --- objects -------------------------------------------------------------
  // Makes room for `count` more objects, each its own identity, whose values
  // define_object gives: they may refer to each other. Returns the first.
  ObjectId declare_objects(std::size_t count);
  void define_object(ObjectId id, ValueId value, const Facts& facts);
  // Says that `id` is the object `identity` with another value.
  void set_identity(ObjectId id, ObjectId identity);
  [[nodiscard]] const Object& object(ObjectId id) const;
  // Are there objects with more than one value?
  [[nodiscard]] bool has_mutated_objects() const;
  [[nodiscard]] std::size_t object_count() const;

  // Is this store `other`, or does it stand on it? Then the ids of `other` mean
  // the same here.
  [[nodiscard]] bool extends(const Store& other) const;
  [[nodiscard]] std::size_t text_count() const;

  // Two stores with one root know each other's objects by the same indices.
  [[nodiscard]] const Store& root() const {
    return base_ ? base_->root() : *this;
  }

 private:
  enum class Kind : std::uint8_t { tree, source, integer, sequence };
  struct Entry {
    Facts facts;
    Kind kind;
    Tag tag;
    std::uint32_t count;  // sequence: how many elements
    std::uint64_t where;  // index of the tree or first element, or the source's
  };

  ValueId push(Entry entry);

  std::shared_ptr<const Store> base_;
  std::size_t first_text_ = 0;
  std::size_t first_value_ = 0;
  std::size_t first_object_ = 0;

  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, Symbol> symbols_;
  std::vector<Entry> entries_;
  std::vector<Tree> trees_;
  std::vector<ValueId> elements_;
  std::vector<Object> objects_;
  bool has_mutated_objects_ = false;
  std::shared_ptr<const TreeSource> source_;
};

// The value behind references to references. An object that is nothing but a
// reference to itself stands for nothing, like null.
[[nodiscard]] Tree followed(Tree tree, const Store& store);

// The texts that every store has, in this order, before any other.
inline constexpr std::string_view known_texts[] = {
    "val",
    "debug_handle",
    "delegation_tag",
    "getitem",
    "executorch_call_delegate",
    "output",
    "nn_module_stack",
    "source_fn_stack",
};

// Their symbols.
namespace known {
inline constexpr Symbol val{0};
inline constexpr Symbol debug_handle{1};
inline constexpr Symbol delegation_tag{2};
inline constexpr Symbol getitem{3};
inline constexpr Symbol call_delegate{4};
inline constexpr Symbol output{5};
inline constexpr Symbol nn_module_stack{6};
inline constexpr Symbol source_fn_stack{7};
}  // namespace known

}  // namespace metagate
