// `--out FORMAT[=FILE]`: which reports are written, and where.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "report/formats.h"

namespace metagate {

struct Output {
  const Format* format;
  std::string file;  // empty = standard output
};

// Reads the values of `--out`. Without one that goes to standard output, the
// text report does. Unknown formats, two reports for one file or for standard
// output, and a file that is one of `inputs` are refused.
[[nodiscard]] Result<std::vector<Output>> read_outputs(
    const std::vector<std::string>& given,
    const std::vector<std::string>& inputs);

// Writes the reports of a run; tells on stderr what could not be written.
// Returns the run's exit code, or 2 where a report was not written.
[[nodiscard]] int write_outputs(const Run& run,
                                const std::vector<Output>& outputs);

}  // namespace metagate
