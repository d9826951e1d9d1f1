// Findings with one root cause, and the sentence that says it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/rows.h"

namespace metagate {

struct Pattern {
  std::string_view rule;
  std::string key;       // empty where the findings are about no key
  std::string sentence;  // names nothing from a capture but the key
  // The outputs of single- and of multi-output delegates fared differently:
  // the diagnosis of pytorch/executorch PR 20805.
  bool tells_paths_apart = false;
  std::vector<std::string> ids;  // sorted
};

// One a rule and key, in that order. For getitems the sentence counts, over the
// pairs of programs that have such a finding, how many outputs of single- and
// of multi-output delegates it hit, and how many it could have hit.
[[nodiscard]] std::vector<Pattern> patterns_of(const std::vector<Row>& rows);

}  // namespace metagate
