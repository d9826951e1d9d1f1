// Tries every program of an enumeration, on all cores, and counts. What trying
// means is the caller's: this room knows no lowering and no checker.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/result.h"
#include "harness/generate/enumerate.h"
#include "ir/program.h"

namespace metagate {

// What became of one program.
struct Tried {
  bool refused = false;
  bool unsupported = false;  // not tried: it can't be
  bool unchecked = false;    // not tried: something went wrong
  std::uint64_t findings = 0;
  std::uint64_t compared = 0;  // keys
};

struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t refused = 0;
  std::uint64_t unsupported = 0;
  std::uint64_t unchecked = 0;
  std::uint64_t faulty = 0;  // programs with findings
  std::uint64_t findings = 0;
  std::uint64_t compared = 0;
  std::optional<Outline> first_faulty;  // the smallest
  // Refused though its delegates have an order, or not refused though they have
  // none (has_order).
  std::optional<Outline> first_misjudged;

  // Adds what was counted of other programs.
  Tally& operator+=(const Tally& other);
};

// A part of the slots of an enumeration.
struct SlotRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // behind the last one
};

// `attempt` is called by all threads. `threads` 0 = one for each core; the
// result is the same whatever it is. `progress` is told, now and then, how many
// slots were given out; it may be empty.
[[nodiscard]] Tally tally(const Enumeration& enumeration, SlotRange range,
                          const std::function<Tried(const Program&)>& attempt,
                          unsigned threads,
                          const std::function<void(std::uint64_t)>& progress);

}  // namespace metagate
