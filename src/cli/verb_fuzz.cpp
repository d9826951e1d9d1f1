#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/chosen_lowering.h"
#include "cli/corpus.h"
#include "cli/fail.h"
#include "cli/memory.h"
#include "cli/named.h"
#include "cli/shell_word.h"
#include "cli/smallest.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "harness/generate/cases.h"
#include "harness/generate/shapes.h"
#include "harness/reduce/hunt.h"
#include "harness/reduce/laws.h"
#include "json/write.h"
#include "report/printable.h"
#include "report/verdict.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "--cases",
     .value = "N",
     .about = "how many programs (10000, or without end with --for)"},
    {.flags = "--for", .value = "SECONDS", .about = "stop after this time"},
    {.flags = "--seed", .value = "S", .about = "another seed, other programs"},
    {.flags = "--profile",
     .value = "NAME",
     .about = "what the programs look like: default, nested, wide, ..."},
    {.flags = "--threads", .value = "N", .about = "else one for each core"},
    {.flags = "--root",
     .value = "DIR",
     .about =
         "where `fixtures/found` is, the corpus that is tried first; else\n"
         "the working folder"},
    {.flags = "--faults",
     .value = "WHICH",
     .about = "first: stop at the first case that fails (so for what is built\n"
              "in); all: go on, and cut the first case of each fault (so for\n"
              "a driver)",
     .one_of = "first,all"},
};

// A graph holds at most so many nodes.
constexpr std::size_t most_nodes = 512;
// As many programs are looked at again to tell the shapes.
constexpr std::uint64_t sample = 2000;
// Every so many programs are held against the laws of a lowering.
constexpr std::uint64_t laws_every = 32;

struct Settings {
  std::uint64_t cases = 0;
  std::uint64_t seconds = 0;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  bool meets_every_fault = false;
  ChosenLowering lowering;
  const Profile* profile = nullptr;
  // Case 0 and so on; the random ones follow.
  std::vector<CorpusProgram> corpus;

  [[nodiscard]] bool is_of_corpus(const Failure& failure) const {
    return failure.index < corpus.size();
  }
  // The number of a random case, which does not depend on the corpus.
  [[nodiscard]] std::uint64_t number_of(std::uint64_t index) const {
    return index - corpus.size();
  }
};

Result<Settings> read_settings(const Arguments& arguments) {
  Settings settings;
  const auto number = [&](const char* name, std::uint64_t otherwise) {
    if (!arguments.has(name)) return Result<std::uint64_t>(otherwise);
    return number_named(std::string("--") + name, arguments.text(name));
  };
  const auto seconds = number("for", 0);
  if (!seconds) return seconds.error();
  settings.seconds = *seconds;
  constexpr std::uint64_t without_end = std::uint64_t{1} << 60;
  const auto cases =
      number("cases", settings.seconds > 0 ? without_end : 10000);
  const auto seed = number("seed", 1);
  const auto threads = number("threads", 0);
  for (const auto* read : {&cases, &seed, &threads}) {
    if (!*read) return read->error();
  }
  if (*cases == 0) return Problem{.message = "no cases: nothing is checked"};
  if (*threads > 1024) return Problem{.message = "too many threads"};
  settings.cases = *cases;
  settings.seed = *seed;
  settings.threads = static_cast<unsigned>(*threads);
  Result<ChosenLowering> lowering = choose_lowering(arguments);
  if (!lowering) return lowering.error();
  settings.lowering = *std::move(lowering);
  settings.meets_every_fault =
      arguments.text("faults",
                     settings.lowering.is_command() ? "all" : "first") == "all";
  const Result<const Profile*> profile =
      profile_named(arguments.text("profile", "default"));
  if (!profile) return profile.error();
  settings.profile = *profile;
  const std::filesystem::path root = std::string(arguments.text("root", "."));
  Result<std::vector<CorpusProgram>> corpus =
      read_corpus((root / "fixtures" / "found").string());
  if (!corpus) return corpus.error();
  settings.corpus = *std::move(corpus);
  return settings;
}

// Says how far it is, twice a second, where somebody is looking.
std::function<bool(std::uint64_t)> progress(const Settings& settings) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  auto last = begin;
  const bool shows = isatty(STDERR_FILENO) == 1;
  return [=](std::uint64_t done) mutable {
    const auto now = Clock::now();
    if (shows && now - last > std::chrono::milliseconds(500)) {
      fmt::print(stderr, "\r{} programs", done);
      last = now;
    }
    return settings.seconds == 0 ||
           now - begin < std::chrono::seconds(settings.seconds);
  };
}

