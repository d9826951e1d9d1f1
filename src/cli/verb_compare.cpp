#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/chosen_lowering.h"
#include "cli/fail.h"
#include "cli/memory.h"
#include "cli/named.h"
#include "cli/smallest.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "harness/generate/cases.h"
#include "harness/reduce/contrast.h"
#include "json/write.h"
#include "report/formats.h"
#include "report/verdict.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "--lowering",
     .value = "NAME|COMMAND",
     .about = "twice: the old one, then the new one; each as for `fuzz`",
     .many = true},
    {.flags = "--cases", .value = "N", .about = "how many programs (1000)"},
    {.flags = "--seed", .value = "S", .about = "another seed, other programs"},
    {.flags = "--profile",
     .value = "NAME",
     .about = "what the programs look like: default, nested, wide, ..."},
    {.flags = "--threads", .value = "N", .about = "else one for each core"},
    {.flags = "--tries",
     .value = "N",
     .about = "at most so many programs to cut one to the smallest (2000)"},
};

// A graph holds at most so many nodes.
constexpr std::size_t most_nodes = 512;

struct KindRow {
  ContrastKind kind;
  std::string_view name;   // of files
  std::string_view title;  // of its part of the report
};

constexpr KindRow kind_rows[] = {
    {ContrastKind::added, "added", "adds"},
    {ContrastKind::mended, "mended", "mends"},
    {ContrastKind::differs, "differs", "gives other metadata in"},
};

struct CompareSettings {
  ChosenLowering old_one;
  ChosenLowering new_one;
  std::uint64_t cases = 0;
  std::uint64_t seed = 0;
  std::uint64_t tries = 0;
  unsigned threads = 0;
  const Profile* profile = nullptr;
  std::string folder;

  [[nodiscard]] int finish(int code) const {
    return old_one.finish(new_one.finish(code));
  }
};

Result<CompareSettings> read_settings(const Arguments& arguments) {
  CompareSettings settings;
  const std::vector<std::string>& names = arguments.all("lowering");
  if (names.size() != 2) {
    return Problem{.message =
                       "give --lowering twice: the old one, and the new "
                       "one"};
  }
  const struct {
    const char* name;
    std::uint64_t otherwise;
    std::uint64_t* into;
  } numbers[] = {{"cases", 1000, &settings.cases},
                 {"seed", 1, &settings.seed},
                 {"tries", 2000, &settings.tries}};
  for (const auto& [name, otherwise, into] : numbers) {
    *into = otherwise;
    if (!arguments.has(name)) continue;
    const auto number =
        number_named(std::string("--") + name, arguments.text(name));
    if (!number) return number.error();
    *into = *number;
  }
  if (settings.cases == 0) {
    return Problem{.message = "no cases: nothing is compared"};
  }
  const auto threads =
      number_named("--threads", arguments.text("threads", "0"));
  if (!threads) return threads.error();
  if (*threads > 1024) return Problem{.message = "too many threads"};
  settings.threads = static_cast<unsigned>(*threads);
  const auto profile = profile_named(arguments.text("profile", "default"));
  if (!profile) return profile.error();
  settings.profile = *profile;
  settings.folder = arguments.text("save", ".");
  ChosenLowering* const chosen[] = {&settings.old_one, &settings.new_one};
  for (std::size_t i = 0; i < 2; ++i) {
    Result<ChosenLowering> found = choose_lowering(names[i], arguments);
    if (!found) return found.error();
    *chosen[i] = *std::move(found);
  }
  return settings;
}

Contrasts compare(const CompareSettings& settings, const Vocabulary& words) {
  const bool is_slow =
      settings.old_one.is_command() || settings.new_one.is_command();
  // A thread waits for one of them at a time.
  const unsigned both =
      settings.old_one.threads(0) + settings.new_one.threads(0);
  return contrast_cases(
      [&] {
        return source_of(
            std::make_shared<Cases>(words, *settings.profile, settings.seed));
      },
      settings.old_one.lowering, settings.new_one.lowering,
      {.cases = settings.cases,
       .threads = settings.threads > 0 ? settings.threads : both,
       .block = is_slow ? 1U : 64U});
}

// The findings of the smallest program, a line each: of the lowering that has
// them, or of the two results.
std::string findings_told(const CompareSettings& settings,
                          const Program& program, ContrastKind kind) {
  Run run{.version = METAGATE_VERSION};
  const auto before = std::make_shared<const Program>(program);
  if (kind != ContrastKind::differs) {
    const ChosenLowering& one =
        kind == ContrastKind::added ? settings.new_one : settings.old_one;
    run.pairs.push_back(lowered_pair("smallest", {"before", before, nullptr},
                                     one.lowering(program), "after",
                                     executorch_policy()));
    return concise_report(run);
  }
  const Result<Program> was = settings.old_one.lowering(program);
  const Result<Program> is = settings.new_one.lowering(program);
  if (!was || !is) return {};
  run.pairs.push_back(
      {.case_name = "smallest",
       .before = {"old", std::make_shared<const Program>(*was), nullptr},
       .after = {"new", std::make_shared<const Program>(*is), nullptr},
       .checked = compare_lowered(*was, *is)});
  return concise_report(run);
}

