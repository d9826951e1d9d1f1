#include "ir/store.h"

#include <gtest/gtest.h>

namespace metagate {
namespace {

TEST(Store, known_symbols_are_interned_first_in_their_order) {
  const Store store;
  for (std::size_t i = 0; i < std::size(known_texts); ++i) {
    EXPECT_EQ(store.text(Symbol(i)), known_texts[i]);
  }
}

TEST(Store, a_layer_continues_the_ids_of_its_base) {
  auto base = std::make_shared<Store>();
  const Symbol a = base->intern("a");
  const ValueId one = base->add_integer(1);
  Store layer(base);
  const Symbol b = layer.intern("b");
  const ValueId two = layer.add_integer(2);
  EXPECT_EQ(layer.intern("a"), a);
  EXPECT_EQ(b.index(), a.index() + 1);
  EXPECT_EQ(layer.text(a), "a");
  EXPECT_EQ(two.index(), one.index() + 1);
  EXPECT_EQ(layer.tree(one), integer_tree(1));
  EXPECT_EQ(layer.tree(two), integer_tree(2));
}

TEST(Store, a_sequence_has_the_facts_and_tree_of_the_list_it_spells) {
  Store store;
  const ValueId parts[] = {store.add_integer(1), store.add_text("x")};
  const ValueId sequence = store.add_sequence(Tag::tuple, parts);
  const ValueId spelt =
      store.add(sequence_tree(Tag::tuple, {integer_tree(1), text_tree("x")}));
  EXPECT_EQ(store.tree(sequence), store.tree(spelt));
  EXPECT_EQ(store.facts(sequence).hash, store.facts(spelt).hash);
}

TEST(Store, a_reference_has_the_hash_of_what_it_refers_to) {
  Store store;
  const ObjectId object = store.declare_objects(1);
  const ValueId value = store.add(text_tree("shared"));
  store.define_object(object, value, store.facts(value));
  const ValueId reference =
      store.add({.tag = Tag::object, .index = object.index()});
  EXPECT_EQ(store.facts(reference).hash, store.facts(value).hash);
}

}  // namespace
}  // namespace metagate
