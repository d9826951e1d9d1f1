#include "harness/mutants/mutants.h"

#include "lower/reference.h"

namespace metagate {

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> all = [] {
    std::vector<Mutant> rows;
    for (const std::span<const Mutant> part :
         {getitem_mutants(), inside_mutants(), delegate_mutants(),
          outside_mutants(), shape_mutants(), match_mutants(), law_mutants()}) {
      rows.insert(rows.end(), part.begin(), part.end());
    }
    return rows;
  }();
  return all;
}

const Mutant* find_mutant(std::string_view name) {
  for (const Mutant& mutant : mutants()) {
    if (mutant.name == name) return &mutant;
  }
  return nullptr;
}

Lowering lowering_of(const Mutant& mutant) {
  return lowering_of(mutant, lowering_with(reference_hand_overs()));
}

Lowering lowering_of(const Mutant& mutant, const Lowering& right) {
  HandOvers hand_overs = reference_hand_overs();
  if (mutant.change != nullptr) mutant.change(hand_overs);
  const Lowering lowering =
      mutant.change != nullptr ? lowering_with(std::move(hand_overs)) : right;
  if (mutant.damage == nullptr && mutant.prepare == nullptr) return lowering;
  return [lowering, damage = mutant.damage,
          prepare = mutant.prepare](const Program& before) -> Result<Program> {
    Draft input(before);
    if (prepare != nullptr) prepare(input);
    Result<Program> after =
        lowering(prepare != nullptr ? input.build() : before);
    if (!after || damage == nullptr) return after;
    Draft draft(*after);
    damage(before, draft);
    return draft.build();
  };
}

bool names_rule(std::string_view rules, std::string_view rule) {
  while (!rules.empty()) {
    const std::size_t end = rules.find(' ');
    if (rules.substr(0, end) == rule) return true;
    if (end == std::string_view::npos) return false;
    rules.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace metagate
