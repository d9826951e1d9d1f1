#include "harness/generate/cases.h"

#include "harness/generate/prng.h"
#include "harness/generate/second_round.h"

namespace metagate {

Cases::Cases(const Vocabulary& words, const Profile& profile,
             std::uint64_t seed)
    : words_(words),
      profile_(profile),
      seed_(seed),
      generator_(words, profile) {}

Program Cases::first(std::uint64_t index) {
  return generator_.make(case_seed(seed_, index));
}

std::optional<Program> Cases::second(std::uint64_t index,
                                     const Program& lowered) const {
  const std::uint64_t seed = case_seed(seed_, index);
  if (!has_second_round(profile_, seed)) return std::nullopt;
  return tag_again(lowered, words_, profile_for(profile_, seed), seed);
}

}  // namespace metagate