// The shapes of the first programs of the run, with their shares.
std::string shapes_told(const Settings& settings, const Vocabulary& words,
                        std::uint64_t cases) {
  const std::uint64_t count = std::min(cases, sample);
  Cases source(words, *settings.profile, settings.seed);
  std::array<std::uint64_t, shape_count> found{};
  for (std::uint64_t i = 0; i < count; ++i) {
    const Program program = source.first(i);
    Shapes shapes = shapes_of(program);
    shapes.set(static_cast<std::size_t>(Shape::second_round),
               source.second(i, program).has_value());
    for (std::size_t k = 0; k < shape_count; ++k) found[k] += shapes.test(k);
  }
  std::string out = fmt::format("shapes, in the first {}:", count);
  for (const ShapeRow& row : shape_rows()) {
    const std::size_t k = static_cast<std::size_t>(row.shape);
    out += fmt::format(
        "{} {} {:.1f} %", k % 4 == 0 ? "\n " : ",", row.name,
        100.0 * static_cast<double>(found[k]) / static_cast<double>(count));
  }
  return out + "\n";
}

// The programs that nothing can be said of.
std::string left_out_told(const Hunt& hunt) {
  std::string out;
  if (hunt.unsupported > 0) {
    out += fmt::format("{} programs are such as it does not support\n",
                       hunt.unsupported);
  }
  if (hunt.unchecked > 0) {
    out += fmt::format("{} programs could not be checked: it did not answer\n",
                       hunt.unchecked);
  }
  return out;
}

std::string clean_told(const Settings& settings, const Vocabulary& words,
                       const Hunt& hunt) {
  const std::string corpus =
      settings.corpus.empty()
          ? std::string()
          : fmt::format(" after {} of fixtures/found", settings.corpus.size());
  const std::uint64_t programs =
      hunt.cases - std::min<std::uint64_t>(hunt.cases, settings.corpus.size());
  std::string out = fmt::format(
      "{}: {} programs{}, lowered {} times by {}; {} nodes, {} keys, {} "
      "delegates, {} getitems compared\n",
      hunt.unchecked > 0 ? "UNCHECKED" : "clean", programs, corpus,
      hunt.lowered - hunt.unsupported - hunt.unchecked,
      settings.lowering.told(), hunt.coverage.nodes, hunt.coverage.keys,
      hunt.coverage.delegates, hunt.coverage.getitems);
  out += left_out_told(hunt);
  out += fmt::format(
      "{} of them lowered again: the same bytes, also under other tags and "
      "without new ones\n",
      hunt.lawful);
  out += shapes_told(settings, words, programs);
  if (hunt.unchecked > 0) return out;
  // 1 - (1 - p)^n = 0.99
  const double missed = 1 - std::pow(0.01, 1.0 / static_cast<double>(programs));
  out += fmt::format(
      "a fault that shows in one of {:.0f} such programs, or more often, would "
      "have been seen with a probability of 99 %\n",
      1 / missed);
  return out;
}

std::string file_name(const Fault& fault, const Settings& settings,
                      const Failure& failure) {
  if (!settings.is_of_corpus(failure)) {
    return fmt::format("{}-{}-{}.json", file_part(fault), settings.seed,
                       settings.number_of(failure.index));
  }
  std::string name = settings.corpus[failure.index].name;
  std::replace(name.begin(), name.end(), '/', '-');
  return fmt::format("{}-of-{}.json", file_part(fault), name);
}

std::string case_told(const Settings& settings, const Failure& failure) {
  if (settings.is_of_corpus(failure)) {
    return "fixture found/" + printable(settings.corpus[failure.index].name);
  }
  return fmt::format("case {}{}", settings.number_of(failure.index),
                     failure.is_second_round ? ", second round," : "");
}

