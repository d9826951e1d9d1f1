#include "check/delegate_pairs.h"

#include <string_view>

namespace metagate {
namespace {

struct Candidate {
  Hash128 lowered;
  Hash128 fed;
  std::string_view backend;
  std::string_view graph;
  bool is_taken = false;
};

std::vector<Candidate> candidates(const Program& program, Labels& labels,
                                  std::span<const Delegate> delegates) {
  std::vector<Candidate> out;
  for (const Delegate& delegate : delegates) {
    out.push_back(
        {.lowered = labels.lowered(delegate.lowered),
         .fed = labels.fed(delegate),
         .backend = program.text(delegate.backend),
         .graph = program.text(program.graph(delegate.lowered).name)});
  }
  return out;
}

using Agree = bool (*)(const Candidate&, const Candidate&);

// From the most that two delegates can have in common to the least.
constexpr Agree steps[] = {
    [](const Candidate& b, const Candidate& a) {
      return b.lowered == a.lowered && b.fed == a.fed &&
             b.backend == a.backend && b.graph == a.graph;
    },
    [](const Candidate& b, const Candidate& a) {
      return b.lowered == a.lowered && b.fed == a.fed && b.backend == a.backend;
    },
    [](const Candidate& b, const Candidate& a) {
      return b.lowered == a.lowered && b.backend == a.backend &&
             b.graph == a.graph;
    },
    [](const Candidate& b, const Candidate& a) {
      return b.backend == a.backend && b.graph == a.graph;
    },
    [](const Candidate& b, const Candidate& a) {
      return b.lowered == a.lowered && b.backend == a.backend;
    },
};

}  // namespace

std::vector<DelegatePair> pair_delegates(
    const Program& before, Labels& labels_before,
    std::span<const Delegate> delegates_before, const Program& after,
    Labels& labels_after, std::span<const Delegate> delegates_after) {
  std::vector<DelegatePair> pairs;
  if (delegates_before.empty() || delegates_after.empty()) return pairs;
  std::vector<Candidate> in_before =
      candidates(before, labels_before, delegates_before);
  std::vector<Candidate> in_after =
      candidates(after, labels_after, delegates_after);
  for (const Agree agree : steps) {
    for (std::size_t b = 0; b < in_before.size(); ++b) {
      if (in_before[b].is_taken) continue;
      for (std::size_t a = 0; a < in_after.size(); ++a) {
        if (in_after[a].is_taken || !agree(in_before[b], in_after[a])) {
          continue;
        }
        in_before[b].is_taken = in_after[a].is_taken = true;
        pairs.push_back({delegates_before[b], delegates_after[a]});
        break;
      }
    }
  }
  return pairs;
}

}  // namespace metagate
