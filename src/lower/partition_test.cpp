#include "lower/partition.h"

#include <gtest/gtest.h>

#include "lower/program_for_test.h"
#include "lower/reference.h"
#include "lower/words_for_test.h"

namespace metagate {
namespace {

Problem refusal(TestProgram& program) {
  const Program before = program.build();
  const Result<Partitions> found = find_partitions(before, GraphTree(before));
  return found ? Problem{} : found.error().front();
}

TEST(Partitions, are_the_nodes_of_one_tag_in_one_graph) {
  TestProgram program;
  program.input("x");
  program.attr("body", "main.body");
  program.call("a", {"x"}, "t");
  program.call("b", {"body", "x"}, "", "cond");
  program.call("c", {"x"}, "t");
  program.output({"a", "b", "c"});
  program.graph("main.body");
  program.input("y");
  program.call("d", {"y"}, "t");
  program.output({"d"});
  const Program before = program.build();
  const Result<Partitions> found = find_partitions(before, GraphTree(before));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->list.size(), 2U);
  EXPECT_EQ(found->list[0].graph, GraphId(0));
  EXPECT_EQ(found->list[0].nodes.size(), 2U);
  EXPECT_EQ(found->list[1].graph, GraphId(1));
}

TEST(Partitions, are_not_made_by_what_is_no_tag) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"});
  program.set("delegation_tag", program.store().add(null_tree()));
  program.call("b", {"x"});
  program.set("delegation_tag", "");
  program.call("c", {"x"});
  program.set("delegation_tag", program.store().add_integer(1));
  program.output({"a", "b", "c"});
  const Program before = program.build();
  const Result<Partitions> found = find_partitions(before, GraphTree(before));
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->list.empty());
  const Program after = *lower_reference(before);
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_EQ(meta_at(after, "main", name, "delegation_tag"), "-");
  }
}

TEST(Partitions, must_be_convex) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "t");
  program.call("b", {"a"});
  program.call("c", {"b"}, "t");
  program.output({"c"});
  const Problem problem = refusal(program);
  EXPECT_EQ(problem.code, "non-convex");
  EXPECT_EQ(problem.message,
            "partition `t` of graph `main` is not convex: `a` -> `b` -> `c` "
            "leaves it and comes back");
}

TEST(Partitions, must_be_convex_through_other_partitions_too) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "t");
  program.call("b", {"a"}, "u");
  program.call("c", {"b"}, "t");
  program.output({"c"});
  EXPECT_EQ(refusal(program).code, "non-convex");
}

TEST(Partitions, must_not_need_each_other) {
  TestProgram program;
  program.input("x");
  program.call("a1", {"x"}, "t");
  program.call("b1", {"a1"}, "u");
  program.call("b2", {"x"}, "u");
  program.call("a2", {"b2"}, "t");
  program.output({"b1", "a2"});
  const Problem problem = refusal(program);
  EXPECT_EQ(problem.code, "cyclic-partitions");
  EXPECT_EQ(problem.message,
            "partitions of graph `main` need each other's results: `t` -> `u` "
            "-> `t`");
}

TEST(Partitions, do_not_have_inputs_and_outputs_of_the_graph) {
  TestProgram input;
  input.input("x", "t");
  input.call("a", {"x"}, "t");
  input.output({"a"});
  EXPECT_EQ(refusal(input).code, "tagged-input");
  EXPECT_EQ(refusal(input).message,
            "`x` of graph `main` is an input that is no constant, and is "
            "tagged `t`");

  TestProgram output;
  output.input("x");
  output.output({"x"});
  output.set("delegation_tag", "t");
  EXPECT_EQ(refusal(output).code, "tagged-output");
}

TEST(Partitions, are_all_told_that_are_refused) {
  TestProgram program;
  program.input("x", "t");
  program.input("y", "t");
  program.output({"x"});
  const Program before = program.build();
  const Result<Partitions> found = find_partitions(before, GraphTree(before));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().size(), 2U);
}

TEST(Order, puts_a_delegate_right_behind_the_last_that_it_takes) {
  TestProgram program;
  program.input("x");
  program.input("y");
  program.call("a", {"x"}, "t");
  program.call("b", {"a"});
  program.call("c", {"y"});
  program.call("d", {"x"});
  program.call("e", {"c"}, "t");
  program.output({"b", "d", "e"});
  const Program after = *lower_reference(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; y; c(y); lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x c); "
            "getitem(executorch_call_delegate 0); "
            "getitem_1(executorch_call_delegate 1); b(getitem); d(x); "
            "output(b d getitem_1)");
}

TEST(Order, keeps_delegates_out_from_among_the_placeholders) {
  TestProgram program;
  program.input("x");
  program.input("y");
  program.call("a", {"x"}, "t");
  program.output({"a", "y"});
  const Program after = *lower_reference(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; y; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); output(getitem y)");
}

TEST(Order, keeps_delegates_at_one_place_in_the_order_of_their_partitions) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "t");
  program.call("b", {"x"}, "u");
  program.output({"b", "a"});
  const Program after = *lower_reference(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); lowered_module_1; "
            "executorch_call_delegate_1(lowered_module_1 x); "
            "getitem_1(executorch_call_delegate_1 0); "
            "output(getitem_1 getitem)");
}

TEST(Tags, on_delegates_of_an_earlier_round_are_stale) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "t");
  program.call("b", {"a"}, "later");
  program.output({"b"});
  HandOvers leaky = reference_hand_overs();
  const auto leave_tag = [](const HandOver& at, MetaDraft& draft) {
    reference_getitem(at, draft);
    draft.set(known::delegation_tag, at.partition.tag);
  };
  leaky.getitem = leave_tag;
  leaky.delegate_call = [](const HandOver& at, MetaDraft& draft) {
    reference_delegate_call(at, draft);
    draft.set(known::delegation_tag, at.partition.tag);
  };
  const Program once = *lower_reference(program.build(), leaky);
  ASSERT_EQ(meta_at(once, "main", "getitem", "delegation_tag"), "t");
  const Program again = *lower_reference(once);
  EXPECT_EQ(drawn(again, "main"), drawn(once, "main"));
  EXPECT_EQ(meta_at(again, "main", "getitem", "delegation_tag"), "-");
  EXPECT_EQ(
      meta_at(again, "main", "executorch_call_delegate", "delegation_tag"),
      "-");
  EXPECT_EQ(meta_at(again, "main.lowered_module_0", "a", "delegation_tag"),
            "t");
}

}  // namespace
}  // namespace metagate
