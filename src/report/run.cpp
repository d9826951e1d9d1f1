#include "report/run.h"

#include <set>
#include <utility>

#include "check/failed_lowering.h"

namespace metagate {

CapturedStage stage_of(const std::shared_ptr<const Document>& document,
                       std::size_t index) {
  const Program& program = document->programs[index];
  return {.stage = std::string(program.stage()),
          .program = std::shared_ptr<const Program>(document, &program),
          .document = document};
}

Pair lowered_pair(const std::string& case_name, CapturedStage before,
                  const Result<Program>& after, std::string_view stage,
                  const Policy& policy) {
  Pair pair{.case_name = case_name,
            .before = std::move(before),
            .after = {.stage = std::string(stage),
                      .program = nullptr,
                      .document = nullptr},
            .checked = {}};
  if (after) {
    pair.after.program =
        std::make_shared<const Program>(after->with_stage(stage));
    pair.checked = check(*pair.before.program, *pair.after.program, policy,
                         {.step = Step::lowering});
  } else if (auto finding =
                 finding_of(*pair.before.program, after.error().front())) {
    pair.checked.findings.push_back(*std::move(finding));
  }
  return pair;
}

void let_go_if_clean(Pair& pair) {
  if (!pair.checked.findings.empty()) return;
  for (CapturedStage* side : {&pair.before, &pair.after}) {
    side->program.reset();
    side->document.reset();
  }
  pair.checked.outlets.clear();
}

Verdict verdict_of(const Run& run) {
  if (!run.problems.empty() || run.pairs.empty()) return Verdict::unchecked;
  for (const Pair& pair : run.pairs) {
    if (!pair.checked.findings.empty()) return Verdict::findings;
  }
  return Verdict::clean;
}

int exit_code(Verdict verdict) {
  return static_cast<int>(verdict);
}

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view names[] = {"clean", "findings", "unchecked"};
  return names[static_cast<std::size_t>(verdict)];
}

Coverage coverage_of(const Run& run) {
  Coverage sum;
  for (const Pair& pair : run.pairs) sum += pair.checked.coverage;
  return sum;
}

std::size_t case_count(const Run& run) {
  std::set<std::string_view> names;
  for (const Pair& pair : run.pairs) names.insert(pair.case_name);
  return names.size();
}

std::vector<std::string_view> not_checked(const Run& run) {
  std::set<std::string_view> rules;
  for (const Pair& pair : run.pairs) {
    rules.insert(pair.checked.not_checked.begin(),
                 pair.checked.not_checked.end());
  }
  return {rules.begin(), rules.end()};
}

}  // namespace metagate
