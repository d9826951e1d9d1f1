#include "cli/check_files.h"

#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "json/read.h"

namespace metagate {
namespace {

// A file that holds one program, until it is known whether it has a partner.
struct Single {
  std::shared_ptr<const Document> document;
  std::string case_name;
};

class Checking {
 public:
  Checking(Step step, const Lowering& lowering, Run& run)
      : step_(step), lowering_(lowering), run_(run) {}

  void add(const CaseFile& file) {
    Result<Document> read = read_file(file.path);
    if (!read) {
      has_unread_ = has_unread_ || file.is_named;
      for (Problem& problem : std::move(read).error()) {
        run_.problems.push_back(std::move(problem));
      }
      return;
    }
    const auto document = std::make_shared<const Document>(*std::move(read));
    if (named_.insert(document->file).second) {
      run_.inputs.push_back({document->file, document->sha256});
    }
    if (document->programs.size() > 1) {
      check_stages(document, file.case_name);
    } else if (lowering_) {
      lower_and_check(document, file.case_name);
    } else if (file.is_named) {
      singles_.push_back({document, file.case_name});
    } else {
      nothing_to_compare(*document);
    }
  }

  void finish() {
    if (singles_.size() == 2) {
      compare(singles_[0].case_name, stage_of(singles_[0].document, 0),
              stage_of(singles_[1].document, 0));
      demand_matches(singles_[0].case_name, singles_[1].document->file);
      return;
    }
    // The partner may be the file that could not be read.
    if (singles_.size() == 1 && has_unread_) return;
    for (const Single& single : singles_) nothing_to_compare(*single.document);
  }

 private:
  void check_stages(const std::shared_ptr<const Document>& document,
                    const std::string& case_name) {
    for (std::size_t i = 0; i + 1 < document->programs.size(); ++i) {
      compare(case_name, stage_of(document, i), stage_of(document, i + 1));
    }
    demand_matches(case_name, document->file);
  }

  void compare(const std::string& case_name, CapturedStage before,
               CapturedStage after) {
    Pair pair{.case_name = case_name,
              .before = std::move(before),
              .after = std::move(after),
              .checked = {}};
    CheckOptions options;
    options.step = step_;
    pair.checked =
        check(*pair.before.program, *pair.after.program, run_.policy, options);
    let_go_if_clean(pair);
    run_.pairs.push_back(std::move(pair));
  }

  void lower_and_check(const std::shared_ptr<const Document>& document,
                       const std::string& case_name) {
    CapturedStage before = stage_of(document, 0);
    if (before.stage.empty()) before.stage = "before";
    const Result<Program> after = lowering_(*before.program);
    Pair pair =
        lowered_pair(case_name, std::move(before), after, "after", run_.policy);
    const bool has_failed = !after && !pair.checked.findings.empty();
    if (!after && !has_failed) {
      for (Problem problem : after.error()) {
        problem.message += " (" + problem.code + ")";
        problem.file = document->file;
        run_.problems.push_back(std::move(problem));
      }
      return;
    }
    let_go_if_clean(pair);
    run_.pairs.push_back(std::move(pair));
    if (!has_failed) demand_matches(case_name, document->file);
  }

  // A case in which no node was matched was not checked.
  void demand_matches(const std::string& case_name, const std::string& file) {
    std::uint64_t nodes = 0;
    for (const Pair& pair : run_.pairs) {
      if (pair.case_name == case_name) nodes += pair.checked.coverage.nodes;
    }
    if (nodes > 0) return;
    run_.problems.push_back(
        {.message = "nothing was compared: no node has a counterpart",
         .file = file});
  }

  void nothing_to_compare(const Document& document) {
    run_.problems.push_back(
        {.message = "one stage, nothing to compare: give AFTER or --lowering",
         .file = document.file});
  }

  Step step_;
  const Lowering& lowering_;
  Run& run_;
  std::set<std::string> named_;
  std::vector<Single> singles_;
  bool has_unread_ = false;
};

}  // namespace

void check_files(const std::vector<std::string>& arguments, Step step,
                 const Lowering& lowering, Run& run) {
  Checking checking(step, lowering, run);
  for (const CaseFile& file : find_case_files(arguments, run.problems)) {
    checking.add(file);
  }
  checking.finish();
}

}  // namespace metagate