// One fault, cut to its smallest program and written.
std::string contrast_told(const CompareSettings& settings, const KindRow& row,
                          const Fault& fault, const Failure& failure,
                          Problems& unwritten) {
  const auto pauses =
      std::pair(settings.old_one.pause(), settings.new_one.pause());
  const Reduced reduced = reduce(
      failure.program, fault,
      judge_of(settings.old_one.lowering, settings.new_one.lowering, row.kind),
      {.most_tries = settings.tries});
  std::string out = fmt::format(
      "  {}, first in case {}{}\n", fault_told(fault), failure.index,
      failure.is_second_round ? ", second round" : "");
  out += fmt::format("  smallest program: {} of {} nodes, after {} tries{}\n",
                     reduced.program.nodes().size(),
                     failure.program.nodes().size(), reduced.tries,
                     reduced.is_minimal ? ", no single cut keeps it" : "");
  out += drawing_of(reduced.program);
  out += findings_told(settings, reduced.program, row.kind);
  const std::string path =
      (std::filesystem::path(settings.folder) /
       fmt::format("{}-{}-{}.json", row.name, file_part(fault), failure.index))
          .string();
  const Program smallest = reduced.program.with_stage("before");
  std::error_code ignored;
  std::filesystem::create_directories(settings.folder, ignored);
  if (const auto lost = write_file(path, write_capture({&smallest, 1}))) {
    unwritten.push_back(*lost);
    return out;
  }
  return out + "  written to " + path + "\n";
}

using FaultOrder = std::vector<std::pair<Fault, const Failure*>>;

// In the order in which they are met.
FaultOrder ordered(const std::map<Fault, Failure>& faults) {
  FaultOrder order;
  for (const auto& [fault, failure] : faults)
    order.emplace_back(fault, &failure);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) {
                     return a.second->index < b.second->index;
                   });
  return order;
}

std::string listed(const FaultOrder& order) {
  std::string out;
  for (const auto& [fault, failure] : order) {
    out += (out.empty() ? "" : ", ") + fault_told(fault);
  }
  return out;
}

// What can go into a pull request: the result, and what was tried.
std::string sentence(const CompareSettings& settings, const Contrasts& found) {
  const auto& [added, mended, differs] = found.first;
  const auto told = [](const char* what, const auto& faults,
                       const char* nothing) {
    if (faults.empty()) return std::string(nothing);
    return fmt::format("{} {} ({})", what, counted(faults.size(), "fault"),
                       listed(ordered(faults)));
  };
  std::string out = fmt::format(
      "Compared with {}, {} {} and {}; where both are clean they give ",
      settings.old_one.told(), settings.new_one.told(),
      told("adds", added, "adds no fault"),
      told("mends", mended, "mends none"));
  out += differs.empty()
             ? "the same metadata"
             : "different metadata (" + listed(ordered(differs)) + ")";
  out += fmt::format(
      ". Tried: {} random programs (seed {}, profile {}), {} lowerings of "
      "each; {}, {} compared",
      found.cases, settings.seed, settings.profile->name, found.compared,
      counted(found.coverage.nodes, "node"),
      counted(found.coverage.keys, "key"));
  if (found.unsupported > 0) {
    out += fmt::format("; {} are not supported by one of them",
                       counted(found.unsupported, "program"));
  }
  if (found.unchecked > 0) {
    out += fmt::format("; {} could not be checked",
                       counted(found.unchecked, "program"));
  }
  return out + fmt::format("; metagate {}.\n", METAGATE_VERSION);
}

int tell_contrasts(const CompareSettings& settings, const Contrasts& found) {
  std::string out;
  Problems unwritten;
  for (const KindRow& row : kind_rows) {
    const auto& faults = found.first[static_cast<std::size_t>(row.kind)];
    if (faults.empty()) continue;
    out += fmt::format(
        "{} {} {}:\n", settings.new_one.told(), row.title,
        counted(faults.size(),
                row.kind == ContrastKind::differs ? "kind of place" : "fault"));
    for (const auto& [fault, failure] : ordered(faults)) {
      out += contrast_told(settings, row, fault, *failure, unwritten);
    }
    out += "\n";
  }
  // Where nothing was compared there is nothing to put into a pull request.
  if (found.coverage.nodes != 0) out += sentence(settings, found);
  if (const auto lost = write_to_stdout(out)) unwritten.push_back(*lost);
  if (!unwritten.empty()) return fail(unwritten);
  if (found.coverage.nodes == 0) {
    return fail({{.message = "no node was compared: nothing is checked"}});
  }
  const auto& [added, mended, differs] = found.first;
  return added.empty() && differs.empty() ? 0 : 1;
}

int run_compare(const Arguments& arguments) {
  const Result<CompareSettings> settings = read_settings(arguments);
  if (!settings) return fail(settings.error());
  keep_freed_memory();
  const Vocabulary words = make_vocabulary(most_nodes);
  return settings->finish(tell_contrasts(*settings, compare(*settings, words)));
}

}  // namespace

const Verb compare_verb{
    .name = "compare",
    .about = "says what a new lowering adds, mends and does otherwise",
    .examples =
        "examples:\n"
        "  metagate compare --lowering 'old/python driver.py' \\\n"
        "                   --lowering 'new/python driver.py' --cases 200\n"
        "Each fault is cut to the smallest program that shows it, which is\n"
        "written; the last line is a sentence for a pull request.\n"
        "exit codes: 0 the new one adds no fault, and gives the same metadata\n"
        "where both are clean, 1 it does not, 2 not everything was checked",
    .options = options,
    .run = run_compare,
    .shared = driver_options,
};

}  // namespace metagate
