// The rules by name: one row each (DESIGN.md section 6). A row is what a
// report, an explanation and a test of completeness need; the functions that
// judge stand in the table of check/invariants.h.
#pragma once

#include <span>
#include <string_view>

namespace metagate {

struct Rule {
  std::string_view id;    // `<where>-<what>`, never renamed, never reused
  std::string_view says;  // one sentence: what is owed
};

[[nodiscard]] std::span<const Rule> rules();

// The row of that id, or nullptr.
[[nodiscard]] const Rule* find_rule(std::string_view id);

}  // namespace metagate
