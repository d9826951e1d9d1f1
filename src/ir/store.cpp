#include "ir/store.h"

#include <cassert>

namespace metagate {

Store::Store(std::shared_ptr<const Store> base) : base_(std::move(base)) {
  if (base_) {
    first_text_ = base_->first_text_ + base_->texts_.size();
    first_value_ = base_->value_count();
    first_object_ = base_->object_count();
    return;
  }
  for (const std::string_view text : known_texts) intern(text);
}

Symbol Store::intern(std::string_view text) {
  if (const Symbol symbol = find(text)) return symbol;
  const Symbol symbol(first_text_ + texts_.size());
  symbols_.emplace(texts_.emplace_back(text), symbol);
  return symbol;
}

Symbol Store::find(std::string_view text) const {
  for (const Store* store = this; store != nullptr;
       store = store->base_.get()) {
    const auto found = store->symbols_.find(text);
    if (found != store->symbols_.end()) return found->second;
  }
  return {};
}

ValueId Store::push(Entry entry) {
  entries_.push_back(entry);
  return ValueId(first_value_ + entries_.size() - 1);
}

ValueId Store::add(Tree tree) {
  const Facts facts = facts_of(tree, *this);
  const Tag tag = tree.tag;
  trees_.push_back(std::move(tree));
  return push({facts, Kind::tree, tag, 0, trees_.size() - 1});
}

ValueId Store::add_integer(std::int64_t value) {
  const Facts facts = facts_of(integer_tree(value), *this);
  return push({facts, Kind::integer, Tag::integer, 0,
               static_cast<std::uint64_t>(value)});
}

ValueId Store::add_text(std::string_view value) {
  return add(text_tree(value));
}

ValueId Store::add_sequence(Tag tag, std::span<const ValueId> elements) {
  std::vector<Facts> parts;
  parts.reserve(elements.size());
  for (const ValueId element : elements) parts.push_back(facts(element));
  const std::size_t first = elements_.size();
  elements_.insert(elements_.end(), elements.begin(), elements.end());
  return push({sequence_facts(tag, parts), Kind::sequence, tag,
               static_cast<std::uint32_t>(elements.size()), first});
}

ValueId Store::add_from_source(const Facts& facts, std::uint64_t where) {
  return push({facts, Kind::source, Tag::null, 0, where});
}

Tree Store::tree(ValueId id) const {
  const Store* store = this;
  while (id.index() < store->first_value_) store = store->base_.get();
  const Entry& entry = store->entries_[id.index() - store->first_value_];
  switch (entry.kind) {
    case Kind::tree:
      return store->trees_[entry.where];
    case Kind::source:
      return store->source_->tree(entry.where);
    case Kind::integer:
      return integer_tree(static_cast<std::int64_t>(entry.where));
    case Kind::sequence:
      break;
  }
  std::vector<Tree> elements;
  elements.reserve(entry.count);
  for (std::uint32_t i = 0; i < entry.count; ++i) {
    elements.push_back(tree(store->elements_[entry.where + i]));
  }
  return sequence_tree(entry.tag, std::move(elements));
}

const Tree* Store::peek(ValueId id) const {
  const Store* store = this;
  while (id.index() < store->first_value_) store = store->base_.get();
  const Entry& entry = store->entries_[id.index() - store->first_value_];
  return entry.kind == Kind::tree ? &store->trees_[entry.where] : nullptr;
}

std::optional<std::span<const ValueId>> Store::elements(ValueId id) const {
  const Store* store = this;
  while (id.index() < store->first_value_) store = store->base_.get();
  const Entry& entry = store->entries_[id.index() - store->first_value_];
  if (entry.kind != Kind::sequence) return std::nullopt;
  return std::span(store->elements_).subspan(entry.where, entry.count);
}

std::size_t Store::value_count() const {
  return first_value_ + entries_.size();
}

void Store::set_source(std::shared_ptr<const TreeSource> source) {
  source_ = std::move(source);
}

ObjectId Store::declare_objects(std::size_t count) {
  const ObjectId first(object_count());
  for (std::size_t i = 0; i < count; ++i) {
    objects_.push_back(
        {.value = {}, .facts = {}, .identity = ObjectId(first.index() + i)});
  }
  return first;
}

void Store::define_object(ObjectId id, ValueId value, const Facts& facts) {
  assert(id.index() >= first_object_);
  Object& object = objects_[id.index() - first_object_];
  object.value = value;
  object.facts = facts;
}

void Store::set_identity(ObjectId id, ObjectId identity) {
  assert(id.index() >= first_object_);
  objects_[id.index() - first_object_].identity = identity;
  if (identity != id) has_mutated_objects_ = true;
}

bool Store::has_mutated_objects() const {
  return has_mutated_objects_ || (base_ && base_->has_mutated_objects());
}

const Object& Store::object(ObjectId id) const {
  const Store* store = this;
  while (id.index() < store->first_object_) store = store->base_.get();
  return store->objects_[id.index() - store->first_object_];
}

bool Store::extends(const Store& other) const {
  const Store* store = this;
  while (store != nullptr && store != &other) store = store->base_.get();
  return store != nullptr;
}

std::size_t Store::text_count() const {
  return first_text_ + texts_.size();
}

std::size_t Store::object_count() const {
  return first_object_ + objects_.size();
}

Tree followed(Tree tree, const Store& store) {
  for (std::size_t steps = 0; tree.tag == Tag::object; ++steps) {
    if (steps > store.object_count()) return null_tree();
    tree = store.tree(store.object(ObjectId(tree.index)).value);
  }
  return tree;
}

}  // namespace metagate
