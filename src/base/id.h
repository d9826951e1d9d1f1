// A typed index: 4 bytes, comparable, without arithmetic. A default-made id is
// "none", so that an id can be a member of a plain struct.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace metagate {

template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index)
      : index_(static_cast<std::uint32_t>(index)) {}

  [[nodiscard]] constexpr std::uint32_t index() const { return index_; }
  [[nodiscard]] constexpr bool is_none() const { return index_ == none_index; }
  constexpr explicit operator bool() const { return !is_none(); }

  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr std::uint32_t none_index = 0xffffffff;
  std::uint32_t index_ = none_index;
};

}  // namespace metagate

template <class Tag>
struct std::hash<metagate::Id<Tag>> {
  std::size_t operator()(metagate::Id<Tag> id) const noexcept {
    return id.index();
  }
};
