// Writing to standard output, standard error and files, so that what could not
// be written is known.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace metagate {

// To be called first. A pipe that nobody reads is an error of the write, and no
// signal; where standard output or error is closed, nothing that is opened
// later takes its place.
void prepare_streams();

// What went wrong, or nothing.
[[nodiscard]] std::optional<Problem> write_to_stdout(std::string_view bytes);

// Notes and usage errors; a line feed is added. That it can't be written is
// told to nobody.
void tell(std::string_view message);

// Writes the file under a temporary name next to it and renames it, so that it
// is there as a whole or not at all. What is there and is no regular file (a
// device, a pipe) is written to as it is. What went wrong, or nothing.
[[nodiscard]] std::optional<Problem> write_file(const std::string& path,
                                                std::string_view bytes);

}  // namespace metagate
