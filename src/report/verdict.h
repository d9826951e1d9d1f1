// The last lines of a report for people: what was found, and what was compared.
#pragma once

#include <string>

#include "report/run.h"

namespace metagate {

// "ok 2 cases", "FAIL 3 findings: 2 getitem-lost, 1 shape-args in 1 of 2 cases"
// or "UNCHECKED 1 problem: ...". One line, without a line feed.
[[nodiscard]] std::string verdict_line(const Run& run);

// "compared 214 nodes, 1092 keys in 7 delegates; 0 unmatched".
[[nodiscard]] std::string coverage_line(const Run& run);

// `count` and the noun, which takes an s: "1 case", "2 cases".
[[nodiscard]] std::string counted(std::size_t count, const char* noun);

}  // namespace metagate
