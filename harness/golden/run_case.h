// Runs a fixture: lowers and checks it, or checks its stages (FORMAT.md,
// "Fixture").
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "case/case.h"
#include "json/document.h"
#include "lower/lowering.h"
#include "report/run.h"

namespace metagate {

struct CaseRun {
  std::vector<Pair> pairs;       // one for each step, in order
  std::vector<Program> lowered;  // the stages that the lowering made
  // What is not as the case says, a line each.
  std::vector<std::string> wrong;
  // The lowering can't take such a program: nothing is said of it.
  bool is_unsupported = false;
};

// A document with one program is lowered, once or in rounds; the stages are
// then `before` and `after`, or `before`, `round1`, `before2`, `round2`, ...;
// the first keeps the name that it has. One with several is never lowered: each
// stage is checked against the next. What makes no sense, and a step in which
// nothing was compared, is a problem.
[[nodiscard]] Result<CaseRun> run_case(
    const std::string& name, const std::shared_ptr<const Document>& document,
    const Case& the_case, const Lowering& lowering);

// Does the fixture have a golden?
[[nodiscard]] bool has_golden(const Document& document, const Case& the_case);

}  // namespace metagate
