// From the words of the command line to a verb that runs. The only part that
// knows CLI11.
#pragma once

#include <string>
#include <vector>

namespace metagate {

// `words` without the name of the program. Runs the verb and returns its exit
// code; words that mean nothing are told on stderr and give 2.
[[nodiscard]] int run_command_line(const std::vector<std::string>& words);

}  // namespace metagate