// Cuts one failure to the smallest, writes it, and says what was found.
std::string failure_told(const Arguments& arguments, const Settings& settings,
                         const Fault& fault, const Failure& failure,
                         Problems& unwritten) {
  const Lowering& lowering = settings.lowering.lowering;
  const auto pause = settings.lowering.pause();
  const Reduced reduced =
      reduce(failure.program, fault, judge_for(fault, lowering));
  const std::filesystem::path folder = std::string(arguments.text("save", "."));
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const std::string path =
      (folder / file_name(fault, settings, failure)).string();
  const Program smallest = reduced.program.with_stage("before");
  std::string out =
      fmt::format("{} fails: {}, the first {}\n", case_told(settings, failure),
                  counted(failure.findings.size(), "finding"),
                  failure.findings.front().rule);
  if (fault != main_fault(failure.findings)) {
    out += fmt::format("cut for {}\n", fault_told(fault));
  }
  out += told_of(reduced, lowering, failure.program.nodes().size());
  const std::string fixture =
      case_of_found(settings.lowering.told(), fault_told(fault));
  if (const auto lost = write_file(
          path, write_capture({&smallest, 1}, {.case_json = fixture}))) {
    unwritten.push_back(*lost);
  } else {
    out += "written to " + path + "\n";
  }
  return out + fmt::format(
                   "repeat: metagate fuzz --lowering {} --profile {} --seed {} "
                   "--cases {}\n",
                   quoted_for_shell(settings.lowering.name),
                   settings.profile->name, settings.seed,
                   settings.is_of_corpus(failure)
                       ? 1
                       : settings.number_of(failure.index) + 1);
}

int tell_failures(const Arguments& arguments, const Settings& settings,
                  const Hunt& found) {
  std::map<Fault, Failure> failures = found.failures;
  if (failures.empty()) {
    failures.emplace(main_fault(found.failure->findings), *found.failure);
  }
  std::vector<const std::pair<const Fault, Failure>*> order;
  for (const auto& one : failures) order.push_back(&one);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) {
                     return a->second.index < b->second.index;
                   });
  std::string out;
  Problems unwritten;
  for (const auto* one : order) {
    if (!out.empty()) out += "\n";
    out +=
        failure_told(arguments, settings, one->first, one->second, unwritten);
  }
  if (settings.meets_every_fault) {
    out += fmt::format(
        "\nFAIL {} in {} programs, lowered by {}; {} nodes, {} keys compared\n",
        counted(failures.size(), "fault"), found.cases,
        settings.lowering.told(), found.coverage.nodes, found.coverage.keys);
    out += left_out_told(found);
  }
  if (const auto lost = write_to_stdout(out)) unwritten.push_back(*lost);
  return unwritten.empty() ? 1 : fail(unwritten);
}

int told_clean(const Settings& settings, const Vocabulary& words,
               const Hunt& found) {
  if (found.first_refused) {
    Problems problems = found.why_refused;
    problems.front().message = fmt::format(
        "{} of {} valid programs were refused, the first is case "
        "{}: {}",
        found.refused, found.lowered, *found.first_refused,
        problems.front().message);
    return fail(problems);
  }
  if (found.coverage.nodes == 0) {
    return fail({{.message = "no node was compared: nothing is checked"}});
  }
  const auto lost = write_to_stdout(clean_told(settings, words, found));
  return lost ? fail({*lost}) : 0;
}

int run_fuzz(const Arguments& arguments) {
  const Result<Settings> settings = read_settings(arguments);
  if (!settings) return fail(settings.error());
  keep_freed_memory();
  const Vocabulary words = make_vocabulary(most_nodes);
  const Hunt found = hunt(
      [&] {
        return after_corpus(settings->corpus,
                            source_of(std::make_shared<Cases>(
                                words, *settings->profile, settings->seed)));
      },
      settings->lowering.lowering,
      {.cases = settings->corpus.size() + settings->cases,
       .threads = settings->threads > 0 ? settings->threads
                                        : settings->lowering.threads(0),
       .block = settings->lowering.is_command() ? 1U : 64U,
       .laws_every = laws_every,
       .laws_first = settings->corpus.size(),
       .meets_every_fault = settings->meets_every_fault,
       .go_on = progress(*settings)});
  return settings->lowering.finish(
      found.failure ? tell_failures(arguments, *settings, found)
                    : told_clean(*settings, words, found));
}

}  // namespace

const Verb fuzz_verb{
    .name = "fuzz",
    .about = "lowers random programs, and cuts what fails to the smallest",
    .examples =
        "examples:\n"
        "  metagate fuzz --cases 1000000\n"
        "  metagate fuzz --for 60 --profile nested\n"
        "  metagate fuzz --lowering single_output_keeps_val_only --save found\n"
        "  metagate fuzz --lowering 'python3 my_driver.py' --cases 500\n"
        "exit codes: 0 clean, 1 a fault was found, 2 not checked",
    .options = options,
    .run = run_fuzz,
    .shared = lowering_options,
};

}  // namespace metagate
