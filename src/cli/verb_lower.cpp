#include <fmt/core.h>

#include <string>
#include <string_view>

#include "cli/chosen_lowering.h"
#include "cli/fail.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "json/read.h"
#include "json/write.h"
#include "report/printable.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "FILE",
     .value = "",
     .about = "a capture (*.json, *.json.gz) of one program, tagged as a\n"
              "partitioner leaves it",
     .needed = true},
    {.flags = "-o,--out",
     .value = "FILE",
     .about = "where the lowered program goes; else to standard output"},
    {.flags = "--stage",
     .value = "NAME",
     .about = "the stage to be lowered, where the capture has several"},
};

std::string stages_of(const Document& document) {
  std::string names;
  for (const Program& program : document.programs) {
    if (!names.empty()) names += ", ";
    names += quoted_name(program.stage());
  }
  return names;
}

// The program that is meant.
Result<const Program*> find_program(const Document& document,
                                    const Arguments& arguments) {
  if (!arguments.has("stage")) {
    if (document.programs.size() == 1) return &document.programs[0];
    return Problem{.message = "several stages, give one with --stage: " +
                              stages_of(document),
                   .file = document.file};
  }
  const std::string_view stage = arguments.text("stage");
  const Program* found = nullptr;
  for (const Program& program : document.programs) {
    if (program.stage() != stage) continue;
    if (found != nullptr) {
      return Problem{.message = "several stages " + quoted_name(stage),
                     .file = document.file};
    }
    found = &program;
  }
  if (found == nullptr) {
    return Problem{
        .message = fmt::format("no stage {}, but {}", quoted_name(stage),
                               stages_of(document)),
        .file = document.file};
  }
  return found;
}

int write_lowered(const Arguments& arguments, const std::string& path,
                  const Result<Program>& lowered) {
  if (!lowered) {
    Problems problems = lowered.error();
    for (Problem& problem : problems) {
      problem.file = path;
      problem.message += fmt::format(" ({})", problem.code);
    }
    return fail(problems);
  }
  const Program after = lowered->with_stage("after");
  const std::string bytes = write_capture({&after, 1});
  const std::string_view out = arguments.text("out", "-");
  const auto problem =
      out == "-" ? write_to_stdout(bytes) : write_file(std::string(out), bytes);
  return problem ? fail({*problem}) : 0;
}

int run_lower(const Arguments& arguments) {
  const std::string path(arguments.text("FILE"));
  const Result<Document> document = read_file(path);
  if (!document) return fail(document.error());
  const Result<const Program*> before = find_program(*document, arguments);
  if (!before) return fail(before.error());
  const Result<ChosenLowering> chosen = choose_lowering(arguments);
  if (!chosen) return fail(chosen.error());
  return chosen->finish(
      write_lowered(arguments, path, chosen->lowering(**before)));
}

}  // namespace

const Verb lower_verb{
    .name = "lower",
    .about =
        "lowers a tagged program with the reference, or any other, lowering",
    .examples =
        "examples:\n"
        "  metagate lower before.json -o after.json\n"
        "  metagate lower capture.json --stage before\n"
        "exit codes: 0 lowered, 2 refused, or not read or written",
    .options = options,
    .run = run_lower,
    .shared = lowering_options,
};

}  // namespace metagate
