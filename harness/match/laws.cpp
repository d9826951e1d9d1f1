#include "harness/match/laws.h"

#include <map>

#include "check/check.h"
#include "harness/generate/rewrite.h"
#include "ir/draft.h"
#include "json/read.h"
#include "json/write.h"

namespace metagate {
namespace {

using Broken = std::optional<std::string>;

std::string bytes_of(const Program& program) {
  const Program plain = program.with_stage("");
  return write_capture({&plain, 1});
}

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

// Every tag by another name: the names sort the other way round.
Program with_other_tags(const Program& program) {
  Draft draft(program);
  std::map<Hash128, ValueId> renamed;
  for (const DraftGraph& graph : draft.graphs) {
    for (const NodeId id : graph.nodes) {
      ValueId* const tag = draft.find(id, known::delegation_tag);
      if (tag == nullptr) continue;
      if (draft.store().tree(*tag).tag != Tag::text) continue;
      const Hash128 hash = draft.store().facts(*tag).hash;
      const auto [found, is_new] = renamed.try_emplace(hash);
      if (is_new) {
        found->second =
            draft.store().add_text("z" + std::to_string(1000 - renamed.size()));
      }
      *tag = found->second;
    }
  }
  return draft.build();
}

// Without the tags that stay inside.
Program without_tags(const Program& program) {
  Draft draft(program);
  for (const DraftGraph& graph : draft.graphs) {
    for (const NodeId id : graph.nodes) {
      draft.remove(id, known::delegation_tag);
    }
  }
  return draft.build();
}

// --- the laws
// ------------------------------------------------------------------

Broken equal_input(const Lowering& lowering, const Program& program,
                   std::uint64_t /*seed*/) {
  const Result<Program> one = lowering(program);
  const Result<Program> two = lowering(program);
  if (!one) return why_not(one);
  if (!two) return why_not(two);
  if (bytes_of(*one) == bytes_of(*two)) return std::nullopt;
  return "the second time it gives another program";
}

Broken lowered_twice(const Lowering& lowering, const Program& program,
                     std::uint64_t /*seed*/) {
  const Result<Program> once = lowering(program);
  if (!once) return why_not(once);
  const Result<Program> twice = lowering(*once);
  if (!twice) return why_not(twice);
  if (bytes_of(*once) == bytes_of(*twice)) return std::nullopt;
  return "what is lowered is changed by being lowered again";
}

Broken other_tags(const Lowering& lowering, const Program& program,
                  std::uint64_t /*seed*/) {
  const Result<Program> one = lowering(program);
  const Result<Program> two = lowering(with_other_tags(program));
  if (!one) return why_not(one);
  if (!two) return why_not(two);
  if (bytes_of(without_tags(*one)) == bytes_of(without_tags(*two))) {
    return std::nullopt;
  }
  return "with other names of tags it gives another program";
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
     equal_input},
    {"lowering_again_changes_nothing",
     "a second lowering without new tags changes nothing", lowered_twice},
    {"names_of_tags_do_not_matter",
     "what tags are called, and so how they sort, changes nothing else",
     other_tags},
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
