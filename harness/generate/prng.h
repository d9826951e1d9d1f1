// One plain pseudo-random source for all that is drawn: splitmix64 (Steele,
// Lea, Flood 2014). No std::distribution, whose results differ from library to
// library: a seed gives the same program on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace metagate {

class Prng {
 public:
  explicit constexpr Prng(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
    return z ^ (z >> 31U);
  }

  // 0 to count - 1; count is not 0. Even to 2^-32.
  constexpr std::uint32_t below(std::size_t count) {
    return static_cast<std::uint32_t>(
        ((next() >> 32U) * static_cast<std::uint64_t>(count)) >> 32U);
  }

  constexpr std::uint32_t between(std::uint32_t least, std::uint32_t most) {
    return least + below(std::size_t{most} - least + 1);
  }

  constexpr bool percent(unsigned chance) { return below(100) < chance; }

  template <class T>
  constexpr const T& pick(std::span<const T> from) {
    return from[below(from.size())];
  }

 private:
  std::uint64_t state_;
};

// The seed of case number `index` of a run: it says nothing of its neighbours,
// and does not depend on who runs the case.
[[nodiscard]] constexpr std::uint64_t case_seed(std::uint64_t seed,
                                                std::uint64_t index) {
  Prng mixed(seed ^ (index * 0xd1342543de82ef95));
  mixed.next();
  return mixed.next();
}

}  // namespace metagate
