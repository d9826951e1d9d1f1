// For tests: how many programs there are within a bound, counted without
// listing them, by Burnside's lemma: the mean, over all ways to rename, of the
// programs that a renaming leaves as they are. Nothing of it is shared with the
// enumeration: calls stand in no order here, and nothing is canonical.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "harness/generate/enumerate.h"

namespace metagate {

class BurnsideCount {
 public:
  BurnsideCount(std::size_t inputs, std::size_t calls,
                const OutlineBound& bound)
      : inputs_(inputs), calls_(calls), bound_(bound) {
    list_structures();
  }

  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t fixed = 0;
    std::uint64_t renamings = 0;
    for (const Names& calls : permutations(calls_)) {
      for (const Names& inputs : permutations(inputs_)) {
        const std::uint64_t structures = fixed_structures(inputs, calls);
        for (const Names& tags : permutations(bound_.tags)) {
          ++renamings;
          fixed +=
              structures * fixed_taggings(calls, tags) * fixed_outputs(calls);
        }
      }
    }
    return fixed / renamings;
  }

 private:
  using Names = std::vector<std::size_t>;
  using Structure = std::vector<Names>;  // the operands of each call

  static std::vector<Names> permutations(std::size_t size) {
    Names names(size);
    std::iota(names.begin(), names.end(), std::size_t{0});
    std::vector<Names> out;
    do {
      out.push_back(names);
    } while (std::next_permutation(names.begin(), names.end()));
    return out;
  }

  // All calls of any nodes, whatever comes first; those with circles are left
  // out.
  void list_structures() {
    std::vector<Names> operands;
    std::vector<Names> longest = {{}};
    for (std::size_t arity = 1; arity <= bound_.operands; ++arity) {
      std::vector<Names> longer;
      for (const Names& names : longest) {
        for (std::size_t node = 0; node < inputs_ + calls_; ++node) {
          longer.push_back(names);
          longer.back().push_back(node);
        }
      }
      operands.insert(operands.end(), longer.begin(), longer.end());
      longest = longer;
    }
    Structure structure;
    extend(structure, operands);
  }

  void extend(Structure& structure, const std::vector<Names>& operands) {
    if (structure.size() == calls_) {
      if (is_acyclic(structure)) structures_.push_back(structure);
      return;
    }
    for (const Names& names : operands) {
      structure.push_back(names);
      if (is_acyclic(structure)) extend(structure, operands);
      structure.pop_back();
    }
  }

  // Takes away calls whose operands are all there, until nothing changes.
  [[nodiscard]] bool is_acyclic(const Structure& structure) const {
    std::vector<bool> there(inputs_ + calls_, false);
    std::fill_n(there.begin(), inputs_, true);
    // What is not chosen yet stands in nobody's way.
    std::fill(
        there.begin() + static_cast<std::ptrdiff_t>(inputs_ + structure.size()),
        there.end(), true);
    std::size_t left = structure.size();
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < structure.size(); ++i) {
        if (there[inputs_ + i]) continue;
        if (!std::all_of(structure[i].begin(), structure[i].end(),
                         [&](std::size_t node) { return there[node]; })) {
          continue;
        }
        there[inputs_ + i] = changed = true;
        --left;
      }
    }
    return left == 0;
  }

  [[nodiscard]] std::uint64_t fixed_structures(const Names& inputs,
                                               const Names& calls) const {
    const auto renamed = [&](std::size_t node) {
      return node < inputs_ ? inputs[node] : inputs_ + calls[node - inputs_];
    };
    return static_cast<std::uint64_t>(std::count_if(
        structures_.begin(), structures_.end(), [&](const Structure& one) {
          for (std::size_t i = 0; i < calls_; ++i) {
            const Names& here = one[i];
            const Names& there = one[calls[i]];
            if (!std::equal(here.begin(), here.end(), there.begin(),
                            there.end(), [&](std::size_t a, std::size_t b) {
                              return renamed(a) == b;
                            })) {
              return false;
            }
          }
          return true;
        }));
  }

  // Numbers 0 ... base^calls - 1, as the digits of all calls.
  template <class Holds>
  [[nodiscard]] std::uint64_t count_digits(std::size_t base,
                                           const Holds& holds) const {
    std::uint64_t found = 0;
    Names digits(calls_, 0);
    for (;;) {
      found += holds(digits) ? 1 : 0;
      std::size_t i = 0;
      while (i < calls_ && ++digits[i] == base) digits[i++] = 0;
      if (i == calls_) return found;
    }
  }

  [[nodiscard]] std::uint64_t fixed_taggings(const Names& calls,
                                             const Names& tags) const {
    return count_digits(tags.size() + 1, [&](const Names& tag) {
      for (std::size_t i = 0; i < calls_; ++i) {
        const std::size_t renamed = tag[i] == 0 ? 0 : 1 + tags[tag[i] - 1];
        if (tag[calls[i]] != renamed) return false;
      }
      return true;
    });
  }

  [[nodiscard]] std::uint64_t fixed_outputs(const Names& calls) const {
    return count_digits(2, [&](const Names& returned) {
      const std::size_t count =
          std::accumulate(returned.begin(), returned.end(), std::size_t{0});
      if (count == 0 || count > bound_.outputs) return false;
      for (std::size_t i = 0; i < calls_; ++i) {
        if (returned[calls[i]] != returned[i]) return false;
      }
      return true;
    });
  }

  std::size_t inputs_;
  std::size_t calls_;
  OutlineBound bound_;
  std::vector<Structure> structures_;
};

// All programs within the bound.
[[nodiscard]] inline std::uint64_t independent_count(
    const OutlineBound& bound) {
  std::uint64_t sum = 0;
  for (std::size_t calls = 1; calls <= bound.nodes; ++calls) {
    for (std::size_t inputs = 1; inputs <= 2; ++inputs) {
      sum += BurnsideCount(inputs, calls, bound).count();
    }
  }
  return sum;
}

}  // namespace metagate
