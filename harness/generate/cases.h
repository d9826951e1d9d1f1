// The numbered cases of a run: what `fuzz`, the mutants and the properties
// count. A number gives the same case whoever asks, in whatever order.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/generate/generate.h"

namespace metagate {

class Cases {
 public:
  // Both references must outlive this.
  Cases(const Vocabulary& words, const Profile& profile, std::uint64_t seed);

  [[nodiscard]] Program first(std::uint64_t index);
  // The program of a second round, made of what a lowering made of the first;
  // nothing where the case has one round.
  [[nodiscard]] std::optional<Program> second(std::uint64_t index,
                                              const Program& lowered) const;

 private:
  const Vocabulary& words_;
  const Profile& profile_;
  const std::uint64_t seed_;
  Generator generator_;
};

}  // namespace metagate
