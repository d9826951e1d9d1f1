#include "harness/reduce/reduce.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "check/check.h"
#include "harness/generate/cases.h"
#include "harness/mutants/mutants.h"
#include "harness/reduce/edits.h"
#include "harness/reduce/hunt.h"
#include "json/read.h"
#include "json/write.h"
#include "lower/reference.h"

namespace metagate {
namespace {

constexpr std::uint64_t seed = 9435;

const Vocabulary& words() {
  static const Vocabulary made = make_vocabulary(512);
  return made;
}

// Every operand is in the graph of its user and stands before it; names are
// given once in a graph; modules are there.
void expect_valid(const Program& program) {
  for (std::size_t g = 0; g < program.graphs().size(); ++g) {
    const Graph& graph = program.graph(GraphId(g));
    std::set<Symbol> names;
    const std::uint32_t first = graph.nodes.first;
    for (std::uint32_t i = first; i < first + graph.nodes.count; ++i) {
      EXPECT_TRUE(names.insert(program.node(NodeId(i)).name).second);
      for (const NodeId operand : program.operands(NodeId(i))) {
        EXPECT_GE(operand.index(), first);
        EXPECT_LT(operand.index(), i);
      }
      if (program.node(NodeId(i)).op == Op::get_attr) {
        EXPECT_NE(graph.find_module(program.node(NodeId(i)).target), nullptr);
      }
    }
    if (!graph.signature) continue;
    const NodeId output = program.output_of(GraphId(g));
    const auto returned = program.operands(output);
    EXPECT_EQ(returned.size(), graph.signature->outputs.size());
    for (const InputSpec& spec : graph.signature->inputs) {
      EXPECT_LT(spec.arg.index(), program.nodes().size());
    }
  }
  const auto read = read_text("candidate", write_capture({&program, 1}));
  EXPECT_TRUE(read.has_value()) << read.error().front().message;
}

TEST(Edits, candidates_are_valid_and_smaller) {
  for (const char* profile : {"tiny", "default", "nested", "mutation"}) {
    Cases cases(words(), *find_profile(profile), seed);
    for (std::uint64_t i = 0; i < 4; ++i) {
      const Program program = cases.first(i);
      const std::size_t count = candidate_count(program);
      std::size_t made = 0;
      for (std::size_t k = 0; k < count; k += 1 + count / 60) {
        const auto smaller = candidate(program, k);
        if (!smaller) continue;
        ++made;
        SCOPED_TRACE(std::string(profile) + " " + std::to_string(i) +
                     " candidate " + std::to_string(k));
        EXPECT_LT(measure_of(*smaller), measure_of(program));
        expect_valid(*smaller);
      }
      EXPECT_GT(made, 0U);
    }
  }
}

TEST(Edits, of_a_lowered_program_are_valid) {
  Cases cases(words(), *find_profile("rounds"), seed);
  for (std::uint64_t i = 0; i < 4; ++i) {
    const Result<Program> lowered = lower_reference(cases.first(i));
    ASSERT_TRUE(lowered.has_value());
    const Program program = *cases.second(i, *lowered);
    const std::size_t count = candidate_count(program);
    for (std::size_t k = 0; k < count; k += 1 + count / 60) {
      const auto smaller = candidate(program, k);
      if (!smaller) continue;
      expect_valid(*smaller);
      EXPECT_TRUE(check(*smaller, *smaller).findings.empty());
    }
  }
}

// What the reference makes of a candidate is clean: a reducer finds no fault
// that its own edits made.
TEST(Edits, candidates_are_lowered_without_a_finding) {
  const Judge judge = judge_of(lowering_with(reference_hand_overs()));
  Cases cases(words(), *find_profile("default"), seed);
  for (std::uint64_t i = 0; i < 4; ++i) {
    const Program program = cases.first(i);
    const std::size_t count = candidate_count(program);
    for (std::size_t k = 0; k < count; k += 1 + count / 60) {
      const auto smaller = candidate(program, k);
      if (!smaller) continue;
      const auto findings = judge(*smaller);
      EXPECT_TRUE(findings.empty())
          << "case " << i << " candidate " << k << ": " << findings[0].rule;
    }
  }
}

TEST(Reduce, a_large_program_needs_few_lowerings) {
  const Mutant* const mutant = find_mutant("single_output_keeps_val_only");
  ASSERT_NE(mutant, nullptr);
  const Judge judge = judge_of(lowering_of(*mutant));
  Cases cases(words(), *find_profile("large"), seed);
  int reduced = 0;
  for (std::uint64_t i = 0; reduced < 3; ++i) {
    ASSERT_LT(i, 100U);
    const Program program = cases.first(i);
    const auto findings = judge(program);
    if (findings.empty()) continue;
    ++reduced;
    const Reduced smallest = reduce(program, fault_of(findings[0]), judge);
    EXPECT_TRUE(smallest.is_minimal);
    EXPECT_LE(smallest.tries, 60U) << program.nodes().size() << " nodes";
    EXPECT_LE(smallest.program.nodes().size(), 3U);
  }
}

TEST(Reduce, gives_up_where_it_may_not_try_any_more) {
  const Mutant* const mutant = find_mutant("single_output_keeps_val_only");
  const Judge judge = judge_of(lowering_of(*mutant));
  Cases cases(words(), *find_profile("large"), seed);
  const Program program = cases.first(0);
  const auto findings = judge(program);
  const Reduced smaller =
      reduce(program, fault_of(findings[0]), judge, {.most_tries = 5});
  EXPECT_FALSE(smaller.is_minimal);
  EXPECT_LE(smaller.tries, 5U);
  EXPECT_NE(find_fault(smaller.findings, fault_of(findings[0])), nullptr);
}

TEST(Reduce, does_not_slip_to_another_fault) {
  // Two faults: a loss on single outputs, a leak on several.
  HandOvers both = reference_hand_overs();
  both.getitem = [](const HandOver& at, MetaDraft& draft) {
    reference_getitem(at, draft);
    if (at.arity() == 1) {
      draft.drop(known::debug_handle);
    } else {
      draft.set(known::nn_module_stack, at.store.add(null_tree()));
    }
  };
  const Judge judge = judge_of(lowering_with(both));
  Cases cases(words(), profiles().front(), seed);
  int reductions = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const Program program = cases.first(i);
    std::set<Fault> faults;
    for (const Finding& finding : judge(program)) {
      faults.insert(fault_of(finding));
    }
    for (const Fault& fault : faults) {
      const Reduced smallest = reduce(program, fault, judge);
      ++reductions;
      EXPECT_NE(find_fault(smallest.findings, fault), nullptr);
      for (const Finding& finding : smallest.findings) {
        EXPECT_EQ(fault_of(finding), fault) << finding.rule;
      }
    }
  }
  EXPECT_GT(reductions, 40);
}

// Two mutants at once, and a fault that one of them alone shows: what is left
// fails by that one alone.
TEST(Reduce, does_not_slip_to_another_mutant) {
  Cases cases(words(), profiles().front(), seed);
  const auto& all = mutants();
  std::size_t reductions = 0;
  for (std::uint64_t i = 0; reductions < 120 && i < 20000; ++i) {
    const Mutant& first = all[i % all.size()];
    const Mutant& second = all[(i * 37 + 11) % all.size()];
    if (first.damage == nullptr || first.name == second.name) continue;
    const Lowering one = lowering_of(second);
    const Judge other = judge_of(lowering_of(first));
    const Judge alone = judge_of(one);
    const Judge both = judge_of(lowering_of(first, one));
    const Program program = cases.first(i);
    for (const Finding& finding : alone(program)) {
      const Fault fault = fault_of(finding);
      if (find_fault(other(program), fault) != nullptr) continue;
      if (find_fault(both(program), fault) == nullptr) continue;
      ++reductions;
      const Reduced smallest = reduce(program, fault, both);
      EXPECT_NE(find_fault(alone(smallest.program), fault), nullptr)
          << second.name << " slipped to " << first.name << ", case " << i;
      break;
    }
  }
  EXPECT_EQ(reductions, 120U);
}

// --- hunting
// ------------------------------------------------------------------

std::function<CaseSource()> cases_of(const Profile& profile) {
  return [&] {
    return source_of(std::make_shared<Cases>(words(), profile, seed));
  };
}

TEST(Hunt, the_reference_lowering_is_silent_on_every_profile) {
  const Lowering reference = lowering_with(reference_hand_overs());
  for (const Profile& profile : profiles()) {
    const std::uint64_t count = profile.name == "large" ? 4 : 120;
    const Hunt found = hunt(cases_of(profile), reference, {.cases = count});
    EXPECT_EQ(found.cases, count) << profile.name;
    EXPECT_EQ(found.refused, 0U) << profile.name;
    EXPECT_EQ(found.coverage.unmatched, 0U) << profile.name;
    ASSERT_FALSE(found.failure.has_value())
        << profile.name << " " << found.failure->index << ": "
        << found.failure->findings.front().rule;
  }
}

TEST(Hunt, finds_the_same_whatever_the_number_of_threads) {
  for (const char* name : {"mutating_partition_is_bare", "dead_code_goes"}) {
    const Mutant* const mutant = find_mutant(name);
    const Lowering lowering = lowering_of(*mutant);
    std::optional<std::uint64_t> index;
    for (const unsigned threads : {1U, 2U, 7U}) {
      const Hunt found = hunt(cases_of(profiles().front()), lowering,
                              {.cases = 2000, .threads = threads});
      ASSERT_TRUE(found.failure.has_value());
      if (!index) index = found.failure->index;
      EXPECT_EQ(found.failure->index, *index) << threads;
    }
  }
}

TEST(Hunt, counts_the_same_whatever_the_number_of_threads) {
  const Lowering reference = lowering_with(reference_hand_overs());
  std::optional<Hunt> first;
  for (const unsigned threads : {1U, 3U}) {
    Hunt found = hunt(cases_of(profiles().front()), reference,
                      {.cases = 300, .threads = threads});
    EXPECT_EQ(found.cases, 300U);
    if (!first)
      first = std::move(found);
    else {
      EXPECT_EQ(found.lowered, first->lowered);
      EXPECT_EQ(found.coverage.keys, first->coverage.keys);
    }
  }
}

TEST(Hunt, a_refusal_of_a_valid_program_is_told) {
  const Lowering refuses = [](const Program&) -> Result<Program> {
    return Problem{.message = "no", .code = "non-convex"};
  };
  const Hunt found = hunt(cases_of(profiles().front()), refuses, {.cases = 5});
  EXPECT_EQ(found.refused, 5U);
  EXPECT_EQ(found.first_refused, 0U);
  EXPECT_EQ(found.why_refused.front().message, "no");
}

}  // namespace
}  // namespace metagate
