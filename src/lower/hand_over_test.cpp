#include "lower/hand_over.h"

#include <gtest/gtest.h>

#include "lower/program_for_test.h"
#include "lower/reference.h"
#include "lower/words_for_test.h"

namespace metagate {
namespace {

constexpr std::string_view all_keys =
    "val spec nn_module_stack source_fn_stack debug_handle";

// a@t, of which b@u and c outside take; a, b and c have a transient key each.
Program chain() {
  TestProgram program;
  program.input("x");
  program.set("match", "left by a partitioner");
  program.call("a", {"x"}, "t");
  program.set("compile_spec", "left by a partitioner");
  program.call("b", {"a"}, "u");
  program.set("no_copy", "left by a partitioner");
  program.call("c", {"a"});
  program.set("is_submodule", "left by a partitioner");
  program.set("delegation_tag", program.store().add(null_tree()));
  program.output({"b", "c"});
  return program.build();
}

TEST(HandOver, gives_a_getitem_all_but_source_tracking_and_transient_keys) {
  const Program after = *lower_reference(chain());
  for (const char* getitem : {"getitem", "getitem_1"}) {
    EXPECT_EQ(keys_at(after, "main", getitem), "val spec debug_handle");
  }
  EXPECT_EQ(meta_at(after, "main", "getitem", "spec"), "spec of a");
  EXPECT_EQ(meta_at(after, "main", "getitem_1", "spec"), "spec of b");
}

TEST(HandOver, gives_a_placeholder_what_its_producer_had_before) {
  const Program after = *lower_reference(chain());
  EXPECT_EQ(keys_at(after, "main.lowered_module_0", "x"), all_keys);
  EXPECT_EQ(keys_at(after, "main.lowered_module_1", "getitem"), all_keys);
  EXPECT_EQ(
      meta_at(after, "main.lowered_module_1", "getitem", "nn_module_stack"),
      "nn_module_stack of a");
}

TEST(HandOver, leaves_the_own_tag_to_the_nodes_inside) {
  const Program after = *lower_reference(chain());
  EXPECT_EQ(keys_at(after, "main.lowered_module_0", "a"),
            std::string(all_keys) + " delegation_tag");
  EXPECT_EQ(meta_at(after, "main.lowered_module_1", "b", "delegation_tag"),
            "u");
}

TEST(HandOver, cleans_the_nodes_outside) {
  const Program after = *lower_reference(chain());
  EXPECT_EQ(keys_at(after, "main", "x"), all_keys);
  EXPECT_EQ(keys_at(after, "main", "c"), all_keys);
}

TEST(HandOver, gives_the_call_val_and_handle_and_the_rest_nothing) {
  const Program after = *lower_reference(chain());
  EXPECT_EQ(keys_at(after, "main", "executorch_call_delegate"),
            "val debug_handle");
  EXPECT_EQ(keys_at(after, "main", "lowered_module_0"), "");
  EXPECT_EQ(keys_at(after, "main", "output"), "");
  EXPECT_EQ(keys_at(after, "main.lowered_module_0", "output"), "val");
}

TEST(HandOver, says_none_for_a_val_that_is_not_there) {
  TestProgram program;
  program.input("x");
  program.call("a", {"x"}, "t");
  program.drop("val");
  program.output({"a"});
  const Program after = *lower_reference(program.build());
  EXPECT_EQ(meta_at(after, "main", "executorch_call_delegate", "val"),
            "[None]");
  EXPECT_EQ(keys_at(after, "main", "getitem"), "spec debug_handle");
}

TEST(HandOver, gives_every_node_a_dict_of_its_own) {
  TestProgram builder;
  builder.input("x");
  builder.call("a", {"x"}, "t");
  builder.output({"a"});
  const Program after = *lower_reference(builder.build());
  std::vector<MetaId> metas;
  for (const Node& node : after.nodes()) metas.push_back(node.meta);
  std::sort(metas.begin(), metas.end());
  EXPECT_EQ(std::adjacent_find(metas.begin(), metas.end()), metas.end());
}

TEST(HandOver, can_be_replaced_one_by_one) {
  HandOvers mutant = reference_hand_overs();
  mutant.getitem = [](const HandOver& at, MetaDraft& draft) {
    reference_getitem(at, draft);
    if (at.arity() == 1) draft.drop(at.before.store().find("spec"));
  };
  const Program after = *lowering_with(mutant)(chain());
  EXPECT_EQ(keys_at(after, "main", "getitem"), "val debug_handle");
  EXPECT_EQ(keys_at(after, "main.lowered_module_0", "a"),
            std::string(all_keys) + " delegation_tag");
}

TEST(HandOver, lets_a_mutant_see_where_it_is) {
  TestProgram program;
  program.input("x");
  program.buffer("w", "t");
  program.call("a", {"x", "w"}, "t");
  program.call("b", {"a"}, "t");
  program.output({"a", "b"});
  std::string seen;
  HandOvers mutant = reference_hand_overs();
  mutant.getitem = [&](const HandOver& at, MetaDraft& draft) {
    reference_getitem(at, draft);
    seen += std::string(at.before.name(at.node)) + " " +
            std::to_string(at.index) + "/" + std::to_string(at.arity()) + " " +
            std::to_string(at.partition.constants.size()) + " " +
            std::to_string(at.getitem_metas.size()) + "; ";
    EXPECT_FALSE(at.is_nested);
    EXPECT_FALSE(at.is_later_round);
    EXPECT_TRUE(at.call_meta);
  };
  ASSERT_TRUE(lower_reference(program.build(), mutant));
  EXPECT_EQ(seen, "a 0/2 1 0; b 1/2 1 1; ");
}

TEST(HandOver, lets_a_mutant_share_a_dict) {
  HandOvers mutant = reference_hand_overs();
  mutant.copied = [](const HandOver& at, MetaDraft& draft) {
    reference_copied(at, draft);
    draft.shared = at.getitem_metas.front();
  };
  const Program after = *lower_reference(chain(), mutant);
  const auto meta = [&](std::string_view graph, std::string_view name) {
    return after.node(node_at(after, graph, name)).meta;
  };
  EXPECT_EQ(meta("main", "getitem"), meta("main.lowered_module_0", "a"));
}

}  // namespace
}  // namespace metagate
