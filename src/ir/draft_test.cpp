#include "ir/draft.h"

#include <gtest/gtest.h>

#include "ir/builder.h"

namespace metagate {
namespace {

// main: x, a(x), b(a, a) -> output(b), and a body that `cond` calls.
Program sample() {
  const auto store = std::make_shared<Store>();
  ProgramBuilder builder(store);
  const auto word = [&](const char* text) { return store->intern(text); };
  const GraphId main = builder.begin_graph(word("main"));
  const NodeId x = builder.add_node(
      {.name = word("x"), .op = Op::placeholder, .target = word("x")});
  const MetaEntry entry{word("key"), store->add_integer(7)};
  const NodeId from_x[] = {x};
  const NodeId a = builder.add_node({.name = word("a"),
                                     .target = word("aten.relu.default"),
                                     .args = operand_list(*store, 1),
                                     .operands = from_x,
                                     .meta = builder.add_meta({&entry, 1})});
  const NodeId body = builder.add_node(
      {.name = word("body"), .op = Op::get_attr, .target = word("body")});
  const NodeId from_a[] = {a, a, body};
  const NodeId b = builder.add_node({.name = word("b"),
                                     .target = word("cond"),
                                     .args = operand_list(*store, 3),
                                     .operands = from_a});
  const NodeId from_b[] = {b};
  builder.add_node({.name = known::output,
                    .op = Op::output,
                    .target = known::output,
                    .args = operand_list(*store, 1),
                    .operands = from_b});
  builder.set_signature(main, {.inputs = {{InputKind::user_input, x, {}}},
                               .outputs = {{OutputKind::user_output, b, {}}}});
  builder.add_module(main, {.name = word("body"),
                            .kind = ModuleKind::graph,
                            .backend = {},
                            .graph = GraphId(1)});
  builder.begin_graph(word("main.body"));
  builder.add_node(
      {.name = known::output, .op = Op::output, .target = known::output});
  return std::move(builder).build("before");
}

TEST(Draft, unchanged_builds_the_same_program) {
  const Program before = sample();
  const Program after = Draft(before).build();
  ASSERT_EQ(after.nodes().size(), before.nodes().size());
  EXPECT_EQ(after.stage(), "before");
  EXPECT_EQ(after.graphs().size(), 2U);
  EXPECT_EQ(after.graph(GraphId(0)).signature->outputs,
            before.graph(GraphId(0)).signature->outputs);
  EXPECT_EQ(after.meta(NodeId(1)).front().value,
            before.meta(NodeId(1)).front().value);
}

TEST(Draft, replaces_and_erases_a_node) {
  Draft draft(sample());
  draft.replace(NodeId(1), NodeId(0));
  draft.erase(NodeId(1));
  const Program after = draft.build();
  EXPECT_EQ(after.nodes().size(), 5U);
  const auto operands = after.operands(NodeId(2));
  EXPECT_EQ(after.name(operands[0]), "x");
  EXPECT_EQ(after.name(operands[1]), "x");
  EXPECT_EQ(after.name(after.graph(GraphId(0)).signature->outputs[0].arg), "b");
}

TEST(Draft, the_signature_follows_a_replaced_node) {
  Draft draft(sample());
  draft.replace(NodeId(3), NodeId(1));
  const Program after = draft.build();
  EXPECT_EQ(after.name(after.graph(GraphId(0)).signature->outputs[0].arg), "a");
}

TEST(Draft, inserts_a_node_with_a_dict_of_its_own) {
  Draft draft(sample());
  const Symbol name = draft.store().intern("new");
  const NodeId made = draft.insert(
      GraphId(0), NodeId(3),
      {.name = name, .target = known::getitem, .operands = {NodeId(0)}});
  draft.set(made, known::val, draft.store().add_integer(1));
  const Program after = draft.build();
  EXPECT_EQ(after.name(NodeId(3)), "new");
  EXPECT_EQ(after.meta(NodeId(3)).size(), 1U);
  EXPECT_EQ(after.name(NodeId(4)), "b");
}

TEST(Draft, nodes_that_shared_a_dict_still_do) {
  Draft draft(sample());
  draft.at(NodeId(3)).meta = draft.at(NodeId(1)).meta;
  const Program shared = draft.build();
  const Program again = Draft(shared).build();
  EXPECT_EQ(again.node(NodeId(3)).meta, again.node(NodeId(1)).meta);
}

TEST(Draft, graphs_that_no_node_names_can_go) {
  Draft draft(sample());
  draft.at(NodeId(3)).operands.pop_back();
  draft.erase(NodeId(2));
  draft.erase_unused_graphs();
  const Program after = draft.build();
  EXPECT_EQ(after.graphs().size(), 1U);
  EXPECT_TRUE(after.graph(GraphId(0)).modules.empty());
}

TEST(Draft, sets_and_removes_keys) {
  Draft draft(sample());
  const Symbol key = draft.store().find("key");
  draft.set(NodeId(1), key, draft.store().add_integer(8));
  draft.set(NodeId(0), key, draft.store().add_integer(9));
  Program after = draft.build();
  EXPECT_EQ(integer_or(after.store().tree(after.value(NodeId(1), key)), 0), 8);
  EXPECT_EQ(integer_or(after.store().tree(after.value(NodeId(0), key)), 0), 9);
  draft.remove(NodeId(1), key);
  EXPECT_TRUE(draft.build().value(NodeId(1), key).is_none());
}

}  // namespace
}  // namespace metagate
