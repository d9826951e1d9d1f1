// What a rule means to the person whose run it failed: a row a rule. The one
// source of `metagate explain`, the help in SARIF, the HTML report and the
// manual page; check/rules.h has the sentence that says what is owed.
#pragma once

#include <span>
#include <string_view>

namespace metagate {

// Plain text in whole sentences, without markup or line breaks.
struct RuleHelp {
  std::string_view rule;     // id of check/rules.h
  std::string_view meaning;  // what was seen
  std::string_view why;      // what breaks later, and for whom
  std::string_view todo;     // where to look first
  // A real bug of that kind ("pytorch/executorch #20805: ..."; the number is of
  // an issue or of a pull request), or "" where none is known.
  std::string_view upstream;
};

// In the order of rules(), one for each of them.
[[nodiscard]] std::span<const RuleHelp> rule_helps();

// The row of that rule, or nullptr.
[[nodiscard]] const RuleHelp* find_rule_help(std::string_view rule);

}  // namespace metagate
