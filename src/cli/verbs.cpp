#include "cli/verbs.h"

namespace metagate {
namespace {

constexpr const Verb* table[] = {
    &check_verb,   &lower_verb,  &golden_verb, &bless_verb,   &fuzz_verb,
    &mutants_verb, &reduce_verb, &prove_verb,  &compare_verb,
};

}  // namespace

std::span<const Verb* const> verbs() {
  return table;
}

const Verb* find_verb(std::string_view name) {
  for (const Verb* verb : table) {
    if (verb->name == name) return verb;
  }
  return nullptr;
}

}  // namespace metagate
