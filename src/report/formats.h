// The formats of a report: a table. A format is a function from a run to bytes,
// the same bytes for the same run under any locale and in any folder, UTF-8
// (in fact ASCII), LF, with exactly one line feed at the end.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/run.h"

namespace metagate {

struct Format {
  std::string_view name;
  std::string_view about;  // for the help
  std::string (*write)(const Run&);
};

[[nodiscard]] std::span<const Format> formats();

// The row of that name, or nullptr.
[[nodiscard]] const Format* find_format(std::string_view name);

// For people: each root cause in full once, what else it hit as a list; what
// was compared, and the verdict, last.
[[nodiscard]] std::string text_report(const Run& run);

// For editors and grep: a line a finding.
[[nodiscard]] std::string concise_report(const Run& run);

// For scripts: `metagate.report/1` (REPORT.md). Findings are sorted by case,
// stages, graph, node, rule, key, place; all else by its first field.
[[nodiscard]] std::string json_report(const Run& run);

}  // namespace metagate
