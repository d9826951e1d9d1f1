// What the suite costs, and beside it what RapidCheck's combinators cost, in
// one run: only figures of one run can be held against each other. The ratios
// stand in a table below the figures. Built with -DMETAGATE_BENCHMARKS=ON.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "check/check.h"
#include "harness/bench/combinators.h"
#include "harness/bench/subjects.h"
#include "harness/generate/generate.h"
#include "harness/generate/prng.h"
#include "harness/reduce/reduce.h"
#include "lower/reference.h"

namespace metagate {
namespace {

using benchmark::State;

// So many different programs take turns.
constexpr std::size_t turns = 256;

void judge(const Program& before, const Program& after) {
  const Checked checked =
      check(before, after, executorch_policy(), {.step = Step::lowering});
  if (!checked.findings.empty()) std::abort();
  benchmark::DoNotOptimize(checked.coverage.keys);
}

void run_case(const Program& before) {
  const Result<Program> after = lower_reference(before);
  if (!after) std::abort();
  judge(before, *after);
}

// Items are nodes of the programs before; `cases` is by second.
void count(State& state, std::uint64_t nodes) {
  state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
  const auto cases = static_cast<double>(state.iterations());
  state.counters["cases"] = {cases, benchmark::Counter::kIsRate};
  state.counters["nodes_a_case"] = static_cast<double>(nodes) / cases;
}

void generate(State& state, const Profile& profile, bool whole) {
  Generator generator(bench_words(), profile);
  std::uint64_t nodes = 0;
  std::uint64_t i = 0;
  for (auto step : state) {
    static_cast<void>(step);
    const Program program = generator.make(case_seed(1, i++));
    nodes += program.nodes().size();
    if (whole) run_case(program);
  }
  count(state, nodes);
}

void generate_by_combinators(State& state, bool whole) {
  const auto programs =
      programs_by_combinators(bench_words(), combinator_profile());
  std::uint64_t nodes = 0;
  std::uint64_t i = 0;
  for (auto step : state) {
    static_cast<void>(step);
    const auto drawn = programs(rc::Random(case_seed(1, i++)), 100);
    const Program program = drawn.value();
    nodes += program.nodes().size();
    if (whole) run_case(program);
  }
  count(state, nodes);
}

void lower(State& state, const Profile& profile, std::size_t programs) {
  const std::vector<Program> before = programs_of(profile, programs);
  std::uint64_t nodes = 0;
  std::size_t i = 0;
  for (auto step : state) {
    static_cast<void>(step);
    const Program& program = before[i++ % before.size()];
    const Result<Program> after = lower_reference(program);
    benchmark::DoNotOptimize(after.has_value());
    nodes += program.nodes().size();
  }
  count(state, nodes);
}

void check_alone(State& state, const Profile& profile, std::size_t programs) {
  const std::vector<Program> before = programs_of(profile, programs);
  const std::vector<Program> after = lowered(before);
  std::uint64_t nodes = 0;
  std::size_t i = 0;
  for (auto step : state) {
    static_cast<void>(step);
    const std::size_t turn = i++ % before.size();
    judge(before[turn], after[turn]);
    nodes += before[turn].nodes().size();
  }
  count(state, nodes);
}

void cut(State& state, std::uint32_t nodes) {
  const FailingProgram failing = failing_program(nodes);
  std::size_t calls = 0;
  std::size_t left = 0;
  for (auto step : state) {
    static_cast<void>(step);
    const Reduced reduced =
        reduce(failing.program, failing.fault, judge_of(failing.lowering));
    calls = reduced.tries;
    left = reduced.program.nodes().size();
  }
  state.counters["nodes"] = static_cast<double>(failing.program.nodes().size());
  state.counters["calls"] = static_cast<double>(calls);
  state.counters["left"] = static_cast<double>(left);
}

void register_all() {
  using benchmark::RegisterBenchmark;
  const Profile& usual = usual_profile();
  const Profile& simple = combinator_profile();
  RegisterBenchmark("generate", generate, usual, false);
  RegisterBenchmark("lower", lower, usual, turns);
  RegisterBenchmark("check", check_alone, usual, turns);
  RegisterBenchmark("case", generate, usual, true);
  RegisterBenchmark("generate/same", generate, simple, false);
  RegisterBenchmark("generate/combinators", generate_by_combinators, false);
  RegisterBenchmark("case/same", generate, simple, true);
  RegisterBenchmark("case/combinators", generate_by_combinators, true);
  for (const std::uint32_t nodes : {20U, 200U, 2000U}) {
    const Profile profile = profile_of_size(nodes);
    const std::string size = "/" + std::to_string(nodes);
    const std::size_t programs = turns * 20 / nodes + 4;
    RegisterBenchmark(("generate" + size).c_str(), generate, profile, false);
    RegisterBenchmark(("lower" + size).c_str(), lower, profile, programs);
    RegisterBenchmark(("check" + size).c_str(), check_alone, profile, programs);
  }
  for (const std::uint32_t nodes : {300U, 2500U}) {
    RegisterBenchmark(("reduce/" + std::to_string(nodes)).c_str(), cut, nodes)
        ->Unit(benchmark::kMillisecond);
  }
}

// Shows the figures as they come, and keeps them for the table.
class Keeper : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (!run.error_occurred) kept_.emplace(run.benchmark_name(), run);
    }
    ConsoleReporter::ReportRuns(runs);
  }

  // A counter of a benchmark; 0 where it was not run.
  [[nodiscard]] double of(const std::string& name,
                          const std::string& counter) const {
    const auto run = kept_.find(name);
    if (run == kept_.end()) return 0;
    const auto found = run->second.counters.find(counter);
    return found == run->second.counters.end() ? 0 : found->second.value;
  }
  [[nodiscard]] double milliseconds(const std::string& name) const {
    const auto run = kept_.find(name);
    return run == kept_.end() ? 0 : run->second.GetAdjustedCPUTime();
  }

 private:
  std::map<std::string, Run> kept_;
};

