#include "report/brief.h"

#include <gtest/gtest.h>

namespace metagate {
namespace {

Quoted quoted(Tree tree) {
  return {std::make_shared<Store>(), std::move(tree)};
}

Tree named(Tag tag, std::string text,
           std::vector<std::pair<std::string, Tree>> fields) {
  Tree tree;
  tree.tag = tag;
  tree.text = std::move(text);
  for (auto& [name, value] : fields) {
    tree.items.push_back({std::move(name), std::move(value)});
  }
  return tree;
}

TEST(Brief, writes_values_as_users_of_fx_do) {
  EXPECT_EQ(brief(quoted(null_tree()), 40), "None");
  EXPECT_EQ(brief(quoted(boolean_tree(true)), 40), "True");
  EXPECT_EQ(brief(quoted(sequence_tree(Tag::tuple, {integer_tree(1)})), 40),
            "(1,)");
  EXPECT_EQ(
      brief(quoted(named(
                Tag::tensor, {},
                {{"dtype", text_tree("float32")},
                 {"shape", sequence_tree(Tag::list, {integer_tree(1),
                                                     integer_tree(4)})}})),
            40),
      "float32[1,4]");
  EXPECT_EQ(
      brief(quoted(named(Tag::data, "a.b.Spec", {{"n", null_tree()}})), 40),
      "Spec(n=None)");
}

TEST(Brief, is_never_longer_than_asked) {
  std::vector<Tree> many(1000, text_tree("\x1b\x1b\x1b"));
  const std::string text =
      brief(quoted(sequence_tree(Tag::list, std::move(many))), 20);
  EXPECT_EQ(text.size(), 20U);
  EXPECT_EQ(text.substr(17), "...");
}

TEST(Brief, ends_on_an_object_that_holds_itself) {
  const auto store = std::make_shared<Store>();
  const ObjectId id = store->declare_objects(1);
  Tree reference;
  reference.tag = Tag::object;
  reference.index = id.index();
  store->define_object(
      id, store->add(sequence_tree(Tag::list, {reference, reference})), {});
  EXPECT_EQ(brief({store, reference}, 30).size(), 30U);
}

TEST(Brief, shows_the_first_difference_of_long_values) {
  const std::string head(100, 'a');
  const auto [left, right] = brief_difference(
      quoted(text_tree(head + "x")), quoted(text_tree(head + "y")), 20);
  EXPECT_NE(left, right);
  EXPECT_NE(left.find('x'), std::string::npos);
  EXPECT_NE(right.find('y'), std::string::npos);
}

TEST(Brief, tells_apart_what_reads_the_same) {
  Tree dtype;
  dtype.tag = Tag::dtype;
  dtype.text = "int8";
  Tree device = dtype;
  device.tag = Tag::device;
  const auto [left, right] =
      brief_difference(quoted(dtype), quoted(device), 40);
  EXPECT_NE(left, right);
}

}  // namespace
}  // namespace metagate
