#include "lower/node_references.h"

#include <gtest/gtest.h>

#include "lower/program_for_test.h"
#include "lower/reference.h"
#include "lower/words_for_test.h"

namespace metagate {
namespace {

Tree node_tree(std::string_view graph, std::string_view name) {
  return {.tag = Tag::node,
          .text = std::string(name),
          .items = {{"graph", text_tree(graph)}}};
}

// "graph/name" of the $node that stands under `near` of a node.
std::string near_of(const Program& program, std::string_view graph,
                    std::string_view name) {
  const ValueId value = program.value(node_at(program, graph, name),
                                      program.store().find("near"));
  if (value.is_none()) return "-";
  const Tree tree = followed(program.store().tree(value), program.store());
  return tree.find("graph")->text + "/" + tree.text;
}

TEST(NodeReferences, follow_a_node_into_the_lowered_graph) {
  TestProgram program;
  program.input("x");
  program.set("near", program.store().add(node_tree("main", "a")));
  program.call("a", {"x"}, "t");
  program.set("near", program.store().add(node_tree("main", "x")));
  program.output({"a"});
  const Program after = *lower_reference(program.build());
  EXPECT_EQ(near_of(after, "main", "x"), "main.lowered_module_0/a");
  EXPECT_EQ(near_of(after, "main", "getitem"), "main/x");
  EXPECT_EQ(near_of(after, "main.lowered_module_0", "a"), "main/x");
}

TEST(NodeReferences, follow_into_bodies_that_move) {
  TestProgram program;
  program.input("x");
  program.set("near", program.store().add(node_tree("main.body", "b")));
  program.attr("body", "main.body", "t");
  program.call("c", {"body", "x"}, "t", "cond");
  program.output({"c"});
  program.graph("main.body");
  program.input("y");
  program.call("b", {"y"});
  program.output({"b"});
  const Program after = *lower_reference(program.build());
  EXPECT_EQ(near_of(after, "main", "x"), "main.lowered_module_0.body/b");
}

TEST(NodeReferences, leave_what_is_in_no_graph_of_the_program) {
  TestProgram program;
  program.input("x");
  program.set("near", program.store().add(node_tree("gone", "a")));
  program.call("a", {"x"}, "t");
  program.output({"a"});
  const Program after = *lower_reference(program.build());
  EXPECT_EQ(near_of(after, "main", "x"), "gone/a");
}

TEST(NodeReferences, give_an_object_a_new_value_and_the_same_identity) {
  TestProgram program;
  Store& store = program.store();
  // first = [second], second = [$node a, first]: a circle.
  const ObjectId first = store.declare_objects(2);
  const ObjectId second(first.index() + 1);
  const auto reference = [](ObjectId id) {
    return Tree{.tag = Tag::object, .index = id.index()};
  };
  store.define_object(first, {}, cyclic_facts(true));
  store.define_object(second, {}, cyclic_facts(true));
  store.define_object(first,
                      store.add(sequence_tree(Tag::list, {reference(second)})),
                      cyclic_facts(true));
  store.define_object(
      second,
      store.add(
          sequence_tree(Tag::list, {node_tree("main", "a"), reference(first)})),
      cyclic_facts(true));
  program.input("x");
  program.set("near", store.add(reference(first)));
  program.call("a", {"x"}, "t");
  program.output({"a"});
  const Program after = *lower_reference(program.build());
  const Store& now = after.store();
  const Tree value =
      now.tree(after.value(node_at(after, "main", "x"), now.find("near")));
  ASSERT_EQ(value.tag, Tag::object);
  EXPECT_NE(value.index, first.index());
  EXPECT_EQ(now.object(ObjectId(value.index)).identity, first);
  const Tree outer = now.tree(now.object(ObjectId(value.index)).value);
  const Tree inner =
      now.tree(now.object(ObjectId(outer.items[0].value.index)).value);
  EXPECT_EQ(inner.items[0].value.find("graph")->text, "main.lowered_module_0");
  EXPECT_EQ(inner.items[1].value.index, value.index);
}

}  // namespace
}  // namespace metagate
