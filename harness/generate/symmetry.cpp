#include "harness/generate/symmetry.h"

#include <algorithm>
#include <numeric>

namespace metagate {
namespace {

// Puts the calls in every order in which each comes after what it uses, as long
// as they look like those there are.
class Renumberer {
 public:
  explicit Renumberer(const Outline& outline) : outline_(outline) {}

  // False where a smaller outline is the same program.
  bool run(std::vector<Renumbering>& found) {
    std::iota(inputs_.begin(), inputs_.begin() + outline_.inputs,
              std::uint8_t{0});
    do {
      if (!place(0, found)) return false;
    } while (std::next_permutation(inputs_.begin(),
                                   inputs_.begin() + outline_.inputs));
    return true;
  }

 private:
  bool place(std::uint32_t position, std::vector<Renumbering>& found) {
    if (position == outline_.count) {
      found.push_back(number_);
      return true;
    }
    for (std::uint32_t call = 0; call < outline_.count; ++call) {
      if (!is_ready(call)) continue;
      const auto order = renumbered(call) <=> outline_.calls[position];
      // What is placed can be completed, in whatever order: it is smaller.
      if (order < 0) return false;
      if (order > 0) continue;
      number_[call] = static_cast<std::uint8_t>(position);
      placed_ |= 1U << call;
      const bool smallest = place(position + 1, found);
      placed_ &= ~(1U << call);
      if (!smallest) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_ready(std::uint32_t call) const {
    if ((placed_ >> call & 1U) != 0) return false;
    const OutlineCall& given = outline_.calls[call];
    return std::all_of(given.operands.begin(),
                       given.operands.begin() + given.arity,
                       [&](std::uint32_t operand) {
                         return operand < outline_.inputs ||
                                (placed_ >> (operand - outline_.inputs) & 1U);
                       });
  }

  [[nodiscard]] OutlineCall renumbered(std::uint32_t call) const {
    OutlineCall out = outline_.calls[call];
    for (std::uint32_t k = 0; k < out.arity; ++k) {
      const std::uint32_t operand = out.operands[k];
      out.operands[k] =
          operand < outline_.inputs
              ? inputs_[operand]
              : static_cast<std::uint8_t>(outline_.inputs +
                                          number_[operand - outline_.inputs]);
    }
    return out;
  }

  const Outline& outline_;
  std::array<std::uint8_t, most_outline_calls> inputs_{};
  Renumbering number_{};
  std::uint32_t placed_ = 0;  // bit by call
};

void number_tags(Outline& outline) {
  std::array<std::uint8_t, most_outline_calls + 1> number{};
  std::uint8_t next = 1;
  for (std::uint32_t i = 0; i < outline.count; ++i) {
    if (outline.tags[i] == 0) continue;
    std::uint8_t& tag = number[outline.tags[i]];
    if (tag == 0) tag = next++;
    outline.tags[i] = tag;
  }
}

}  // namespace

std::optional<std::vector<Renumbering>> symmetries_of(const Outline& outline) {
  std::vector<Renumbering> found;
  if (!Renumberer(outline).run(found)) return std::nullopt;
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool is_smallest(const Outline& outline,
                 const std::vector<Renumbering>& symmetries) {
  return std::none_of(
      symmetries.begin(), symmetries.end(), [&](const Renumbering& number) {
        Outline other = outline;
        other.outputs = 0;
        for (std::uint32_t i = 0; i < outline.count; ++i) {
          other.tags[number[i]] = outline.tags[i];
          other.outputs |= (outline.outputs >> i & 1U) << number[i];
        }
        number_tags(other);
        if (other.tags != outline.tags) return other.tags < outline.tags;
        return other.outputs < outline.outputs;
      });
}

}  // namespace metagate
