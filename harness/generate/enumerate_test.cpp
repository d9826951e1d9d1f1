#include "harness/generate/enumerate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/generate/count_for_test.h"
#include "harness/generate/outline_program.h"
#include "json/read.h"
#include "json/write.h"

namespace metagate {
namespace {

std::vector<Outline> all_of(const OutlineBound& bound) {
  std::vector<Outline> out;
  const Enumeration enumeration(bound);
  for (std::uint64_t slot = 0; slot < enumeration.slots(); ++slot) {
    enumeration.visit(slot, [&](const Outline& one) { out.push_back(one); });
  }
  return out;
}

// Small enough to look at every one.
const OutlineBound small_bounds[] = {
    {.nodes = 1, .operands = 3, .tags = 1, .outputs = 1},
    {.nodes = 2, .operands = 2, .tags = 2, .outputs = 2},
    {.nodes = 2, .operands = 3, .tags = 1, .outputs = 2},
    {.nodes = 3, .operands = 1, .tags = 3, .outputs = 3},
    {.nodes = 3, .operands = 2, .tags = 1, .outputs = 1},
};

// The program as a text in which nodes have the names that are given: what two
// isomorphic programs have in common under some names.
std::string spelt(const Program& program, const std::vector<int>& name) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const NodeId id(i);
    const Node& node = program.node(id);
    std::string line = std::to_string(name[i]) + ":";
    if (node.op == Op::call_function) line += program.text(node.target);
    std::vector<std::string> operands;
    for (const NodeId operand : program.operands(id)) {
      operands.push_back("," + std::to_string(name[operand.index()]));
    }
    // What is returned is a set.
    if (node.op == Op::output) std::sort(operands.begin(), operands.end());
    for (const std::string& operand : operands) line += operand;
    lines.push_back(std::move(line));
    // A tag by who shares it.
    const ValueId tag = program.value(id, known::delegation_tag);
    if (!tag) continue;
    std::set<int> sharing;
    for (std::size_t k = 0; k < program.nodes().size(); ++k) {
      if (program.value(NodeId(k), known::delegation_tag) == tag) {
        sharing.insert(name[k]);
      }
    }
    for (const int other : sharing) {
      lines.back() += "+" + std::to_string(other);
    }
  }
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += line + ";";
  return out;
}

// The least text that any names give: equal exactly for isomorphic programs.
std::string least_spelling(const Program& program, std::size_t inputs) {
  std::vector<int> name(program.nodes().size());
  std::iota(name.begin(), name.end(), 0);
  const auto middle = name.begin() + static_cast<std::ptrdiff_t>(inputs);
  std::string least;
  do {
    do {
      std::string text = spelt(program, name);
      if (least.empty() || text < least) least = std::move(text);
    } while (std::next_permutation(middle, name.end() - 1));
  } while (std::next_permutation(name.begin(), middle));
  return least;
}

TEST(Enumeration, holds_as_many_programs_as_burnsides_lemma_counts) {
  for (const OutlineBound& bound : small_bounds) {
    EXPECT_EQ(all_of(bound).size(), independent_count(bound));
  }
  EXPECT_EQ(independent_count({.nodes = 1, .operands = 2}), 10U);  // by hand
}

TEST(Enumeration, holds_as_many_programs_at_the_default_bound) {
  const Enumeration enumeration{OutlineBound()};
  std::uint64_t count = 0;
  for (std::uint64_t slot = 0; slot < enumeration.slots(); ++slot) {
    enumeration.visit(slot, [&](const Outline&) { ++count; });
  }
  EXPECT_EQ(count, independent_count({}));
}

TEST(Enumeration, never_gives_two_isomorphic_programs) {
  const OutlinePrograms programs;
  for (const OutlineBound& bound : small_bounds) {
    std::map<std::string, Outline> seen;
    for (const Outline& one : all_of(bound)) {
      const std::string text = least_spelling(programs.make(one), one.inputs);
      const auto [twin, is_new] = seen.emplace(text, one);
      EXPECT_TRUE(is_new) << text;
    }
  }
}

TEST(Enumeration, the_text_that_tells_programs_apart_knows_isomorphic_ones) {
  const OutlinePrograms programs;
  Outline one{.count = 2, .inputs = 2, .outputs = 1};
  one.calls[0] = {.arity = 2, .operands = {0, 1, 0}};
  one.calls[1] = {.arity = 1, .operands = {1, 0, 0}};
  one.tags = {0, 1};
  Outline twin{.count = 2, .inputs = 2, .outputs = 2};
  twin.calls[0] = {.arity = 1, .operands = {0, 0, 0}};
  twin.calls[1] = {.arity = 2, .operands = {1, 0, 0}};
  twin.tags = {2, 0};
  EXPECT_EQ(least_spelling(programs.make(one), 2),
            least_spelling(programs.make(twin), 2));
  twin.calls[1].operands = {0, 1, 0};  // the operands the other way round
  EXPECT_NE(least_spelling(programs.make(one), 2),
            least_spelling(programs.make(twin), 2));
}

TEST(Enumeration, gives_valid_programs_that_read_back_as_they_were) {
  const OutlinePrograms outline_programs;
  for (const OutlineBound& bound : std::span(small_bounds).first(4)) {
    std::vector<Program> programs;
    for (const Outline& one : all_of(bound)) {
      programs.push_back(outline_programs.make(one).with_stage(
          "stage" + std::to_string(programs.size())));
    }
    const std::string text = write_capture(programs);
    const auto document = read_text("programs", text);
    ASSERT_TRUE(document) << document.error().front().message;
    EXPECT_EQ(document->programs.size(), programs.size());
    EXPECT_EQ(write_capture(document->programs), text);
  }
}

TEST(Enumeration, ascends_so_that_the_first_is_the_smallest) {
  for (const OutlineBound& bound : small_bounds) {
    const std::vector<Outline> all = all_of(bound);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  }
}

TEST(Enumeration, gives_every_node_values_of_its_own) {
  Outline one{.count = most_outline_calls, .inputs = 2, .outputs = 1};
  for (OutlineCall& call : one.calls) call.arity = 1;
  const Program program = OutlinePrograms().make(one);
  std::set<std::string> seen;
  std::size_t entries = 0;
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    for (const MetaEntry& entry : program.meta(NodeId(i))) {
      ++entries;
      seen.insert(
          std::string(program.text(entry.key)) + " " +
          value_json(program.store().tree(entry.value), program.store(), 1000));
    }
  }
  EXPECT_EQ(entries, 4U * (2 + most_outline_calls));
  EXPECT_EQ(seen.size(), entries);
}

TEST(Enumeration, refuses_a_bound_that_holds_nothing_or_too_much) {
  EXPECT_FALSE(refusal_of({}));
  EXPECT_FALSE(
      refusal_of({.nodes = 8, .operands = 3, .tags = 8, .outputs = 8}));
  EXPECT_TRUE(refusal_of({.nodes = 0}));
  EXPECT_TRUE(refusal_of({.nodes = 9}));
  EXPECT_TRUE(refusal_of({.operands = 4}));
  EXPECT_TRUE(refusal_of({.tags = 0}));
  EXPECT_TRUE(refusal_of({.outputs = 0}));
}

}  // namespace
}  // namespace metagate
