#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/chosen_lowering.h"
#include "cli/cut_pair.h"
#include "cli/fail.h"
#include "cli/named.h"
#include "cli/smallest.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "harness/reduce/laws.h"
#include "json/read.h"
#include "json/write.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "FILE",
     .value = "",
     .about = "with --lowering a capture (*.json, *.json.gz) of one program,\n"
              "tagged as a partitioner leaves it; without, a capture of\n"
              "several stages, or BEFORE and AFTER, that the check fails:\n"
              "both stages of the step are cut together, and not lowered\n"
              "again",
     .many = true,
     .needed = true},
    {.flags = "-o,--out",
     .value = "FILE",
     .about = "where the smallest program, or pair, goes",
     .needed = true},
    {.flags = "--rule",
     .value = "RULE",
     .about = "the rule whose fault is followed; else the first finding's"},
    {.flags = "--id",
     .value = "ID",
     .about = "without --lowering: this finding and no other is followed, by\n"
              "the beginning of its id in the report of check"},
    {.flags = "--step",
     .value = "STEP",
     .about = "without --lowering: what made the second program, as for check",
     .one_of = "auto,lowering,pass"},
    {.flags = "--tries",
     .value = "N",
     .about = "at most so many lowerings or checks (100000)"},
};

// Cuts the program and writes it: exit code 1, as it still fails.
int cut(const Arguments& arguments, const Document& document,
        const ChosenLowering& chosen, std::uint64_t tries) {
  const Program& program = document.programs.front();
  const std::string_view rule = arguments.text("rule");
  Judge judge =
      judge_for({.rule = std::string(rule), .key_class = {}}, chosen.lowering);
  std::vector<Finding> findings = judge(program);
  if (findings.empty() && rule.empty()) {
    judge = law_judge_of(chosen.lowering);
    findings = judge(program);
  }
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& finding) {
                                    return rule.empty() || finding.rule == rule;
                                  });
  if (found == findings.end()) {
    return fail({{.message = "this lowering gives no such finding on it, or "
                             "refuses it: nothing to reduce",
                  .file = document.file}});
  }
  const auto pause = chosen.pause();
  const Reduced reduced =
      reduce(program, fault_of(*found), judge, {.most_tries = tries});
  const Program smallest = reduced.program.with_stage("before");
  const auto unwritten = write_file(std::string(arguments.text("out")),
                                    write_capture({&smallest, 1}));
  if (unwritten) return fail({*unwritten});
  const auto lost = write_to_stdout(
      told_of(reduced, chosen.lowering, program.nodes().size()));
  return lost ? fail({*lost}) : 1;
}

int run_reduce(const Arguments& arguments) {
  if (!arguments.has("lowering")) return cut_pair(arguments);
  if (arguments.has("id") || arguments.has("step")) {
    return fail({{.message = "--id and --step are for captures of several "
                             "stages, without --lowering"}});
  }
  const std::vector<std::string>& files = arguments.all("FILE");
  if (files.size() != 1) {
    return fail(
        {{.message = "with --lowering one file is cut", .file = files.back()}});
  }
  const std::string& path = files.front();
  const Result<Document> document = read_file(path);
  if (!document) return fail(document.error());
  if (document->programs.size() != 1) {
    return fail({{.message = "several stages: give no --lowering to cut "
                             "two of them together",
                  .file = path}});
  }
  const Result<ChosenLowering> chosen = choose_lowering(arguments);
  if (!chosen) return fail(chosen.error());
  const auto tries = number_named("--tries", arguments.text("tries", "100000"));
  if (!tries) return fail(tries.error());
  return chosen->finish(cut(arguments, *document, *chosen, *tries));
}

}  // namespace

const Verb reduce_verb{
    .name = "reduce",
    .about =
        "cuts what fails to the smallest program, or pair, that still does",
    .examples =
        "examples:\n"
        "  metagate reduce before.json --lowering outputs_swapped -o "
        "small.json\n"
        "  metagate reduce capture.json -o small.json\n"
        "                                   two stages, cut together\n"
        "  metagate reduce capture.json --rule inside-changed -o small.json\n"
        "where there are several findings, the first is followed; --rule and\n"
        "--id choose another\n"
        "exit codes: 1 cut (the program still fails), 2 nothing to cut",
    .options = options,
    .run = run_reduce,
    .shared = lowering_options,
};

}  // namespace metagate
