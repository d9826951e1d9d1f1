// A word as a shell reads it, for the commands that repeat a run.
#pragma once

#include <string>
#include <string_view>

namespace metagate {

[[nodiscard]] std::string quoted_for_shell(std::string_view word);

}  // namespace metagate
