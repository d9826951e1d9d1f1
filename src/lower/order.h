// In which order the nodes of a graph stand once its partitions are delegates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "ir/program.h"
#include "ir/users.h"
#include "lower/partition.h"

namespace metagate {

// A delegate stands right after the last of what it takes, and never among the
// placeholders; several that stand at one place keep the order of their
// partitions. All other nodes keep their order, but that a user of a delegate
// waits for it. Constants that partitions own are left out unless a copy of
// them stays; the others wait for nothing.
//
// Refuses partitions that are not convex ("non-convex", with the path), or that
// need each other ("cyclic-partitions").
[[nodiscard]] Result<std::vector<Slot>> order_of(const Program& program,
                                                 const Users& users,
                                                 GraphId graph,
                                                 const Partitions& partitions);

}  // namespace metagate
