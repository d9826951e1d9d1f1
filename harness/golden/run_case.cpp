#include "harness/golden/run_case.h"

#include <fmt/core.h>

#include <optional>
#include <utility>

#include "harness/golden/expectations.h"
#include "harness/golden/tagging.h"

namespace metagate {
namespace {

class Runner {
 public:
  Runner(const std::string& name,
         const std::shared_ptr<const Document>& document, const Case& the_case,
         const Lowering& lowering)
      : name_(name),
        document_(document),
        case_(the_case),
        lowering_(lowering) {}

  Result<CaseRun> run() {
    std::optional<Problem> problem =
        document_->programs.size() == 1 ? lower_and_check() : check_stages();
    if (problem) {
      if (problem->file.empty()) problem->file = document_->file;
      return *std::move(problem);
    }
    if (out_.is_unsupported) return std::move(out_);
    for (std::string& line : disagreements(out_.pairs, case_.expect)) {
      out_.wrong.push_back(std::move(line));
    }
    return std::move(out_);
  }

 private:
  std::optional<Problem> check_stages() {
    if (case_.rounds || !case_.refuse.empty()) {
      return Problem{
          .message =
              "`rounds` and `refuse` are for what is lowered: a fixture "
              "of one program"};
    }
    for (std::size_t i = 0; i + 1 < document_->programs.size(); ++i) {
      auto problem = compare(stage_of(document_, i), stage_of(document_, i + 1),
                             case_.step);
      if (problem) return problem;
    }
    return std::nullopt;
  }

  std::optional<Problem> lower_and_check() {
    const std::vector<Round> rounds =
        case_.rounds.value_or(std::vector<Round>(1));
    if (rounds.empty()) {
      return Problem{.message = "`rounds` has none: nothing is lowered"};
    }
    Program program = document_->programs[0];
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      Result<Program> tagged = with_tags(program, rounds[i]);
      if (!tagged) return tagged.error().front();
      Result<Program> lowered = lowering_(*tagged);
      const std::string number = std::to_string(i + 1);
      if (!lowered) {
        return not_lowered(before_stage(*std::move(tagged), i, rounds[i]),
                           rounds.size() == 1 ? "after" : "round" + number,
                           lowered);
      }
      program =
          lowered->with_stage(rounds.size() == 1 ? "after" : "round" + number);
      auto problem = compare(before_stage(*std::move(tagged), i, rounds[i]),
                             {.stage = std::string(program.stage()),
                              .program = std::make_shared<Program>(program),
                              .document = nullptr},
                             Step::lowering);
      if (problem) return problem;
      out_.lowered.push_back(program);
    }
    if (!case_.refuse.empty()) {
      out_.wrong.push_back(fmt::format(
          "expected to be refused as `{}`, but was lowered", case_.refuse));
    }
    return std::nullopt;
  }

  CapturedStage before_stage(Program program, std::size_t index,
                             const Round& round) {
    if (index > 0) {
      program = program.with_stage("before" + std::to_string(index + 1));
    } else if (program.stage().empty()) {
      program = program.with_stage("before");
    }
    // With tags of its own it is not the program of the file any more, but its
    // nodes stand where they stood.
    const bool is_read = index == 0 && round.empty();
    std::string stage(program.stage());
    return {.stage = std::move(stage),
            .program = std::make_shared<Program>(std::move(program)),
            .document = is_read ? document_ : nullptr};
  }

  std::optional<Problem> not_lowered(CapturedStage before,
                                     const std::string& stage,
                                     const Result<Program>& lowered) {
    const Problem& why = lowered.error().front();
    if (why.code == no_program::unsupported) {
      out_.is_unsupported = true;
      return std::nullopt;
    }
    if (why.code == no_program::fault || why.code == no_program::gone) {
      return why;
    }
    Pair pair =
        lowered_pair(name_, std::move(before), lowered, stage, policy());
    if (!pair.checked.findings.empty()) {
      out_.pairs.push_back(std::move(pair));
      return std::nullopt;
    }
    if (case_.refuse.empty()) {
      out_.wrong.push_back("refused: " + why.message);
    } else if (why.code != case_.refuse) {
      out_.wrong.push_back(
          fmt::format("expected to be refused as `{}`, but was as `{}`: {}",
                      case_.refuse, why.code, why.message));
    }
    return std::nullopt;
  }

  std::optional<Problem> compare(CapturedStage before, CapturedStage after,
                                 Step step) {
    Pair pair{.case_name = name_,
              .before = std::move(before),
              .after = std::move(after),
              .checked = {}};
    pair.checked = check(*pair.before.program, *pair.after.program, policy(),
                         {.step = step});
    if (pair.checked.coverage.nodes == 0) {
      return Problem{.message =
                         "nothing was compared: no node has a counterpart"};
    }
    out_.pairs.push_back(std::move(pair));
    return std::nullopt;
  }

  [[nodiscard]] const Policy& policy() const {
    return case_.policy ? *case_.policy : executorch_policy();
  }

  const std::string& name_;
  const std::shared_ptr<const Document>& document_;
  const Case& case_;
  const Lowering& lowering_;
  CaseRun out_;
};

}  // namespace

Result<CaseRun> run_case(const std::string& name,
                         const std::shared_ptr<const Document>& document,
                         const Case& the_case, const Lowering& lowering) {
  return Runner(name, document, the_case, lowering).run();
}

bool has_golden(const Document& document, const Case& the_case) {
  return document.programs.size() == 1 && the_case.refuse.empty();
}

}  // namespace metagate
