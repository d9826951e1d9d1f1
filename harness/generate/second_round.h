// A second round: a program that was lowered gets new tags, as the next
// partitioner would give them, and is lowered again.
#pragma once

#include <cstdint>

#include "harness/generate/profile.h"
#include "harness/generate/vocabulary.h"
#include "ir/program.h"

namespace metagate {

// Whether the case of this seed is lowered twice.
[[nodiscard]] bool has_second_round(const Profile& profile, std::uint64_t seed);

// Tags convex partitions of what is in no delegate. Now and then a delegate's
// call or getitem gets a tag too: a stale one, that means nothing. `lowered`
// has to stand on the store of `words`.
[[nodiscard]] Program tag_again(const Program& lowered, const Vocabulary& words,
                                const Profile& profile, std::uint64_t seed);

}  // namespace metagate
