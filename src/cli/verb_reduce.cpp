#include <fmt/core.h>

#include <string>

#include "cli/fail.h"
#include "cli/named.h"
#include "cli/smallest.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "json/read.h"
#include "json/write.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "FILE",
     .value = "",
     .about = "a capture (*.json, *.json.gz) of one program, tagged as a\n"
              "partitioner leaves it",
     .needed = true},
    {.flags = "--lowering",
     .value = "NAME",
     .about = "what fails on it: reference, or the name of a mutant",
     .needed = true},
    {.flags = "-o,--out",
     .value = "FILE",
     .about = "where the smallest program goes",
     .needed = true},
    {.flags = "--rule",
     .value = "RULE",
     .about = "the rule whose fault is followed; else the first finding's"},
    {.flags = "--tries",
     .value = "N",
     .about = "at most so many lowerings (100000)"},
};

int run_reduce(const Arguments& arguments) {
  const std::string path(arguments.text("FILE"));
  const Result<Document> document = read_file(path);
  if (!document) return fail(document.error());
  if (document->programs.size() != 1) {
    return fail({{.message = "several stages, of which none is to be lowered",
                  .file = path}});
  }
  const Result<Lowering> lowering = lowering_named(arguments.text("lowering"));
  if (!lowering) return fail(lowering.error());
  const auto tries = number_named("--tries", arguments.text("tries", "100000"));
  if (!tries) return fail(tries.error());

  const Program& program = document->programs.front();
  const Judge judge = judge_of(*lowering);
  const std::vector<Finding> findings = judge(program);
  const std::string_view rule = arguments.text("rule");
  const Finding* chosen = nullptr;
  for (const Finding& finding : findings) {
    if (chosen == nullptr && (rule.empty() || finding.rule == rule)) {
      chosen = &finding;
    }
  }
  if (chosen == nullptr) {
    return fail({{.message = "this lowering gives no such finding on it, or "
                             "refuses it: nothing to reduce",
                  .file = path}});
  }
  const Reduced reduced =
      reduce(program, fault_of(*chosen), judge, {.most_tries = *tries});
  const Program smallest = reduced.program.with_stage("before");
  const auto unwritten = write_file(std::string(arguments.text("out")),
                                    write_capture({&smallest, 1}));
  if (unwritten) return fail({*unwritten});
  const auto lost =
      write_to_stdout(told_of(reduced, *lowering, program.nodes().size()));
  return lost ? fail({*lost}) : 1;
}

}  // namespace

const Verb reduce_verb{
    .name = "reduce",
    .about = "cuts a program to the smallest on which a lowering still fails",
    .examples =
        "examples:\n"
        "  metagate reduce before.json --lowering outputs_swapped -o "
        "small.json\n"
        "exit codes: 1 cut (the program still fails), 2 nothing to cut",
    .options = options,
    .run = run_reduce,
};

}  // namespace metagate
