// What crosses the boundary of a partition besides plain values: lists, bodies.
#include <gtest/gtest.h>

#include "ir/draft.h"
#include "lower/lowered_for_test.h"

namespace metagate {
namespace {

TEST(Lists, are_flattened_into_the_elements_that_are_read) {
  TestProgram program;
  program.input("x");
  program.call("split", {"x"}, "t");
  program.make_list(3);
  program.getitem("last", "split", 2);
  program.call("b", {"x"}, "t");
  program.getitem("first", "split", 0);
  program.output({"first", "last", "b"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "first(executorch_call_delegate 0); "
            "last(executorch_call_delegate 1); "
            "getitem(executorch_call_delegate 2); output(first last getitem)");
  EXPECT_EQ(drawn(after, "main.lowered_module_0"),
            "x; split(x); last(split 2); b(x); first(split 0); "
            "output(first last b)");
  EXPECT_EQ(meta_at(after, "main", "executorch_call_delegate", "val"),
            "[val of first, val of last, val of b]");
  EXPECT_EQ(keys_at(after, "main", "first"), "val spec debug_handle");
  EXPECT_EQ(meta_at(after, "main", "first", "spec"), "spec of first");
  EXPECT_EQ(meta_at(after, "main.lowered_module_0", "first", "val"),
            "val of first");
}

TEST(Lists, give_two_readers_of_one_element_an_output_each) {
  TestProgram program;
  program.input("x");
  program.call("split", {"x"}, "t");
  program.make_list(1, Tag::tuple);
  program.getitem("p", "split", 0);
  program.getitem("q", "split", 0);
  program.output({"p", "q"});
  const Program after = lowered(program.build());
  EXPECT_EQ(meta_at(after, "main", "p", "spec"), "spec of p");
  EXPECT_EQ(meta_at(after, "main", "q", "spec"), "spec of q");
  EXPECT_EQ(drawn(after, "main.lowered_module_0"),
            "x; split(x); p(split 0); q(split 0); output(p q)");
}

TEST(Lists, leave_alone_getitems_that_are_inside) {
  TestProgram program;
  program.input("x");
  program.call("split", {"x"}, "t");
  program.make_list(2);
  program.getitem("p", "split", 0, "t");
  program.output({"p"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); output(getitem)");
}

TEST(Lists, of_lists_are_flattened_all_the_way) {
  TestProgram program;
  program.input("x");
  program.call("nested", {"x"}, "t");
  program.make_list(2);
  program.getitem("outer", "nested", 1);
  program.make_list(2);
  program.getitem("inner", "outer", 0);
  program.output({"inner"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "inner(executorch_call_delegate 0); output(inner)");
}

TEST(Lists, do_not_cross_a_boundary_as_a_whole) {
  TestProgram taken_whole;
  taken_whole.input("x");
  taken_whole.call("split", {"x"}, "t");
  taken_whole.make_list(2);
  taken_whole.call("cat", {"split"});
  taken_whole.output({"cat"});
  EXPECT_EQ(refusal(taken_whole), "list-boundary");

  TestProgram other_partition;
  other_partition.input("x");
  other_partition.call("split", {"x"}, "t");
  other_partition.make_list(2);
  other_partition.getitem("p", "split", 0, "u");
  other_partition.output({"p"});
  EXPECT_EQ(refusal(other_partition), "list-boundary");
}

TEST(Scalars, are_read_through_a_getitem_as_any_other_value) {
  TestProgram program;
  program.input("x");
  program.call("size", {"x"}, "t", "aten.sym_size.int");
  program.set("val", program.store().add_integer(3));
  program.call("c", {"x", "size"});
  program.output({"c"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); c(x getitem); output(c)");
  EXPECT_EQ(meta_at(after, "main", "executorch_call_delegate", "val"), "[3]");
}

// main: cond(body, x); body: a@t, b.
TestProgram conditional(std::string_view cond_tag, std::string_view attr_tag,
                        std::string_view body_tag) {
  TestProgram program;
  program.input("x");
  program.attr("body", "main.body", attr_tag);
  program.call("cond", {"body", "x"}, cond_tag, "cond");
  program.output({"cond"});
  program.graph("main.body");
  program.input("y");
  program.call("a", {"y"}, body_tag);
  program.call("b", {"a"});
  program.output({"b"});
  return program;
}

TEST(Bodies, have_delegates_of_their_own) {
  TestProgram program = conditional("", "", "t");
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"), "x; body; cond(body x); output(cond)");
  EXPECT_EQ(drawn(after, "main.body"),
            "y; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 y); "
            "getitem(executorch_call_delegate 0); b(getitem); output(b)");
  EXPECT_EQ(drawn(after, "main.body.lowered_module_0"), "y; a(y); output(a)");
  EXPECT_EQ(keys_at(after, "main.body", "getitem"), "val spec debug_handle");
}

TEST(Bodies, move_along_with_the_node_that_calls_them) {
  for (const char* attr_tag : {"t", ""}) {
    TestProgram program = conditional("t", attr_tag, "");
    const Program after = lowered(program.build());
    EXPECT_EQ(drawn(after, "main"),
              "x; lowered_module_0; "
              "executorch_call_delegate(lowered_module_0 x); "
              "getitem(executorch_call_delegate 0); output(getitem)");
    EXPECT_EQ(drawn(after, "main.lowered_module_0"),
              "x; body; cond(body x); output(cond)");
    EXPECT_EQ(drawn(after, "main.lowered_module_0.body"),
              "y; a(y); b(a); output(b)");
    EXPECT_EQ(after.graph(GraphId(0)).modules.size(), 1U);
    EXPECT_EQ(Names(after).graph("main.body"), GraphId());
  }
}

TEST(Bodies, that_move_are_no_place_for_partitions) {
  TestProgram program = conditional("t", "t", "other");
  const Program after = lowered(program.build());
  EXPECT_EQ(after.graphs().size(), 3U);
  EXPECT_EQ(meta_at(after, "main.lowered_module_0.body", "a", "delegation_tag"),
            "-");

  TestProgram own = conditional("t", "t", "t");
  EXPECT_EQ(meta_at(lowered(own.build()), "main.lowered_module_0.body", "a",
                    "delegation_tag"),
            "t");
}

TEST(Bodies, are_not_cut_off_from_what_calls_them) {
  TestProgram program = conditional("", "t", "");
  EXPECT_EQ(refusal(program), "body-boundary");
  TestProgram other = conditional("t", "u", "");
  EXPECT_EQ(refusal(other), "body-boundary");
}

TEST(Bodies, with_a_delegate_in_them_are_not_delegated_again) {
  TestProgram program = conditional("", "", "t");
  const Program once = lowered(program.build());
  Draft draft(once);
  const ValueId tag = draft.store().add_text("t");
  for (const char* name : {"cond", "body"}) {
    draft.set(node_at(once, "main", name), known::delegation_tag, tag);
  }
  const Result<Program> again = lower_reference(draft.build());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().front().code, "delegated-body");
}

TEST(Attributes, of_tensors_move_with_their_tag_and_are_inputs_without) {
  TestProgram program;
  program.input("x");
  program.attr("inside", "", "t");
  program.attr("outside");
  program.call("a", {"x", "inside", "outside"}, "t");
  program.output({"a"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main.lowered_module_0"),
            "x; outside; inside; a(x inside outside); output(a)");
  const GraphId inner = Names(after).graph("main.lowered_module_0");
  ASSERT_EQ(after.graph(inner).modules.size(), 1U);
  EXPECT_EQ(after.text(after.graph(inner).modules[0].name), "inside");
  EXPECT_EQ(after.graph(GraphId(0)).modules.size(), 2U);
}

}  // namespace
}  // namespace metagate
