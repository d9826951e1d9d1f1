#include "harness/bench/subjects.h"

#include <cstdlib>

#include "harness/generate/generate.h"
#include "harness/generate/prng.h"
#include "harness/mutants/mutants.h"
#include "harness/reduce/reduce.h"
#include "lower/reference.h"

namespace metagate {
namespace {

constexpr std::uint64_t seed = 1;

}  // namespace

const Vocabulary& bench_words() {
  static const Vocabulary made = make_vocabulary(4096);
  return made;
}

const Profile& usual_profile() {
  return profiles().front();
}

const Profile& combinator_profile() {
  static const Profile made = [] {
    Profile profile = usual_profile();
    profile.body_call = 0;
    profile.mutated = 0;
    profile.input_mutated = 0;
    profile.owned = 0;
    profile.tensor_attribute = 0;
    profile.odd_tag = 0;
    profile.returns_twice = 0;
    return profile;
  }();
  return made;
}

Profile profile_of_size(std::uint32_t nodes) {
  Profile profile = usual_profile();
  // Bodies would make the size a matter of luck. A call has 1.3 nodes, with
  // the readers of its elements; inputs and the output are 5.
  profile.body_call = 0;
  const std::uint32_t calls = (nodes - 5) * 10 / 13;
  profile.calls = {calls, calls};
  return profile;
}

std::vector<Program> programs_of(const Profile& profile, std::size_t count) {
  Generator generator(bench_words(), profile);
  std::vector<Program> programs;
  programs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    programs.push_back(generator.make(case_seed(seed, i)));
  }
  return programs;
}

std::vector<Program> lowered(const std::vector<Program>& before) {
  std::vector<Program> after;
  after.reserve(before.size());
  for (const Program& program : before) {
    Result<Program> made = lower_reference(program);
    if (!made) std::abort();  // the generator makes valid programs
    after.push_back(std::move(*made));
  }
  return after;
}

FailingProgram failing_program(std::uint32_t nodes) {
  const Lowering lowering =
      lowering_of(*find_mutant("single_output_keeps_val_only"));
  const Judge judge = judge_of(lowering);
  const Profile profile = profile_of_size(nodes);
  Generator generator(bench_words(), profile);
  for (std::uint64_t i = 0;; ++i) {
    Program program = generator.make(case_seed(seed, i));
    if (program.nodes().size() < nodes) continue;
    const std::vector<Finding> findings = judge(program);
    if (findings.empty()) continue;
    return {std::move(program), lowering, fault_of(findings.front())};
  }
}

}  // namespace metagate
