// What tags are called, and so in which order they would sort, does not matter.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>

#include "ir/draft.h"
#include "json/write.h"
#include "lower/reference.h"
#include "properties/drawn.h"

namespace metagate {
namespace {

// Every tag by another name: the names sort the other way round.
Program with_other_tags(const Program& program) {
  Draft draft(program);
  std::map<Hash128, ValueId> renamed;
  for (const DraftGraph& graph : draft.graphs) {
    for (const NodeId id : graph.nodes) {
      ValueId* const tag = draft.find(id, known::delegation_tag);
      if (tag == nullptr) continue;
      if (draft.store().tree(*tag).tag != Tag::text) continue;
      const Hash128 hash = draft.store().facts(*tag).hash;
      const auto [found, is_new] = renamed.try_emplace(hash);
      if (is_new) {
        found->second =
            draft.store().add_text("z" + std::to_string(1000 - renamed.size()));
      }
      *tag = found->second;
    }
  }
  return draft.build();
}

// Without the tags that stay inside.
std::string bytes_of(const Program& program) {
  Draft draft(program);
  for (const DraftGraph& graph : draft.graphs) {
    for (const NodeId id : graph.nodes) {
      draft.remove(id, known::delegation_tag);
    }
  }
  const Program plain = draft.build();
  return write_capture({&plain, 1});
}

}  // namespace

RC_GTEST_PROP(Reference, does_not_care_what_tags_are_called,
              (const Drawn& drawn)) {
  const Result<Program> one = lower_reference(*drawn);
  const Result<Program> two = lower_reference(with_other_tags(*drawn));
  RC_ASSERT(one.has_value() && two.has_value());
  RC_ASSERT(bytes_of(*one) == bytes_of(*two));
}

}  // namespace metagate
