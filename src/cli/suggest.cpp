#include "cli/suggest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace metagate {
namespace {

// The edits (Levenshtein) from one word to the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view closest(std::string_view word,
                         std::span<const std::string_view> known) {
  constexpr std::size_t longest = 40;  // of what anybody mistypes
  if (word.size() > longest) return {};
  std::string_view best;
  std::size_t fewest = word.size() / 3 + 2;
  for (const std::string_view candidate : known) {
    const std::size_t edits = distance(word, candidate);
    if (edits >= fewest || edits >= candidate.size()) continue;
    fewest = edits;
    best = candidate;
  }
  return best;
}

std::string did_you_mean(std::string_view word,
                         std::span<const std::string_view> known) {
  const std::string_view best = closest(word, known);
  if (best.empty()) return {};
  return ", did you mean `" + std::string(best) + "`?";
}

}  // namespace metagate
