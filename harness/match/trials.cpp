#include "harness/match/trials.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "harness/generate/cases.h"
#include "harness/generate/prng.h"
#include "harness/golden/golden.h"
#include "harness/match/laws.h"
#include "harness/mutants/mutants.h"
#include "harness/reduce/edits.h"
#include "harness/reduce/hunt.h"
#include "harness/reduce/laws.h"
#include "json/read.h"
#include "json/write.h"
#include "report/formats.h"

namespace metagate {
namespace {

// A graph holds at most so many nodes.
constexpr std::size_t most_nodes = 256;
// So many programs a mutant may need to be seen.
constexpr std::uint64_t most_mutant_cases = 1000;
// So many candidates are tried to make a counterexample of a law smaller.
constexpr std::size_t most_tries = 5000;

const Vocabulary& words() {
  static const Vocabulary made = make_vocabulary(most_nodes);
  return made;
}

std::function<CaseSource()> source(const Profile& profile, std::uint64_t seed) {
  return [&profile, seed] {
    return source_of(std::make_shared<Cases>(words(), profile, seed));
  };
}

std::string capture_of(const Program& program) {
  const Program before = program.with_stage("before");
  return "the smallest program:\n" + write_capture({&before, 1});
}

// A name as a test may have it.
std::string test_name(std::string_view kind, std::string_view name) {
  std::string out = std::string(kind) + "_" + std::string(name);
  std::replace_if(
      out.begin(), out.end(),
      [](char c) {
        return !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
               !(c >= '0' && c <= '9');
      },
      '_');
  return out;
}

// --- fixtures
// --------------------------------------------------------------------

std::string try_one(const FixtureFile& file, const Lowering& lowering) {
  const GoldenCase tried = try_fixture(file, lowering);
  std::string text;
  for (const Problem& problem : tried.problems) text += problem.message + "\n";
  for (const std::string& line : tried.wrong) text += line + "\n";
  if (tried.is_unsupported) text += "the lowering does not support it\n";
  return text;
}

// A fixture of one program. What can't be read is tried, and tells why.
bool is_lowered(const FixtureTree& tree, const FixtureFile& file) {
  if (std::binary_search(tree.goldens.begin(), tree.goldens.end(), file.name)) {
    return true;
  }
  if (file.path.ends_with(".gz")) return false;  // a capture of a real flow
  const Result<Document> document = read_file(file.path);
  return !document || document->programs.size() == 1;
}

void add_fixtures(const TrialSettings& settings, std::vector<Trial>& out) {
  const Result<FixtureTree> tree = find_fixtures(settings.root);
  if (!tree) {
    const Problem why = tree.error().front();
    out.push_back({"fixtures", [why](const Lowering&) {
                     return why.file + ": " + why.message;
                   }});
    return;
  }
  for (const FixtureFile& file : tree->fixtures) {
    if (!is_lowered(*tree, file)) continue;
    out.push_back(
        {test_name("fixture", file.name),
         [file](const Lowering& lowering) { return try_one(file, lowering); }});
  }
}

// --- random programs
// ---------------------------------------------------------------

std::string failure_told(const Failure& failure, const Lowering& lowering) {
  const Fault fault = fault_of(failure.findings.front());
  const Reduced reduced = reduce(failure.program, fault, judge_of(lowering));
  Run run{.version = "suite"};
  run.pairs.push_back(lowered_pair(
      "case " + std::to_string(failure.index),
      {"before", std::make_shared<const Program>(reduced.program), nullptr},
      lowering(reduced.program), "after", executorch_policy()));
  return concise_report(run) + capture_of(reduced.program);
}

std::string hunt_told(const Hunt& found, const Lowering& lowering) {
  if (found.failure) return failure_told(*found.failure, lowering);
  if (found.first_refused) {
    return "case " + std::to_string(*found.first_refused) +
           " is valid, and was refused: " + found.why_refused.front().message;
  }
  if (found.unsupported + found.unchecked > 0 || found.coverage.nodes == 0) {
    return "not every program could be checked";
  }
  return {};
}

void add_profiles(const TrialSettings& settings, std::vector<Trial>& out) {
  for (const Profile& profile : profiles()) {
    // The last has programs of hundreds of nodes.
    const bool is_large = &profile == &profiles().back();
    const std::uint64_t cases =
        is_large ? 1 + settings.cases / 20 : settings.cases;
    out.push_back(
        {test_name("programs", profile.name),
         [&profile, cases, seed = settings.seed](const Lowering& lowering) {
           const Hunt found = hunt(source(profile, seed), lowering,
                                   {.cases = cases, .threads = 1});
           return hunt_told(found, lowering);
         }});
  }
}

// --- laws
// ----------------------------------------------------------------------------

// The smallest program that still breaks the law, in whatever way.
Program smallest(const Law& law, const Lowering& lowering, Program program,
                 std::uint64_t seed) {
  std::size_t tries = 0;
  for (std::size_t i = 0; i < candidate_count(program) && tries < most_tries;) {
    ++tries;
    std::optional<Program> smaller = candidate(program, i);
    if (smaller && law.broken(lowering, *smaller, seed)) {
      program = *std::move(smaller);
      i = 0;
    } else {
      ++i;
    }
  }
  return program;
}

std::string try_law(const Law& law, const Lowering& lowering,
                    const TrialSettings& settings) {
  Cases cases(words(), profiles().front(), settings.seed);
  for (std::uint64_t i = 0; i < settings.cases; ++i) {
    const std::uint64_t seed = case_seed(settings.seed, i);
    const Program program = cases.first(i);
    if (!law.broken(lowering, program, seed)) continue;
    const Program small = smallest(law, lowering, program, seed);
    return std::string(law.says) + ", but in case " + std::to_string(i) + " " +
           law.broken(lowering, small, seed).value_or("") + "\n" +
           capture_of(small);
  }
  return {};
}

void add_laws(const TrialSettings& settings, std::vector<Trial>& out) {
  for (const Law& law : laws()) {
    out.push_back({test_name("law", law.name),
                   [&law, settings](const Lowering& lowering) {
                     return try_law(law, lowering, settings);
                   }});
  }
}

// --- mutants
// ---------------------------------------------------------------------------

std::string try_mutant(const Mutant& mutant, const Lowering& lowering,
                       std::uint64_t seed) {
  const Lowering damaged = lowering_of(mutant, lowering);
  const Profile& profile = *find_profile(mutant.profile);
  // Most are seen in a few programs.
  for (const std::uint64_t cases :
       {most_mutant_cases / 20, most_mutant_cases}) {
    const Hunt found = hunt(source(profile, seed), damaged,
                            {.cases = cases,
                             .threads = 1,
                             .laws_every = is_law(mutant.must) ? 4U : 0U,
                             .meets_every_fault = true});
    for (const auto& [fault, failure] : found.failures) {
      if (names_rule(mutant.must, fault.rule)) return {};
      if (names_rule(mutant.may, fault.rule)) return {};
    }
  }
  return "no finding of " + std::string(mutant.must) + " in " +
         std::to_string(most_mutant_cases) +
         " programs: " + std::string(mutant.says);
}

void add_mutants(const TrialSettings& settings, std::vector<Trial>& out) {
  for (const Mutant& mutant : mutants()) {
    out.push_back({test_name("sees", mutant.name),
                   [&mutant, seed = settings.seed](const Lowering& lowering) {
                     return try_mutant(mutant, lowering, seed);
                   }});
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Trial& trial) {
  return out << trial.name;
}

std::vector<Trial> trials(const TrialSettings& settings) {
  std::vector<Trial> out;
  add_fixtures(settings, out);
  add_profiles(settings, out);
  add_laws(settings, out);
  add_mutants(settings, out);
  return out;
}

}  // namespace metagate
