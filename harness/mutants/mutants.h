// Faulty lowerings: what proves that the checker and the generator can see. A
// mutant is a row: the reference with one hand-over changed
// (lower/hand_over.h), or with its result damaged.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ir/draft.h"
#include "lower/hand_over.h"
#include "lower/lowering.h"

namespace metagate {

using Rules = std::span<const std::string_view>;

struct Mutant {
  std::string_view name;
  // The upstream issue or pull request that it resembles ("#20805"), or the
  // hand-over that it breaks.
  std::string_view source;
  std::string_view says;
  // Each of these rules fires on its minimal program; nothing outside `must`
  // and `may` ever fires. Rules are separated by spaces.
  std::string_view must;
  std::string_view may;
  std::string_view profile;  // of the generator, that reaches it soon

  void (*change)(HandOvers& hand_overs) = nullptr;
  // `after` is what the reference made of `before`.
  void (*damage)(const Program& before, Draft& after) = nullptr;
  // What the reference is given is changed first, behind the checker's back.
  void (*prepare)(Draft& before) = nullptr;
};

[[nodiscard]] const std::vector<Mutant>& mutants();

// The row of that name, or nullptr.
[[nodiscard]] const Mutant* find_mutant(std::string_view name);

[[nodiscard]] Lowering lowering_of(const Mutant& mutant);

// The same damage to what another lowering gives, which is right. A mutant that
// changes a hand-over is the reference with that change all the same.
[[nodiscard]] Lowering lowering_of(const Mutant& mutant, const Lowering& right);

// Does a list of rules, separated by spaces, hold this one?
[[nodiscard]] bool names_rule(std::string_view rules, std::string_view rule);

// The parts of the table.
[[nodiscard]] std::span<const Mutant> getitem_mutants();
[[nodiscard]] std::span<const Mutant> inside_mutants();
[[nodiscard]] std::span<const Mutant> delegate_mutants();
[[nodiscard]] std::span<const Mutant> outside_mutants();
[[nodiscard]] std::span<const Mutant> shape_mutants();
[[nodiscard]] std::span<const Mutant> match_mutants();
[[nodiscard]] std::span<const Mutant> law_mutants();

}  // namespace metagate
