#include <fmt/core.h>
#include <unistd.h>

#include <string>

#include "check/check.h"
#include "check/failed_lowering.h"
#include "cli/chosen_lowering.h"
#include "cli/fail.h"
#include "cli/memory.h"
#include "cli/named.h"
#include "cli/smallest.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "harness/generate/outline_program.h"
#include "harness/generate/tally.h"
#include "harness/reduce/reduce.h"
#include "json/write.h"
#include "report/printable.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "--nodes", .value = "N", .about = "most calls of a program (4)"},
    {.flags = "--operands",
     .value = "K",
     .about = "most operands of a call (2)"},
    {.flags = "--tags", .value = "T", .about = "most partitions (2)"},
    {.flags = "--outputs",
     .value = "O",
     .about = "most calls that are returned (2)"},
    {.flags = "--threads", .value = "N", .about = "else one for each core"},
};

struct ProveSettings {
  OutlineBound bound;
  unsigned threads = 0;
  ChosenLowering lowering;
};

Result<ProveSettings> read_settings(const Arguments& arguments) {
  ProveSettings settings;
  const struct {
    const char* name;
    unsigned* into;
  } numbers[] = {
      {"nodes", &settings.bound.nodes}, {"operands", &settings.bound.operands},
      {"tags", &settings.bound.tags},   {"outputs", &settings.bound.outputs},
      {"threads", &settings.threads},
  };
  for (const auto& [name, into] : numbers) {
    if (!arguments.has(name)) continue;
    const auto number =
        number_named(std::string("--") + name, arguments.text(name));
    if (!number) return number.error();
    if (*number > 1024) {
      return Problem{.message =
                         fmt::format("--{} {} is too many", name, *number)};
    }
    *into = static_cast<unsigned>(*number);
  }
  if (const auto refused = refusal_of(settings.bound)) return *refused;
  Result<ChosenLowering> lowering = choose_lowering(arguments);
  if (!lowering) return lowering.error();
  settings.lowering = *std::move(lowering);
  return settings;
}

Checked checked(const Program& before, const Program& after) {
  return check(before, after, executorch_policy(), {.step = Step::lowering});
}

Tried attempt(const Lowering& lowering, const Program& before) {
  const Result<Program> after = lowering(before);
  if (!after) {
    const Problem& why = after.error().front();
    if (finding_of(before, why)) return {.findings = 1};
    if (why.code == no_program::unsupported) return {.unsupported = true};
    if (why.code == no_program::fault) return {.unchecked = true};
    if (why.code == no_program::gone) return {.unchecked = true};
    return {.refused = true};
  }
  const Checked found = checked(before, *after);
  return {.findings = found.findings.size(), .compared = found.coverage.keys};
}

// Says how far it is where somebody is looking.
std::function<void(std::uint64_t)> progress(std::uint64_t slots) {
  if (isatty(STDERR_FILENO) != 1) return {};
  return [slots, told = std::uint64_t{0}](std::uint64_t done) mutable {
    const std::uint64_t percent = done / (slots / 100 + 1);
    if (percent == told) return;
    told = percent;
    fmt::print(stderr, "\r{} %", percent);
  };
}

std::string counts_told(const ProveSettings& settings, const Tally& counts) {
  const OutlineBound& bound = settings.bound;
  std::string out = fmt::format(
      "{} programs: each of 1 to {} calls, {} inputs, {} operands a call, {} "
      "tags and {} outputs at most, up to isomorphism\n"
      "lowered by {}: {}, refused because no order of delegates exists: {}\n"
      "{} keys compared, {} findings in {} programs\n",
      counts.programs, bound.nodes, most_outline_inputs, bound.operands,
      bound.tags, bound.outputs, settings.lowering.told(),
      counts.programs - counts.refused - counts.unsupported - counts.unchecked,
      counts.refused, counts.compared, counts.findings, counts.faulty);
  if (counts.unsupported > 0) {
    out += fmt::format("{} programs are such as it does not support\n",
                       counts.unsupported);
  }
  if (counts.unchecked > 0) {
    out += fmt::format("{} programs could not be checked: it did not answer\n",
                       counts.unchecked);
  }
  return out;
}

std::string finding_told(const Finding& finding) {
  std::string out =
      fmt::format("{} at {}", finding.rule,
                  quoted_name(finding.at.graph + "/" + finding.at.node));
  if (finding.from) {
    out += fmt::format(", for {}", quoted_name(finding.from->graph + "/" +
                                               finding.from->node));
  }
  if (!finding.key.empty()) out += ", key " + quoted_name(finding.key);
  if (!finding.detail.empty()) out += ": " + printable(finding.detail);
  return out + "\n";
}

std::string faulty_told(const ProveSettings& settings, const Program& program) {
  std::string out = "the smallest:\n" + drawing_of(program);
  for (const Finding& finding : judge_of(settings.lowering.lowering)(program)) {
    out += finding_told(finding);
  }
  return out + write_capture({&program, 1});
}

int fail_misjudged(const ProveSettings& settings, const Outline& outline) {
  const Program program = OutlinePrograms().make(outline);
  const Result<Program> after = settings.lowering.lowering(program);
  std::string message = "a program whose delegates have no order was lowered";
  if (!after) {
    message = "a program whose delegates have an order was refused: " +
              after.error().front().message;
  }
  // Several lines, and the drawing is printable already.
  tell("metagate: " + message + "\n" + drawing_of(program));
  return 2;
}

int prove(const ProveSettings& settings) {
  const Enumeration enumeration(settings.bound);
  const std::uint64_t slots = enumeration.slots();
  const Tally counts = tally(
      enumeration, {0, slots},
      [&](const Program& before) {
        return attempt(settings.lowering.lowering, before);
      },
      settings.threads > 0 ? settings.threads : settings.lowering.threads(0),
      progress(slots));
  std::string out = counts_told(settings, counts);
  if (counts.first_faulty) {
    out += faulty_told(settings, OutlinePrograms().make(*counts.first_faulty));
  }
  if (const auto lost = write_to_stdout(out)) return fail({*lost});
  if (counts.first_misjudged) {
    return fail_misjudged(settings, *counts.first_misjudged);
  }
  if (counts.first_faulty) return 1;
  if (counts.compared == 0) {
    return fail({{.message = "no key was compared: nothing is proved"}});
  }
  return 0;
}

int run_prove(const Arguments& arguments) {
  const Result<ProveSettings> settings = read_settings(arguments);
  if (!settings) return fail(settings.error());
  keep_freed_memory();
  return settings->lowering.finish(prove(*settings));
}

}  // namespace

const Verb prove_verb{
    .name = "prove",
    .about = "lowers every program up to a bound, each once",
    .examples =
        "examples:\n"
        "  metagate prove\n"
        "  metagate prove --nodes 3 --operands 3 --tags 3 --outputs 3\n"
        "  metagate prove --lowering call_loses_val\n"
        "exit codes: 0 clean, 1 a fault was found; its smallest program is "
        "the\n"
        "capture at the end of what is printed; 2 not checked",
    .options = options,
    .run = run_prove,
    .shared = lowering_options,
};

}  // namespace metagate
