#include "harness/generate/outline.h"

namespace metagate {
namespace {

// Calls that become one node: those of a tag, by the first of them.
std::uint32_t merged(const Outline& outline, std::uint32_t call) {
  if (outline.tags[call] == 0) return call;
  std::uint32_t first = 0;
  while (outline.tags[first] != outline.tags[call]) ++first;
  return first;
}

}  // namespace

bool has_order(const Outline& outline) {
  // needs[a] holds bit b: a uses b, in one step or in several.
  std::array<std::uint32_t, most_outline_calls> needs{};
  for (std::uint32_t i = 0; i < outline.count; ++i) {
    const std::uint32_t user = merged(outline, i);
    const OutlineCall& call = outline.calls[i];
    for (std::uint32_t k = 0; k < call.arity; ++k) {
      if (call.operands[k] < outline.inputs) continue;
      const std::uint32_t used =
          merged(outline, call.operands[k] - outline.inputs);
      if (used != user) needs[user] |= 1U << used;
    }
  }
  for (std::uint32_t via = 0; via < outline.count; ++via) {
    for (std::uint32_t a = 0; a < outline.count; ++a) {
      if ((needs[a] >> via & 1U) != 0) needs[a] |= needs[via];
    }
  }
  for (std::uint32_t a = 0; a < outline.count; ++a) {
    if ((needs[a] >> a & 1U) != 0) return false;
  }
  return true;
}

}  // namespace metagate
