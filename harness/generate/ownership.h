// Which partition a sketched node is in, by name, and which constants a
// partition owns.
#pragma once

#include "harness/generate/sketch.h"

namespace metagate {

// Tags the nodes of each partition, and constants that a partition may own: of
// a mutated buffer all users and the mutation have to be in it; of another
// constant one user, and the others get a copy.
void give_tags(const Profile& profile, Prng& prng, Sketch& sketch);

}  // namespace metagate
