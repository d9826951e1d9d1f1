#include "cli/named.h"

#include <fmt/core.h>

#include <charconv>

#include "harness/mutants/mutants.h"
#include "lower/reference.h"
#include "report/printable.h"

namespace metagate {

std::optional<Lowering> built_in_lowering(std::string_view name) {
  if (name == "reference") return lowering_with(reference_hand_overs());
  if (const Mutant* const mutant = find_mutant(name)) {
    return lowering_of(*mutant);
  }
  return std::nullopt;
}

Result<const Profile*> profile_named(std::string_view name) {
  if (const Profile* const profile = find_profile(name)) return profile;
  std::string names;
  for (const Profile& profile : profiles()) {
    if (!names.empty()) names += ", ";
    names += profile.name;
  }
  return Problem{.message = fmt::format("no profile {}, but {}",
                                        quoted_name(name), names)};
}

Result<std::uint64_t> number_named(std::string_view what,
                                   std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return Problem{.message = fmt::format("{} takes a number, not {}", what,
                                        quoted_name(text))};
}

}  // namespace metagate
