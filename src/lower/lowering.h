// The seam: what a lowering is. It takes a program whose nodes carry a
// `delegation_tag` in their meta, and gives a new one in which each partition
// is a delegate. The reference lowering, a mutant of it, somebody's C++
// function and a driver in another process are all the same thing to what runs
// them.
//
// A lowering refuses a program (a Problem with a `code`, such as "non-convex"),
// or lowers it; it never changes the program it is given.
#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"
#include "ir/program.h"

namespace metagate {

using Lowering = std::function<Result<Program>(const Program&)>;

// Why there is no program, where it is no refusal: the code of the problem. The
// first two are findings as well (check/failed_lowering.h).
namespace no_program {
// It died of a valid program, or failed on it. A program is valid if the
// reference lowers it.
inline constexpr std::string_view crash = "driver-crash";
inline constexpr std::string_view error = "driver-error";
// It can't take this program, and says so: nothing is to be said of it.
inline constexpr std::string_view unsupported = "driver-unsupported";
// It did not do its part (src/drive/PROTOCOL.md, "Faults"), which is told
// elsewhere: this program could not be checked.
inline constexpr std::string_view fault = "driver-fault";
// The same, and so it will be with every other program.
inline constexpr std::string_view gone = "driver-gone";
}  // namespace no_program

}  // namespace metagate
