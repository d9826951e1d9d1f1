// What the matchers of harness/match/matchers.h ask, and how a failed test
// prints findings, programs and problems: text, as people read it.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "check/check.h"
#include "ir/program.h"

namespace metagate {

// Empty `node` or `key` is any.
[[nodiscard]] bool has_finding(std::span<const Finding> findings,
                               std::string_view rule, std::string_view node,
                               std::string_view key);

[[nodiscard]] bool is_silent(const Checked& checked);

// What a check of the lowering's step found, or nothing where all is kept. A
// lowering that made no program has kept nothing.
[[nodiscard]] std::string lost_metadata(const Program& before,
                                        const Program& after,
                                        const Policy& policy);
[[nodiscard]] std::string lost_metadata(const Program& before,
                                        const Result<Program>& after,
                                        const Policy& policy);

// "has a finding getitem-lost at `getitem` for `val`".
[[nodiscard]] std::string said_of_finding(std::string_view rule,
                                          std::string_view node,
                                          std::string_view key, bool negation);

// A line a finding, and what was compared.
[[nodiscard]] std::string saying_of(const Checked& checked);
// A line a problem, with its place.
[[nodiscard]] std::string saying_of(const Problems& problems);
// Where the two differ, or nothing.
[[nodiscard]] std::string saying_of_difference(const Program& one,
                                               const Program& other);

// For GoogleTest, which finds them by their name. A program is printed as the
// capture that it would be written as.
void PrintTo(const Finding& finding, std::ostream* out);
void PrintTo(const Checked& checked, std::ostream* out);
void PrintTo(const Program& program, std::ostream* out);
void PrintTo(const Problem& problem, std::ostream* out);

}  // namespace metagate
