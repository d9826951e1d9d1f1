// The rules: a row each (DESIGN.md section 6). A row is what the checker runs,
// and what a report, an explanation and a test of completeness need. To add
// one: a function in the file of its family, a row here, and a mutant that
// trips it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "check/finding.h"

namespace metagate {

class Subject;
using Findings = std::vector<Finding>;

struct Rule {
  std::string_view id;    // `<where>-<what>`, never renamed, never reused
  std::string_view says;  // one sentence: what is owed
  // Null where no two programs can show it (check/failed_lowering.h,
  // harness/reduce/laws.h).
  void (*judge)(const Subject&, Findings&);
};

// In the order in which a report lists them.
[[nodiscard]] std::span<const Rule> rules();

// The row of that id, or nullptr.
[[nodiscard]] const Rule* find_rule(std::string_view id);

}  // namespace metagate
