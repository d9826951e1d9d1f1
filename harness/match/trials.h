// The whole suite as a list of trials that any lowering can be put to: every
// fixture, random programs of every profile, every law, and every mutant. What
// GoogleTest makes of it is in instantiate_suite.h.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "lower/lowering.h"

namespace metagate {

struct TrialSettings {
  std::string root;           // where `fixtures` is
  std::uint64_t cases = 300;  // random programs of each profile and law
  std::uint64_t seed = 1;
};

struct Trial {
  // As a test is named: `fixture_single_output_smallest`, `programs_nested`,
  // `law_names_of_tags_do_not_matter`, `sees_outputs_swapped`.
  std::string name;
  // What went wrong, for people, or nothing. A random program that fails is cut
  // to the smallest, and stands in it as a capture.
  std::function<std::string(const Lowering&)> run;
};

std::ostream& operator<<(std::ostream& out, const Trial& trial);

// - fixture_*: one for each fixture of one program: lowered, and held against
//   what it expects.
// - programs_*: random programs, second rounds included, must be lowered
// without
//   a finding.
// - law_*: what takes several runs of the lowering.
// - sees_*: the lowering's own result, damaged as the mutant does it, must be
//   found out: what this suite says of the lowering can be trusted. A mutant
//   that is no damage, but another lowering, is run itself.
//
// Without fixtures there is one trial that fails, and says where they were
// looked for.
[[nodiscard]] std::vector<Trial> trials(const TrialSettings& settings);

}  // namespace metagate
