// Two lowerings on one program: what the new one gets wrong that the old one
// does not, what it mends, and where both are right but give different meta.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "check/check.h"
#include "harness/reduce/fault.h"
#include "harness/reduce/hunt.h"
#include "lower/lowering.h"

namespace metagate {

enum class ContrastKind : std::uint8_t { added, mended, differs };
inline constexpr std::size_t contrast_kind_count = 3;

struct Contrast {
  // By ContrastKind. `added` are findings of the new lowering that the old one
  // does not give, `mended` the other way round; two are the same if rule,
  // place and key are. Where neither lowering has any, `differs` is what a
  // check of the old result against the new one finds, as a pass in which every
  // key is owed to every node.
  std::vector<Finding> findings[contrast_kind_count];
  Coverage coverage;  // of both checks
  // One of them could not take it, or did not do its part: nothing is said.
  bool is_unsupported = false;
  bool is_unchecked = false;
  bool is_gone = false;
  // What the old one made of it, where all is the same.
  std::optional<Program> lowered;

  [[nodiscard]] const std::vector<Finding>& of(ContrastKind kind) const {
    return findings[static_cast<std::size_t>(kind)];
  }
};

// A valid program that one of them refuses is a finding `driver-error`.
[[nodiscard]] Contrast contrast(const Lowering& old_one,
                                const Lowering& new_one,
                                const Program& program);

// The findings of that kind, for a reducer. It must outlive neither lowering.
[[nodiscard]] Judge judge_of(Lowering old_one, Lowering new_one,
                             ContrastKind kind);

// What the two made of a program, compared as `differs` is.
[[nodiscard]] Checked compare_lowered(const Program& old_one,
                                      const Program& new_one);

struct Contrasts {
  std::uint64_t cases = 0;
  std::uint64_t compared = 0;  // programs, second rounds included
  std::uint64_t unsupported = 0;
  std::uint64_t unchecked = 0;
  Coverage coverage;
  // By kind: the first case that shows each fault.
  std::map<Fault, Failure> first[contrast_kind_count];
};

// All cases, on all cores; the result does not depend on how many there are.
[[nodiscard]] Contrasts contrast_cases(
    const std::function<CaseSource()>& make_source, const Lowering& old_one,
    const Lowering& new_one, const HuntOptions& options);

}  // namespace metagate
