#include "harness/generate/generate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "harness/generate/prng.h"
#include "harness/generate/second_round.h"
#include "harness/generate/shapes.h"

namespace metagate {
namespace {

constexpr std::uint64_t seed = 20805;

const Vocabulary& words() {
  static const Vocabulary made = make_vocabulary(512);
  return made;
}

// How many of `count` programs of a profile have each shape.
std::array<int, shape_count> count_shapes(const Profile& profile, int count) {
  std::array<int, shape_count> found{};
  Generator generator(words(), profile);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t one = case_seed(seed, static_cast<std::uint64_t>(i));
    Shapes shapes = shapes_of(generator.make(one));
    if (has_second_round(profile, one)) {
      shapes.set(static_cast<std::size_t>(Shape::second_round));
    }
    for (std::size_t k = 0; k < shape_count; ++k) found[k] += shapes.test(k);
  }
  return found;
}

// True where `found` of `count` is too little for a share of `least` percent,
// with an error of less than one in a billion: it does not depend on luck, even
// if somebody changes the seed.
bool is_too_rare(int found, int count, double least) {
  const double share = least / 100;
  const double deviation = std::sqrt(count * share * (1 - share));
  return found < count * share - 6 * deviation;
}

TEST(Shapes, rows_stand_in_the_order_of_their_shapes) {
  std::size_t index = 0;
  for (const ShapeRow& row : shape_rows()) {
    EXPECT_EQ(static_cast<std::size_t>(row.shape), index++) << row.name;
  }
}

TEST(Shapes, the_default_profile_gives_each_as_often_as_required) {
  constexpr int count = 3000;
  const auto found = count_shapes(profiles().front(), count);
  for (const ShapeRow& row : shape_rows()) {
    const int n = found[static_cast<std::size_t>(row.shape)];
    EXPECT_FALSE(is_too_rare(n, count, row.least))
        << row.name << ": " << n << " of " << count << ", least " << row.least
        << " %";
    EXPECT_GT(n, 0) << row.name;
  }
}

TEST(Shapes, a_rare_one_has_a_profile_that_gives_it_often) {
  constexpr int count = 600;
  for (const ShapeRow& row : shape_rows()) {
    if (row.profile.empty()) continue;
    const Profile* const profile = find_profile(row.profile);
    ASSERT_NE(profile, nullptr) << row.name;
    const auto found = count_shapes(*profile, count);
    const double enough = std::min(33.0, 4 * row.least);
    EXPECT_FALSE(
        is_too_rare(found[static_cast<std::size_t>(row.shape)], count, enough))
        << row.name << " in " << row.profile << ": "
        << found[static_cast<std::size_t>(row.shape)];
  }
}

TEST(Shapes, a_generator_without_a_shape_is_noticed) {
  Profile poor = profiles().front();
  poor.body_call = 0;
  constexpr int count = 3000;
  const auto found = count_shapes(poor, count);
  const ShapeRow& row = shape_rows()[static_cast<std::size_t>(Shape::nested)];
  EXPECT_TRUE(is_too_rare(found[static_cast<std::size_t>(Shape::nested)], count,
                          row.least));
}

// --- what a program must be, whatever the profile
// -----------------------------

void expect_valid(const Program& program) {
  std::set<Symbol> graphs;
  for (std::size_t g = 0; g < program.graphs().size(); ++g) {
    const Graph& graph = program.graph(GraphId(g));
    EXPECT_TRUE(graphs.insert(graph.name).second);
    std::set<Symbol> names;
    const std::uint32_t first = graph.nodes.first;
    for (std::uint32_t i = first; i < first + graph.nodes.count; ++i) {
      const Node& node = program.node(NodeId(i));
      EXPECT_TRUE(names.insert(node.name).second);
      EXPECT_EQ(node.op == Op::output, i + 1 == first + graph.nodes.count);
      if (node.op == Op::get_attr) {
        EXPECT_NE(graph.find_module(node.target), nullptr);
      }
      for (const NodeId operand : program.operands(NodeId(i))) {
        EXPECT_GE(operand.index(), first);
        EXPECT_LT(operand.index(), i);
      }
      std::set<Symbol> keys;
      for (const MetaEntry& entry : program.meta(NodeId(i))) {
        EXPECT_TRUE(keys.insert(entry.key).second);
      }
    }
    for (const Module& module : graph.modules) {
      if (module.graph) {
        EXPECT_LT(module.graph.index(), program.graphs().size());
      }
    }
  }
}

TEST(Generator, makes_valid_programs_of_every_profile) {
  for (const Profile& profile : profiles()) {
    Generator generator(words(), profile);
    for (std::uint64_t i = 0; i < 100; ++i) {
      SCOPED_TRACE(std::string(profile.name) + " " + std::to_string(i));
      const Program program = generator.make(case_seed(seed, i));
      expect_valid(program);
      expect_valid(tag_again(program, words(), profile, i));
    }
  }
}

TEST(Generator, a_seed_gives_the_same_program_whatever_came_before) {
  Generator used(words(), profiles().front());
  for (std::uint64_t i = 0; i < 50; ++i) {
    Generator fresh(words(), profiles().front());
    const Program a = used.make(i);
    const Program b = fresh.make(i);
    ASSERT_EQ(a.nodes().size(), b.nodes().size());
    for (std::size_t n = 0; n < a.nodes().size(); ++n) {
      const NodeId id(n);
      EXPECT_EQ(a.node(id).name, b.node(id).name);
      EXPECT_TRUE(std::ranges::equal(a.operands(id), b.operands(id)));
      EXPECT_TRUE(std::ranges::equal(
          a.meta(id), b.meta(id), [](const auto& x, const auto& y) {
            return x.key == y.key && x.value == y.value;
          }));
    }
  }
}

void collect_tags(const Tree& tree, std::set<Tag>& tags) {
  tags.insert(tree.tag);
  for (const Item& item : tree.items) collect_tags(item.value, tags);
}

TEST(Generator, gives_values_of_every_tag) {
  Generator generator(words(), *find_profile("objects"));
  std::set<Tag> tags;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Program program = generator.make(case_seed(seed, i));
    for (std::size_t n = 0; n < program.nodes().size(); ++n) {
      for (const MetaEntry& entry : program.meta(NodeId(n))) {
        collect_tags(program.store().tree(entry.value), tags);
      }
    }
  }
  for (int tag = 0; tag < static_cast<int>(Tag::operand); ++tag) {
    EXPECT_TRUE(tags.contains(static_cast<Tag>(tag))) << tag;
  }
}

