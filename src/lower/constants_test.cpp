// Constants and mutated buffers at the boundary of partitions.
#include <gtest/gtest.h>

#include "lower/lowered_for_test.h"

namespace metagate {
namespace {

TEST(Constants, move_with_the_partition_that_owns_them) {
  TestProgram program;
  program.buffer("w", "t");
  program.input("x");
  program.call("a", {"x", "w"}, "t");
  program.output({"a"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); output(getitem)");
  EXPECT_EQ(signature_at(after, "main"), "user_input x -> user_output getitem");
  EXPECT_EQ(drawn(after, "main.lowered_module_0"), "w; x; a(x w); output(a)");
  EXPECT_EQ(signature_at(after, "main.lowered_module_0"),
            "buffer w (target of w), user_input x -> user_output a");
  EXPECT_EQ(meta_at(after, "main.lowered_module_0", "w", "delegation_tag"),
            "t");
}

TEST(Constants, are_inputs_without_a_tag) {
  TestProgram program;
  program.buffer("w");
  program.call("a", {"w"}, "t");
  program.output({"a"});
  const Program after = lowered(program.build());
  EXPECT_EQ(signature_at(after, "main.lowered_module_0"),
            "user_input w -> user_output a");
  EXPECT_EQ(signature_at(after, "main"),
            "buffer w (target of w) -> user_output getitem");
}

TEST(Constants, are_copied_for_the_users_that_are_elsewhere) {
  TestProgram program;
  program.buffer("w", "t");
  program.input("x");
  program.call("a", {"x", "w"}, "t");
  program.call("b", {"a", "w"}, "u");
  program.call("b2", {"b", "w"}, "u");
  program.call("c", {"b2", "w"});
  program.output({"c"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "w_copy_1; x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); lowered_module_1; "
            "executorch_call_delegate_1(lowered_module_1 getitem); "
            "getitem_1(executorch_call_delegate_1 0); "
            "c(getitem_1 w_copy_1); output(c)");
  EXPECT_EQ(signature_at(after, "main"),
            "buffer w_copy_1 (target of w), user_input x -> user_output c");
  EXPECT_EQ(drawn(after, "main.lowered_module_1"),
            "w_copy_0; getitem; b(getitem w_copy_0); b2(b w_copy_0); "
            "output(b2)");
  EXPECT_EQ(signature_at(after, "main.lowered_module_1"),
            "buffer w_copy_0 (target of w), user_input getitem -> "
            "user_output b2");
  EXPECT_EQ(meta_at(after, "main.lowered_module_1", "w_copy_0", "spec"),
            "spec of w");
  EXPECT_EQ(
      meta_at(after, "main.lowered_module_1", "w_copy_0", "delegation_tag"),
      "u");
  EXPECT_EQ(meta_at(after, "main", "w_copy_1", "spec"), "spec of w");
  EXPECT_EQ(meta_at(after, "main", "w_copy_1", "delegation_tag"), "-");
}

TEST(Constants, stay_where_no_node_has_their_tag) {
  TestProgram program;
  program.buffer("w", "nobody");
  program.call("a", {"w"});
  program.output({"a"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"), "w; a(w); output(a)");
  EXPECT_EQ(meta_at(after, "main", "w", "delegation_tag"), "-");
}

TEST(Constants, that_must_not_be_copied_are_a_refusal) {
  TestProgram program;
  program.buffer("w", "t");
  program.set("no_copy", "yes");
  program.call("a", {"w"}, "t");
  program.call("c", {"w"});
  program.output({"a", "c"});
  EXPECT_EQ(refusal(program), "no-copy");
}

TEST(Mutations, are_consumed_by_the_owner_of_their_buffer) {
  TestProgram program;
  program.buffer("w", "t");
  program.input("x");
  program.call("u", {"x"}, "t");
  program.call("m", {"w", "x"}, "t");
  program.output({"m", "u"}, {"w"});
  const Program after = lowered(program.build());
  EXPECT_EQ(signature_at(after, "main"), "user_input x -> user_output getitem");
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; "
            "executorch_call_delegate(lowered_module_0 x); "
            "getitem(executorch_call_delegate 0); output(getitem)");
  EXPECT_EQ(drawn(after, "main.lowered_module_0"),
            "w; x; u(x); m(w x); output(m u)");
  EXPECT_EQ(signature_at(after, "main.lowered_module_0"),
            "buffer w (target of w), user_input x -> "
            "buffer_mutation m (target of w), user_output u");
  EXPECT_EQ(meta_at(after, "main", "executorch_call_delegate", "val"),
            "[val of u]");
  EXPECT_EQ(meta_at(after, "main.lowered_module_0", "output", "val"),
            "[val of m, val of u]");
}

TEST(Mutations, that_are_read_outside_as_well_are_returned_once_more) {
  TestProgram program;
  program.buffer("w", "t");
  program.call("m", {"w"}, "t");
  program.call("c", {"m"});
  program.output({"m", "c", "m"}, {"w"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "lowered_module_0; executorch_call_delegate(lowered_module_0); "
            "getitem(executorch_call_delegate 0); c(getitem); "
            "output(c getitem)");
  EXPECT_EQ(drawn(after, "main.lowered_module_0"), "w; m(w); output(m m)");
  EXPECT_EQ(signature_at(after, "main"),
            " -> user_output c, user_output getitem");
}

TEST(Mutations, can_be_all_that_a_partition_does) {
  TestProgram program;
  program.buffer("w", "t");
  program.input("x");
  program.call("m", {"w"}, "t");
  program.output({"m", "x"}, {"w"});
  const Program after = lowered(program.build());
  EXPECT_EQ(drawn(after, "main"),
            "x; lowered_module_0; executorch_call_delegate(lowered_module_0); "
            "output(x)");
  EXPECT_EQ(meta_at(after, "main", "executorch_call_delegate", "val"), "[]");
}

TEST(Mutations, of_a_buffer_without_owner_stay_outputs) {
  TestProgram program;
  program.buffer("w");
  program.call("m", {"w"}, "t");
  program.output({"m"}, {"w"});
  const Program after = lowered(program.build());
  EXPECT_EQ(signature_at(after, "main"),
            "buffer w (target of w) -> "
            "buffer_mutation getitem (target of w)");
  EXPECT_EQ(signature_at(after, "main.lowered_module_0"),
            "user_input w -> user_output m");
}

TEST(Mutations, of_an_owned_buffer_elsewhere_are_a_refusal) {
  TestProgram program;
  program.buffer("w", "t");
  program.call("a", {"w"}, "t");
  program.call("m", {"a"});
  program.output({"m"}, {"w"});
  EXPECT_EQ(refusal(program), "mutated-constant");
}

TEST(Mutations, of_a_buffer_that_is_read_elsewhere_are_a_refusal) {
  TestProgram program;
  program.buffer("w", "t");
  program.call("m", {"w"}, "t");
  program.call("c", {"w"});
  program.output({"m", "c"}, {"w"});
  EXPECT_EQ(refusal(program), "mutated-constant");
}

}  // namespace
}  // namespace metagate
