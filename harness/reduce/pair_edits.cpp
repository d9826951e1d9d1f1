#include "harness/reduce/pair_edits.h"

#include <algorithm>
#include <utility>

#include "check/tags.h"
#include "harness/reduce/lost_names.h"
#include "harness/reduce/mirror.h"
#include "ir/users.h"

namespace metagate {

Measure measure_of(const StagePair& pair) {
  return measure_of(pair.before);
}

PairEdits::PairEdits(const StagePair& pair)
    : pair_(pair),
      edits_(pair.before),
      correspondence_(correspond(pair.before, pair.after, Users(pair.after),
                                 Tags(pair.before), Trust::structure)) {}

std::optional<StagePair> PairEdits::make(const Edit& edit) const {
  Draft before(pair_.before);
  edits_.apply(edit, before);
  Draft after(pair_.after);
  if (edit.kind == EditKind::promote_body) {
    const GraphId body = survey().bodies[edit.first];
    const auto pair = std::find_if(
        correspondence_.graphs.begin(), correspondence_.graphs.end(),
        [&](const GraphPair& graphs) { return graphs.before == body; });
    // In a delegate it is no body of the program any more.
    if (pair == correspondence_.graphs.end() || pair->is_inside) {
      return std::nullopt;
    }
    promote_body(after, pair->after);
  } else if (!mirror(pair_.before, before, edit, correspondence_, after)) {
    return std::nullopt;
  }
  std::optional<Program> smaller = edits_.build(before);
  if (!smaller) return std::nullopt;
  forget_lost_nodes(after);
  return StagePair{*std::move(smaller), after.build()};
}

}  // namespace metagate
