// Random programs for RapidCheck: drawn by our own generator from one seed, and
// shrunk by our own edits, as a whole. RapidCheck's combinators are not used:
// they are a hundred times slower, and do not find the smallest.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <iosfwd>
#include <memory>

#include "ir/program.h"

namespace metagate {

// A program with its tags. Cheap to copy.
struct Drawn {
  std::shared_ptr<const Program> program;
  std::uint64_t seed = 0;  // for what the property draws itself

  const Program& operator*() const { return *program; }
};

// What RapidCheck shows of a counterexample: a capture.
std::ostream& operator<<(std::ostream& out, const Drawn& drawn);

// The program of a second round, made of a lowered one.
[[nodiscard]] Program tagged_again(const Program& lowered, std::uint64_t seed);

}  // namespace metagate

template <>
struct rc::Arbitrary<metagate::Drawn> {
  static Gen<metagate::Drawn> arbitrary();
};
