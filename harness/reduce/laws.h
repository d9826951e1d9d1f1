// The laws of a lowering that no two programs show, since it has to be run
// several times (DESIGN.md section 6): they hold for any lowering.
//
//   law-bytes   the same program is lowered to the same program again
//   law-order   what tags are called, and so how they sort, changes nothing
//   law-round   a second lowering without new tags changes nothing
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "check/finding.h"
#include "harness/reduce/reduce.h"
#include "lower/lowering.h"

namespace metagate {

struct RunLaw {
  std::string_view id;  // the id of a rule that has no judge (check/rules.h)
  // What breaks the law, where it is broken; `after` is what `lowering` made of
  // `before`. A run that gives no program through no fault of the lowering
  // (lower/lowering.h, no_program) breaks none.
  std::optional<Finding> (*judge)(const Program& before, const Program& after,
                                  const Lowering& lowering);
};

// In the order above.
[[nodiscard]] std::span<const RunLaw> run_laws();
[[nodiscard]] bool is_law(std::string_view rule);

// A finding for each law that is broken. Runs the lowering three times.
[[nodiscard]] std::vector<Finding> judge_laws(const Program& before,
                                              const Program& after,
                                              const Lowering& lowering);

// Finds what judge_laws does.
[[nodiscard]] Judge law_judge_of(Lowering lowering);

// What shows such a fault: judge_of, or law_judge_of where it is one of them.
[[nodiscard]] Judge judge_for(const Fault& fault, Lowering lowering);

}  // namespace metagate
