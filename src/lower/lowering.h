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

#include "base/result.h"
#include "ir/program.h"

namespace metagate {

using Lowering = std::function<Result<Program>(const Program&)>;

}  // namespace metagate
