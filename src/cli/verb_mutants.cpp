#include <fmt/core.h>

#include <set>
#include <string>
#include <utility>

#include "cli/fail.h"
#include "cli/memory.h"
#include "cli/named.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "harness/generate/cases.h"
#include "harness/mutants/mutants.h"
#include "harness/reduce/hunt.h"
#include "harness/reduce/laws.h"
#include "harness/reduce/measure.h"
#include "report/printable.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "NAME", .value = "", .about = "these alone", .many = true},
    {.flags = "--cases",
     .value = "N",
     .about = "programs of its profile within which each must be killed, and\n"
              "nothing else may fire (1000)"},
    {.flags = "--seed", .value = "S", .about = "another seed, other programs"},
    {.flags = "--list",
     .value = "",
     .about = "only tell the table: name, source, what it does"},
};

// What became of a mutant.
struct Outcome {
  std::string cases;     // needed, or "alive"
  std::string smallest;  // "2 calls, 1 keys"
  std::string rules;
  bool is_as_it_should_be = false;
};

std::uint64_t calls_of(const Program& program) {
  std::uint64_t calls = 0;
  for (const Node& node : program.nodes()) {
    calls += node.op == Op::call_function || node.op == Op::call_method;
  }
  return calls;
}

std::string joined(const std::set<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

Outcome run_mutant(const Mutant& mutant, const Vocabulary& words,
                   std::uint64_t cases, std::uint64_t seed) {
  const Lowering lowering = lowering_of(mutant);
  const Profile& profile = *find_profile(mutant.profile);
  const Hunt found = hunt(
      [&] { return source_of(std::make_shared<Cases>(words, profile, seed)); },
      lowering, {.cases = cases, .laws_every = 16, .meets_every_fault = true});
  if (!found.failure) return {"alive", "", "", false};
  Outcome outcome{.cases = std::to_string(found.failure->index + 1)};
  for (const auto& [fault, failure] : found.failures) {
    if (names_rule(mutant.must, fault.rule)) continue;
    if (names_rule(mutant.may, fault.rule)) continue;
    outcome.rules =
        fmt::format("{} fires in case {}", fault.rule, failure.index);
    return outcome;
  }
  // The first failure of a rule that must fire.
  const std::pair<const Fault, Failure>* killed = nullptr;
  for (const auto& one : found.failures) {
    const bool is_it = names_rule(mutant.must, one.first.rule);
    if (is_it &&
        (killed == nullptr || one.second.index < killed->second.index)) {
      killed = &one;
    }
  }
  if (killed == nullptr) {
    outcome.rules = fmt::format("{} does not fire", mutant.must);
    return outcome;
  }
  const auto& [fault, failure] = *killed;
  outcome.cases = std::to_string(failure.index + 1);
  const Reduced reduced =
      reduce(failure.program, fault, judge_for(fault, lowering));
  std::set<std::string_view> rules;
  for (const Finding& finding : reduced.findings) rules.insert(finding.rule);
  bool has_all = true;
  for (std::string_view left = mutant.must; !left.empty();) {
    const std::size_t end = left.find(' ');
    has_all &= rules.contains(left.substr(0, end));
    left = end == std::string_view::npos ? std::string_view()
                                         : left.substr(end + 1);
  }
  outcome.rules = joined(rules);
  outcome.smallest = fmt::format("{} calls, {} keys", calls_of(reduced.program),
                                 measure_of(reduced.program).counts[6]);
  outcome.is_as_it_should_be = has_all;
  return outcome;
}

std::string listed(const Mutant& mutant) {
  return fmt::format("{:<36} {:<16} {}\n", mutant.name, mutant.source,
                     mutant.says);
}

Result<std::vector<const Mutant*>> wanted(const Arguments& arguments) {
  std::vector<const Mutant*> found;
  for (const std::string& name : arguments.all("NAME")) {
    const Mutant* const mutant = find_mutant(name);
    if (mutant == nullptr) {
      return Problem{.message = "no mutant " + quoted_name(name)};
    }
    found.push_back(mutant);
  }
  if (!found.empty()) return found;
  for (const Mutant& mutant : mutants()) found.push_back(&mutant);
  return found;
}

int run_mutants(const Arguments& arguments) {
  const auto chosen = wanted(arguments);
  if (!chosen) return fail(chosen.error());
  const auto cases = number_named("--cases", arguments.text("cases", "1000"));
  const auto seed = number_named("--seed", arguments.text("seed", "1"));
  if (!cases) return fail(cases.error());
  if (!seed) return fail(seed.error());
  keep_freed_memory();
  const Vocabulary words = make_vocabulary(512);
  std::string out;
  std::size_t killed = 0;
  for (const Mutant* const mutant : *chosen) {
    if (arguments.has("list")) {
      out += listed(*mutant);
      continue;
    }
    const Outcome outcome = run_mutant(*mutant, words, *cases, *seed);
    killed += outcome.is_as_it_should_be ? 1 : 0;
    out += fmt::format("{} {:<34} {:>5}  {:<18} {}\n",
                       outcome.is_as_it_should_be ? "killed" : "ALIVE ",
                       mutant->name, outcome.cases, outcome.smallest,
                       outcome.rules);
  }
  if (!arguments.has("list")) {
    out += fmt::format(
        "{} of {} mutants are killed as their rows say; columns: mutant, "
        "programs needed, the smallest, what it trips\n",
        killed, chosen->size());
  }
  const auto lost = write_to_stdout(out);
  if (lost) return fail({*lost});
  return arguments.has("list") || killed == chosen->size() ? 0 : 1;
}

}  // namespace

const Verb mutants_verb{
    .name = "mutants",
    .about = "runs faulty lowerings, each of which must be found out",
    .examples =
        "examples:\n"
        "  metagate mutants                 the kill matrix\n"
        "  metagate mutants outputs_swapped one of them\n"
        "exit codes: 0 all are killed, 1 one is not, 2 not checked",
    .options = options,
    .run = run_mutants,
};

}  // namespace metagate
