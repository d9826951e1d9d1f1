// Result<T>: a value, or the problems that stood in its way. It has the member
// names of std::expected (C++23), so that one `using` can replace it one day.
//
// What goes where: a Problem is what the user got wrong (a file, an option),
// a finding (check/finding.h) is what the judged program got wrong, and an
// assert is our own mistake.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace metagate {

// One thing that could not be read, understood or done. `message` is one line
// for people, lower case, without a full stop. Where it happened is filled in
// as far as it is known: line and column count from 1, 0 is unknown; columns
// count bytes; `path` is a JSON pointer (RFC 6901). `code` is a short stable
// word for what a program may want to tell apart ("non-convex"), else empty.
struct Problem {
  std::string message;
  std::string file = {};
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  std::string path = {};
  std::string code = {};
};

// Never empty where it stands for a failure.
using Problems = std::vector<Problem>;

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Problems problems)
      : state_(std::in_place_index<1>, std::move(problems)) {}
  Result(Problem problem)
      : state_(std::in_place_index<1>, Problems{std::move(problem)}) {}

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }

  [[nodiscard]] const Problems& error() const& { return std::get<1>(state_); }
  [[nodiscard]] Problems&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Problems> state_;
};

}  // namespace metagate
