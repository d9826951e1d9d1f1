// 128-bit hashes (XXH3). Equal input gives equal bits on every machine; a
// collision is taken as impossible (2^-64 at four billion values).
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace metagate {

struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend constexpr auto operator<=>(const Hash128&, const Hash128&) = default;

  // The sum of hashes does not depend on their order: it hashes a bag.
  constexpr Hash128& operator+=(const Hash128& other) {
    low += other.low;
    high += other.high + (low < other.low ? 1 : 0);
    return *this;
  }
};

// Hashes bytes; `seed` keeps the hashes of different kinds of thing apart.
[[nodiscard]] Hash128 hash_bytes(std::string_view bytes, std::uint64_t seed);

}  // namespace metagate
