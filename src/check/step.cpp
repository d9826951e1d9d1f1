#include "check/step.h"

namespace metagate {
Step step_of(const Program& before, const Program& after,
             const Correspondence& correspondence) {
  if (!correspondence.delegates.empty()) return Step::lowering;
  for (std::size_t i = 0; i < before.nodes().size(); ++i) {
    const NodeId found = correspondence.found[i];
    if (found.is_none()) continue;
    if (before.value(NodeId(i), known::delegation_tag) &&
        !after.value(found, known::delegation_tag)) {
      return Step::lowering;
    }
  }
  return Step::pass;
}

}  // namespace metagate