TEST(Generator, uses_every_operator_and_every_key) {
  std::set<Symbol> targets;
  std::set<Symbol> keys;
  Generator generator(words(), profiles().front());
  for (std::uint64_t i = 0; i < 1500; ++i) {
    const Program program = generator.make(case_seed(seed, i));
    for (std::size_t n = 0; n < program.nodes().size(); ++n) {
      targets.insert(program.node(NodeId(n)).target);
      for (const MetaEntry& entry : program.meta(NodeId(n))) {
        keys.insert(entry.key);
      }
    }
  }
  for (const OperatorWords& row : words().operators) {
    EXPECT_TRUE(targets.contains(row.target)) << row.row.target;
  }
  for (const KeyWords& row : words().keys) {
    EXPECT_TRUE(keys.contains(row.key)) << row.row.name;
  }
}

TEST(Prng, draws_below_a_bound_and_all_of_it) {
  Prng prng(1);
  std::set<std::uint32_t> seen;
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t drawn = prng.below(5);
    ASSERT_LT(drawn, 5U);
    seen.insert(drawn);
  }
  EXPECT_EQ(seen.size(), 5U);
}

TEST(Prng, is_the_published_splitmix64) {
  // First outputs for the seed 1234567 (Vigna's splitmix64.c).
  Prng prng(1234567);
  EXPECT_EQ(prng.next(), 6457827717110365317U);
  EXPECT_EQ(prng.next(), 3203168211198807973U);
}

}  // namespace
}  // namespace metagate
