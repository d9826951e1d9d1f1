// A small program without words: what the enumeration counts
// (harness/generate/enumerate.h). One graph: inputs, then calls in an order in
// which each comes after what it uses, then what the program returns.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace metagate {

inline constexpr std::uint32_t most_outline_calls = 8;
inline constexpr std::uint32_t most_outline_operands = 3;

// Operands are numbers: the inputs from 0 on, then the calls. What is behind
// `arity` is 0, so that calls compare by arity, then by operands.
struct OutlineCall {
  std::uint8_t arity = 0;
  std::array<std::uint8_t, most_outline_operands> operands{};

  friend auto operator<=>(const OutlineCall&, const OutlineCall&) = default;
};

// Compares as the enumeration counts: small programs first.
struct Outline {
  std::uint32_t count = 0;  // of the calls
  std::uint32_t inputs = 0;
  std::array<OutlineCall, most_outline_calls> calls{};
  // 0 = no tag; the tags count from 1, in the order of their first calls.
  std::array<std::uint8_t, most_outline_calls> tags{};
  std::uint32_t outputs = 0;  // bit i: the program returns call i

  friend auto operator<=>(const Outline&, const Outline&) = default;
};

// Is there an order for the delegates: does no path lead out of a partition and
// back, nor around through several? What cannot be put in order has to be
// refused, and nothing else. Found without src/lower, to judge it.
[[nodiscard]] bool has_order(const Outline& outline);

}  // namespace metagate