// A line where both were run.
void tell_ratio(const char* what, double one, double other) {
  if (one > 0 && other > 0) fmt::print("{:<58}{:>9.2f}\n", what, one / other);
}

void tell_ratios(const Keeper& kept) {
  const auto nodes_rate = [&](const std::string& name) {
    return kept.of(name, "items_per_second");
  };
  fmt::print("\nratios of this run, by node, one thread\n");
  tell_ratio("generate: combinators take so many times as long",
             nodes_rate("generate/same"), nodes_rate("generate/combinators"));
  tell_ratio("whole case: combinators take so many times as long",
             nodes_rate("case/same"), nodes_rate("case/combinators"));
  for (const std::string part : {"generate", "lower", "check"}) {
    for (const std::string size : {"200", "2000"}) {
      const std::string what =
          part + ": time a node with " + size + " nodes, of that with 20";
      tell_ratio(what.c_str(), nodes_rate(part + "/20"),
                 nodes_rate(part + "/" + size));
    }
  }
  for (const std::string size : {"300", "2500"}) {
    const std::string name = "reduce/" + size;
    if (kept.milliseconds(name) == 0) continue;
    fmt::print("reduce: {} nodes to {} in {} lowering calls and {:.1f} ms\n",
               kept.of(name, "nodes"), kept.of(name, "left"),
               kept.of(name, "calls"), kept.milliseconds(name));
  }
}

int run_benchmarks(int argc, char** argv) {
  std::string command;
  for (int i = 0; i < argc; ++i) command += std::string(" ") + argv[i];
  register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  Keeper keeper;
  const std::size_t ran = benchmark::RunSpecifiedBenchmarks(&keeper);
  if (ran == 0) return 2;
  tell_ratios(keeper);
  fmt::print("command:{}\n", command);
  return 0;
}

}  // namespace
}  // namespace metagate

int main(int argc, char** argv) {
  return metagate::run_benchmarks(argc, argv);
}
