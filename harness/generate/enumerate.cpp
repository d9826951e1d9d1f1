#include "harness/generate/enumerate.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "harness/generate/symmetry.h"

namespace metagate {
namespace {

// Gives the tags from call `from` on in every way, then `then()`. A new tag is
// the next number: other numbers are the same program.
template <class Then>
void each_tagging(Outline& outline, std::uint32_t from, std::uint32_t used,
                  std::uint32_t most, const Then& then) {
  if (from == outline.count) {
    then();
    return;
  }
  for (std::uint32_t tag = 0; tag <= std::min(used + 1, most); ++tag) {
    outline.tags[from] = static_cast<std::uint8_t>(tag);
    each_tagging(outline, from + 1, std::max(used, tag), most, then);
  }
}

}  // namespace

std::optional<Problem> refusal_of(const OutlineBound& bound) {
  const struct {
    const char* what;
    std::uint32_t given;
    std::uint32_t most;
  } limits[] = {
      {"nodes", bound.nodes, most_outline_calls},
      {"operands", bound.operands, most_outline_operands},
      {"tags", bound.tags, most_outline_calls},
      {"outputs", bound.outputs, most_outline_calls},
  };
  for (const auto& limit : limits) {
    if (limit.given >= 1 && limit.given <= limit.most) continue;
    return Problem{.message = std::string("--") + limit.what + " takes 1 to " +
                              std::to_string(limit.most) + ", not " +
                              std::to_string(limit.given)};
  }
  return std::nullopt;
}

std::uint64_t Enumeration::choices(std::uint32_t nodes_before) const {
  std::uint64_t sum = 0;
  std::uint64_t power = 1;
  for (std::uint32_t arity = 1; arity <= bound_.operands; ++arity) {
    power *= nodes_before;
    sum += power;
  }
  return sum;
}

std::uint64_t Enumeration::slots_of(std::uint32_t inputs,
                                    std::uint32_t count) const {
  std::uint64_t product = 1;
  for (std::uint32_t i = 0; i < count; ++i) product *= choices(inputs + i);
  return product;
}

std::uint64_t Enumeration::slots() const {
  std::uint64_t sum = 0;
  for (std::uint32_t count = 1; count <= bound_.nodes; ++count) {
    for (std::uint32_t inputs = 1; inputs <= most_outline_inputs; ++inputs) {
      sum += slots_of(inputs, count);
    }
  }
  return sum;
}

OutlineCall Enumeration::call(std::uint32_t nodes_before,
                              std::uint64_t choice) const {
  OutlineCall out{.arity = 1};
  std::uint64_t of_this_arity = nodes_before;
  while (choice >= of_this_arity) {
    choice -= of_this_arity;
    of_this_arity *= nodes_before;
    ++out.arity;
  }
  for (std::uint32_t k = out.arity; k-- > 0;) {
    out.operands[k] = static_cast<std::uint8_t>(choice % nodes_before);
    choice /= nodes_before;
  }
  return out;
}

Outline Enumeration::structure(std::uint64_t slot) const {
  Outline out{.count = 1, .inputs = 1};
  while (slot >= slots_of(out.inputs, out.count)) {
    slot -= slots_of(out.inputs, out.count);
    if (++out.inputs <= most_outline_inputs) continue;
    out.inputs = 1;
    ++out.count;
  }
  for (std::uint32_t i = out.count; i-- > 0;) {
    const std::uint64_t here = choices(out.inputs + i);
    out.calls[i] = call(out.inputs + i, slot % here);
    slot /= here;
  }
  return out;
}

void Enumeration::visit(
    std::uint64_t slot,
    const std::function<void(const Outline&)>& visit) const {
  Outline outline = structure(slot);
  const auto symmetries = symmetries_of(outline);
  if (!symmetries) return;
  each_tagging(outline, 0, 0, bound_.tags, [&] {
    for (outline.outputs = 1; outline.outputs < 1U << outline.count;
         ++outline.outputs) {
      const auto returned = std::popcount(outline.outputs);
      if (static_cast<std::uint32_t>(returned) > bound_.outputs) continue;
      if (is_smallest(outline, *symmetries)) visit(outline);
    }
  });
}

}  // namespace metagate
