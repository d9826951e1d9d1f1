// Meta values that name a node which an edit took out: a program may not hold
// them (FORMAT.md, "What is refused").
#pragma once

#include "ir/draft.h"

namespace metagate {

// A `$node` whose node is gone becomes one of no graph of the document; an
// entry that reaches it through an object goes.
void forget_lost_nodes(Draft& draft);

}  // namespace metagate
