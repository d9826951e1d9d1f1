#include "lower/reference.h"

#include <gtest/gtest.h>

#include "lower/lowered_for_test.h"

namespace metagate {
namespace {

TEST(Reference, puts_a_delegate_in_the_place_of_a_partition) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "t");
  program.output({"a"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); output(getitem)");
  EXPECT_EQ(drawn(after, "main.lowered_module_0"), "x; a(x); output(a)");
  EXPECT_EQ(signature_at(after, "main"), "user_input x -> user_output getitem");
  EXPECT_EQ(signature_at(after, "main.lowered_module_0"),
            "user_input x -> user_output a");
  const Module& module = after.graph(GraphId(0)).modules.front();
  EXPECT_EQ(after.text(module.name), "lowered_module_0");
  EXPECT_EQ(module.kind, ModuleKind::lowered);
  EXPECT_EQ(after.text(module.backend), "reference");
}

TEST(Reference, reads_every_output_through_a_getitem_of_its_own) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "t");
  program.call("b", {"a"}, "t");
  program.call("c", {"a", "b"});
  program.output({"c", "b"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); "
            "getitem_1(executorch_call_delegate 1); c(getitem getitem_1); "
            "output(c getitem_1)");
  EXPECT_EQ(drawn(after, "main.lowered_module_0"),
            "x; a(x); b(a); output(a b)");
  EXPECT_EQ(meta_at(after, "main", "executorch_call_delegate", "val"),
            "[val of a, val of b]");
  EXPECT_EQ(meta_at(after, "main.lowered_module_0", "output", "val"),
            "[val of a, val of b]");
}

TEST(Reference, returns_a_value_once_however_often_it_is_used) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x", "x"}, "t");
  program.call("c", {"a", "a"});
  program.output({"c", "a", "a"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); c(getitem getitem); "
            "output(c getitem getitem)");
  EXPECT_EQ(drawn(after, "main.lowered_module_0"), "x; a(x x); output(a)");
}

TEST(Reference, lowers_partitions_in_the_order_of_their_first_nodes) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "z");
  program.call("b", {"a"}, "y");
  program.call("c", {"b"}, "z2");
  program.output({"c"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main.lowered_module_0"), "x; a(x); output(a)");
  EXPECT_EQ(drawn(after, "main.lowered_module_1"),
            "getitem; b(getitem); output(b)");
  EXPECT_EQ(drawn(after, "main.lowered_module_2"),
            "getitem_1; c(getitem_1); output(c)");
  // Four nodes have handles.
  EXPECT_EQ(meta_at(after, "main", "executorch_call_delegate", "debug_handle"),
            "5");
  EXPECT_EQ(
      meta_at(after, "main", "executorch_call_delegate_1", "debug_handle"),
      "6");
  EXPECT_EQ(
      meta_at(after, "main", "executorch_call_delegate_2", "debug_handle"),
      "7");
}

TEST(Reference, counts_handles_on_from_the_highest_in_any_graph) {
  TestProgram program;
  program.input("x");
  program.attr("body", "main.body");
  program.call("c", {"body", "x"}, "", "cond");
  program.call("a", {"x"}, "t");
  program.output({"a", "c"});
  program.graph("main.body");
  program.input("y");
  program.set("debug_handle", program.store().add_integer(41));
  program.output({"y"});
  const Program after = lowered(program.build());
  EXPECT_EQ(meta_at(after, "main", "executorch_call_delegate", "debug_handle"),
            "42");
}

TEST(Reference, takes_the_first_names_that_no_node_and_no_module_has) {
  TestProgram program;
  program.input("getitem");
  program.attr("lowered_module_0");
  program.call("executorch_call_delegate", {"getitem", "lowered_module_0"});
  program.call("a", {"getitem"}, "t");
  program.call("getitem_1", {"a"}, "t");
  program.output({"a", "getitem_1", "executorch_call_delegate"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "getitem; lowered_module_1; "
            "executorch_call_delegate_1(lowered_module_1 getitem); "
            "getitem_2(executorch_call_delegate_1 0); "
            "getitem_3(executorch_call_delegate_1 1); lowered_module_0; "
            "executorch_call_delegate(getitem lowered_module_0); "
            "output(getitem_2 getitem_3 executorch_call_delegate)");
  EXPECT_EQ(drawn(after, "main.lowered_module_1"),
            "getitem; a(getitem); getitem_1(a); output(a getitem_1)");
}

TEST(Reference, names_the_output_inside_like_no_other_node_there) {
  TestProgram program;
  program.input("output_1");
  program.call("output_2", {"output_1"}, "t");
  program.output({"output_2"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main.lowered_module_0"),
            "output_1; output_2(output_1); output(output_2)");
}

TEST(Reference, keeps_a_partition_that_nobody_uses) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "t");
  program.output({"x"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); output(x)");
  EXPECT_EQ(meta_at(after, "main", "executorch_call_delegate", "val"), "[]");
  EXPECT_EQ(drawn(after, "main.lowered_module_0"), "x; a(x); output()");
}

TEST(Reference, lowers_a_partition_that_takes_nothing) {
  TestProgram program;
  program.input("x");
  program.input("y");
  program.call("b", {"x"});
  program.call("a", {}, "t");
  program.output({"a", "b"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; y; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0); "
            "getitem(executorch_call_delegate 0); b(x); output(getitem b)");
}

TEST(Reference, gives_back_an_untagged_program_as_it_is) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"});
  program.output({"a"});
  const Program before = program.build();
  const Program after = lowered(before);
  EXPECT_EQ(after.stage(), before.stage());
  EXPECT_EQ(after.shared_store(), before.shared_store());
  EXPECT_EQ(drawn(after, "main"), drawn(before, "main"));
  EXPECT_EQ(after.nodes().data() == before.nodes().data(), false);
  EXPECT_EQ(after.meta_count(), before.meta_count());
}

TEST(Reference, gives_equal_programs_for_tags_of_any_name) {
  const auto names = [](std::string_view first, std::string_view second) {
    TestProgram program;
    program.input("x");
    program.call("a", {"x"}, first);
    program.call("b", {"x"}, second);
    program.output({"a", "b"});
    return drawn(lowered(program.build()), "main");
  };
  EXPECT_EQ(names("p", "q"), names("q", "p"));
}

TEST(Reference, leaves_what_an_earlier_round_delegated) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "t");
  program.call("b", {"a"});
  program.output({"b"});
  const Program once = lowered(program.build());
  const Program again = lowered(once);
  EXPECT_EQ(again.shared_store(), once.shared_store());
  EXPECT_EQ(meta_at(again, "main.lowered_module_0", "a", "delegation_tag"),
            "t");
}

}  // namespace
}  // namespace metagate
