#include "check/delegate_pairs.h"

#include <iterator>
#include <string_view>
#include <utility>

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

bool has_equal_names(const Candidate& b, const Candidate& a) {
  return b.backend == a.backend && b.graph == a.graph;
}

std::vector<Agree> steps_of(Trust trust) {
  std::vector<Agree> all(std::begin(steps), std::end(steps));
  if (trust == Trust::names) all.insert(all.begin() + 1, has_equal_names);
  return all;
}

class Pairing {
 public:
  Pairing(std::vector<Candidate> before, std::vector<Candidate> after)
      : before_(std::move(before)),
        after_(std::move(after)),
        partner_(before_.size(), none) {}

  void pair(Agree agree) {
    for (std::size_t b = 0; b < before_.size(); ++b) {
      if (partner_[b] != none) continue;
      for (std::size_t a = 0; a < after_.size(); ++a) {
        if (after_[a].is_taken || !agree(before_[b], after_[a])) continue;
        after_[a].is_taken = true;
        partner_[b] = a;
        break;
      }
    }
  }

  // Has a delegate another partner than the one whose graph has its name?
  [[nodiscard]] bool disagrees_with_names() const {
    for (std::size_t b = 0; b < before_.size(); ++b) {
      for (std::size_t a = 0; a < after_.size(); ++a) {
        if (partner_[b] != a && has_equal_names(before_[b], after_[a])) {
          return true;
        }
      }
    }
    return false;
  }

  // By delegate before: the one after, or `none`.
  [[nodiscard]] const std::vector<std::size_t>& partners() const {
    return partner_;
  }
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

 private:
  std::vector<Candidate> before_;
  std::vector<Candidate> after_;
  std::vector<std::size_t> partner_;
};

}  // namespace

DelegatePairs pair_delegates(const Program& before, Labels& labels_before,
                             std::span<const Delegate> delegates_before,
                             const Program& after, Labels& labels_after,
                             std::span<const Delegate> delegates_after,
                             Trust trust) {
  DelegatePairs out;
  if (delegates_before.empty() || delegates_after.empty()) return out;
  Pairing pairing(candidates(before, labels_before, delegates_before),
                  candidates(after, labels_after, delegates_after));
  for (const Agree agree : steps_of(trust)) pairing.pair(agree);
  for (std::size_t b = 0; b < delegates_before.size(); ++b) {
    const std::size_t a = pairing.partners()[b];
    if (a == Pairing::none) continue;
    out.list.push_back({delegates_before[b], delegates_after[a]});
  }
  out.names_disagree = pairing.disagrees_with_names();
  return out;
}

}  // namespace metagate
