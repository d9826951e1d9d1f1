#include "harness/match/laws.h"

#include <cstddef>

#include "check/check.h"
#include "harness/generate/rewrite.h"
#include "harness/reduce/laws.h"
#include "json/read.h"
#include "json/write.h"

namespace metagate {
namespace {

using Broken = std::optional<std::string>;

std::string why_not(const Result<Program>& result) {
  return "it gives no program: " + result.error().front().message;
}

// What is found in a lowering step, a line each.
Broken findings_told(const Program& before, const Program& after) {
  const Checked checked =
      check(before, after, executorch_policy(), {.step = Step::lowering});
  if (checked.findings.empty()) return std::nullopt;
  std::string lines;
  for (const Finding& finding : checked.findings) {
    lines += std::string(finding.rule) + " at " + finding.at.graph + "/" +
             finding.at.node + " " + finding.key + " " + finding.detail + "\n";
  }
  return lines;
}

// --- the laws
// ------------------------------------------------------------------

// One that `fuzz` knows too (reduce/laws.h).
template <std::size_t index>
Broken run_law(const Lowering& lowering, const Program& program,
               std::uint64_t /*seed*/) {
  const Result<Program> after = lowering(program);
  if (!after) return why_not(after);
  const auto finding = run_laws()[index].judge(program, *after, lowering);
  if (!finding) return std::nullopt;
  return std::string(finding->rule) + " at " + finding->at.graph + "/" +
         finding->at.node + ": " + finding->detail;
}

Broken other_spelling(const Lowering& lowering, const Program& program,
                      std::uint64_t seed) {
  const Program other = rewritten(program, seed);
  const Result<Program> after = lowering(other);
  if (!after) return why_not(after);
  return findings_told(other, *after);
}

Broken written_and_read(const Lowering& lowering, const Program& program,
                        std::uint64_t /*seed*/) {
  const Result<Program> after = lowering(program);
  if (!after) return why_not(after);
  const Program stages[] = {program.with_stage("before"),
                            after->with_stage("after")};
  const Result<Document> read = read_text("lowered", write_capture(stages));
  if (!read) {
    return "it is no capture: " + read.error().front().message;
  }
  return findings_told(read->programs[0], read->programs[1]);
}

constexpr Law table[] = {
    {"equal_input_gives_equal_bytes",
     "a lowering is a function: the same program gives the same bytes",
     run_law<0>},
    {"lowering_again_changes_nothing",
     "a second lowering without new tags changes nothing", run_law<2>},
    {"names_of_tags_do_not_matter",
     "what tags are called, and so how they sort, changes nothing else",
     run_law<1>},
    {"spelling_does_not_matter",
     "renamed nodes, reordered keys and renumbered objects are lowered as well",
     other_spelling},
    {"the_result_is_a_capture",
     "what is lowered can be written, is read again, and is as right as it was",
     written_and_read},
};

}  // namespace

std::span<const Law> laws() {
  return table;
}

}  // namespace metagate
