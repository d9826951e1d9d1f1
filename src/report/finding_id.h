// The stable id of a finding (REPORT.md): made of structural facts, so that it
// is the same in every run, and does not change with names that the lowering
// gives, with lines, or with words.
#pragma once

#include <string>
#include <string_view>

#include "check/finding.h"

namespace metagate {

// 16 lower-case hexadecimal digits: the first of the SHA-256 over these bytes,
// one after the other without anything between them:
//
//   rule, case, stage before, stage after, place, key
//
// each as: its length in bytes as decimal digits, ':', its bytes (UTF-8). A
// finding that is about no key has the empty key, "0:".
[[nodiscard]] std::string finding_id(const Finding& finding,
                                     std::string_view case_name,
                                     std::string_view stage_before,
                                     std::string_view stage_after);

}  // namespace metagate
