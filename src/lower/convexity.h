// Why the partitions of a graph cannot become delegates: the paths that leave
// one and come back.
#pragma once

#include "base/result.h"
#include "ir/program.h"
#include "ir/users.h"
#include "lower/partition.h"

namespace metagate {

// To be asked where the delegates cannot be put in an order. One problem for
// each partition that is not convex, with a shortest path; where all are, one
// for partitions that need each other in a circle. Never empty.
[[nodiscard]] Problems explain_cycle(const Program& program, const Users& users,
                                     GraphId graph,
                                     const Partitions& partitions);

}  // namespace metagate
