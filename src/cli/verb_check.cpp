#include <utility>

#include "case/policy_data.h"
#include "case/step_name.h"
#include "cli/check_files.h"
#include "cli/chosen_lowering.h"
#include "cli/fail.h"
#include "cli/outputs.h"
#include "cli/shell_word.h"
#include "cli/verbs.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "FILE",
     .value = "",
     .about = "captures (*.json, *.json.gz), or folders of them; two files\n"
              "that hold one program each are BEFORE and AFTER, of every\n"
              "other file each stage is compared with the next. With\n"
              "--lowering each file of one program is lowered",
     .many = true,
     .needed = true},
    {.flags = "--step",
     .value = "STEP",
     .about = "what made the second program: auto (found out), lowering\n"
              "or pass",
     .one_of = "auto,lowering,pass"},
    {.flags = "--policy",
     .value = "FILE",
     .about = "what is owed to which meta key; else the built-in policy"},
    {.flags = "-o,--out",
     .value = "FORMAT[=FILE]",
     .about = "text, concise or json, to FILE or to standard output (-);\n"
              "may repeat; text goes to standard output if nothing else\n"
              "does",
     .many = true},
    {.flags = "--all",
     .value = "",
     .about = "text: every finding in full, not only the first of each\n"
              "pattern"},
};

std::string command_of(const Arguments& arguments) {
  std::string out = "metagate check";
  for (const std::string_view option : {"step", "policy", "lowering"}) {
    if (!arguments.has(option)) continue;
    out += " --" + std::string(option) + " " +
           quoted_for_shell(arguments.text(option));
  }
  for (const std::string& file : arguments.all("FILE")) {
    out += " " + quoted_for_shell(file);
  }
  return out;
}

// The policy that was asked for; false where it can't be read.
bool read_policy_option(const Arguments& arguments, Run& run) {
  run.policy_sha256 = policy_sha256(run.policy);
  if (arguments.has("policy")) {
    const std::string path(arguments.text("policy"));
    Result<PolicyFile> read = read_policy_file(path);
    if (!read) {
      run.problems = std::move(read).error();
      return false;
    }
    run.policy = std::move(read->policy);
    run.policy_sha256 = policy_sha256(run.policy);
    run.inputs.push_back({path, read->sha256});
  }
  return true;
}

int run_check(const Arguments& arguments) {
  std::vector<std::string> read = arguments.all("FILE");
  if (arguments.has("policy")) read.emplace_back(arguments.text("policy"));
  const Result<std::vector<Output>> outputs =
      read_outputs(arguments.all("out"), read);
  if (!outputs) return fail(outputs.error());
  ChosenLowering chosen;
  if (arguments.has("lowering")) {
    Result<ChosenLowering> found = choose_lowering(arguments);
    if (!found) return fail(found.error());
    chosen = *std::move(found);
  }
  Run run{.version = METAGATE_VERSION, .command = command_of(arguments)};
  run.show_all = arguments.has("all");
  const auto step = step_named(arguments.text("step", "auto"));
  if (read_policy_option(arguments, run)) {
    check_files(arguments.all("FILE"), step.value_or(Step::automatic),
                chosen.lowering, run);
  }
  if (chosen.is_command()) {
    for (Problem& problem : chosen.faults->problems()) {
      run.problems.push_back(std::move(problem));
    }
  }
  return write_outputs(run, *outputs);
}

}  // namespace

const Verb check_verb{
    .name = "check",
    .about = "compares the stages of captures, and says which metadata is lost",
    .examples =
        "examples:\n"
        "  metagate check capture.json           each stage with the next\n"
        "  metagate check before.json after.json two files, one program each\n"
        "  metagate check captures -o json=r.json\n"
        "                                        all captures below a folder\n"
        "  metagate check before.json --lowering 'python3 my_driver.py'\n"
        "                                        what it makes of a program\n"
        "exit codes: 0 clean, 1 findings, 2 not everything could be checked",
    .options = options,
    .run = run_check,
    .shared = lowering_options,
};

}  // namespace metagate
