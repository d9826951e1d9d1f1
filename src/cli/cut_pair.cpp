#include "cli/cut_pair.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "case/step_name.h"
#include "cli/check_files.h"
#include "cli/fail.h"
#include "cli/named.h"
#include "cli/smallest.h"
#include "cli/streams.h"
#include "harness/reduce/reduce.h"
#include "json/escape.h"
#include "json/write.h"
#include "report/finding_id.h"
#include "report/formats.h"
#include "report/printable.h"
#include "report/run.h"

namespace metagate {
namespace {

std::string quoted_json(std::string_view text) {
  std::string out;
  append_string(out, text);
  return out;
}

struct Chosen {
  const Pair* pair = nullptr;
  const Finding* finding = nullptr;
};

// The first finding of the run that is wanted by rule and id.
Chosen choose(const Run& run, std::string_view rule, std::string_view id) {
  for (const Pair& pair : run.pairs) {
    for (const Finding& finding : pair.checked.findings) {
      if (!rule.empty() && finding.rule != rule) continue;
      const std::string own = finding_id(finding, pair.case_name,
                                         pair.before.stage, pair.after.stage);
      if (own.starts_with(id)) return {&pair, &finding};
    }
  }
  return {};
}

// `expect` of a fixture: one entry for a node and rule, with all its keys.
std::string expect_json(const std::vector<Finding>& findings) {
  const auto is_about_a_key = [](const Finding& one) {
    return !one.key.empty() || one.expected || one.got;
  };
  std::string out = "[";
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& first = findings[i];
    const auto goes_with = [&](const Finding& other) {
      return other.rule == first.rule && other.at == first.at &&
             is_about_a_key(other) == is_about_a_key(first);
    };
    const bool has_keys = is_about_a_key(first);
    const auto begin = findings.begin();
    const auto here = begin + static_cast<std::ptrdiff_t>(i);
    if (has_keys && std::any_of(begin, here, goes_with)) continue;
    out += out.size() == 1 ? "\n  " : ",\n  ";
    out += fmt::format(R"({{"rule": {}, "graph": {})", quoted_json(first.rule),
                       quoted_json(first.at.graph));
    if (!first.at.node.empty()) {
      out += fmt::format(R"(, "node": {})", quoted_json(first.at.node));
    }
    std::string keys;
    for (auto other = here; has_keys && other != findings.end(); ++other) {
      if (!goes_with(*other)) continue;
      keys += (keys.empty() ? "" : ", ") + quoted_json(other->key);
    }
    if (has_keys) out += fmt::format(R"(, "keys": [{}])", keys);
    out += "}";
  }
  return out + "\n]";
}

std::string case_json(const Pair& cut_from, const Checked& left,
                      const Fault& fault, const ReducedPair& reduced) {
  const std::string about = fmt::format(
      "a pair that was CUT, not lowered again: {} and {} of the {} and {} "
      "nodes "
      "of case {}, stages {} and {}; what was followed is {}",
      reduced.program.before.nodes().size(),
      reduced.program.after.nodes().size(),
      cut_from.before.program->nodes().size(),
      cut_from.after.program->nodes().size(),
      std::filesystem::path(cut_from.case_name).filename().string(),
      quoted_name(cut_from.before.stage), quoted_name(cut_from.after.stage),
      fault_told(fault));
  return fmt::format("{{\n\"about\": {},\n\"step\": {},\n\"expect\": {}\n}}",
                     quoted_json(about),
                     quoted_json(left.step == Step::pass ? "pass" : "lowering"),
                     expect_json(left.findings));
}

CapturedStage stage_of_cut(const Program& program, const CapturedStage& from,
                           std::string_view otherwise) {
  std::string name = from.stage.empty() ? std::string(otherwise) : from.stage;
  auto named = std::make_shared<const Program>(program.with_stage(name));
  return {
      .stage = std::move(name), .program = std::move(named), .document = {}};
}

// What else there is: in the capture, and what was met on the way.
std::string others_told(const Run& run, const ReducedPair& reduced,
                        const std::vector<Finding>& left) {
  std::set<Fault> kept;
  for (const Finding& finding : left) kept.insert(fault_of(finding));
  std::set<Fault> captured;
  for (const Pair& pair : run.pairs) {
    for (const Finding& finding : pair.checked.findings) {
      captured.insert(fault_of(finding));
    }
  }
  std::string out;
  for (const Fault& fault : captured) {
    if (kept.contains(fault)) continue;
    out += fmt::format("also in the capture: {} (--rule {} follows it)\n",
                       fault_told(fault), fault.rule);
  }
  for (const auto& [fault, pair] : reduced.others) {
    if (captured.contains(fault)) continue;
    out += fmt::format(
        "met on the way, not in the capture: {} (a pair of {} and {} nodes)\n",
        fault_told(fault), pair.before.nodes().size(),
        pair.after.nodes().size());
  }
  return out;
}

int cut_chosen(const Run& run, const Chosen& chosen, bool is_one,
               std::uint64_t tries, const std::string& out_path) {
  const Pair& pair = *chosen.pair;
  const Fault fault = fault_of(*chosen.finding);
  const ReducedPair reduced =
      reduce_pair({*pair.before.program, *pair.after.program}, *chosen.finding,
                  is_one ? Follow::it : Follow::fault, pair.checked.step,
                  {.most_tries = tries});
  Run told{.version = run.version};
  Pair left{
      .case_name = pair.case_name,
      .before = stage_of_cut(reduced.program.before, pair.before, "before"),
      .after = stage_of_cut(reduced.program.after, pair.after, "after"),
      .checked = {}};
  left.checked = check(*left.before.program, *left.after.program,
                       executorch_policy(), {.step = pair.checked.step});
  const std::vector<Program> stages{*left.before.program, *left.after.program};
  const std::string fixture = case_json(pair, left.checked, fault, reduced);
  const auto unwritten =
      write_file(out_path, write_capture(stages, {.case_json = fixture}));
  if (unwritten) return fail({*unwritten});
  std::string out = fmt::format(
      "smallest pair: {} and {} of {} and {} nodes, after {} checks{}\n",
      stages[0].nodes().size(), stages[1].nodes().size(),
      pair.before.program->nodes().size(), pair.after.program->nodes().size(),
      reduced.tries,
      reduced.is_minimal ? ", no single cut keeps the fault" : "");
  out += "it was cut, not lowered again\nbefore:\n" + drawing_of(stages[0]) +
         "after:\n" + drawing_of(stages[1]);
  const std::vector<Finding> findings = left.checked.findings;
  told.pairs.push_back(std::move(left));
  out += concise_report(told);
  out += others_told(run, reduced, findings);
  const auto lost = write_to_stdout(out);
  return lost ? fail({*lost}) : 1;
}

}  // namespace

int cut_pair(const Arguments& arguments) {
  const auto tries = number_named("--tries", arguments.text("tries", "100000"));
  if (!tries) return fail(tries.error());
  Run run{.version = METAGATE_VERSION};
  const auto step = step_named(arguments.text("step", "auto"));
  check_files(arguments.all("FILE"), step.value_or(Step::automatic), {}, run);
  if (!run.problems.empty()) return fail(run.problems);
  const std::string_view id = arguments.text("id");
  const Chosen chosen = choose(run, arguments.text("rule"), id);
  if (chosen.finding == nullptr) {
    return fail({{.message = "the check gives no such finding: nothing to cut",
                  .file = arguments.all("FILE").front()}});
  }
  return cut_chosen(run, chosen, !id.empty(), *tries,
                    std::string(arguments.text("out")));
}

}  // namespace metagate
