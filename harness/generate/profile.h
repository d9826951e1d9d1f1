// What random programs look like: a profile is a row of weights. The default
// one gives every shape (generate/shapes.h); the others give a rare one often,
// for whoever is looking for the fault that only it shows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/generate/operators.h"

namespace metagate {

// From `least` to `most`, even.
struct Interval {
  std::uint32_t least;
  std::uint32_t most;
};

// Chances are in percent.
struct Profile {
  std::string_view name;
  std::string_view about;

  Interval calls{2, 14};     // call nodes of the top graph
  Interval inputs{1, 3};     // user inputs
  Interval constants{0, 4};  //
  // By OperatorKind: nullary, unary, binary, many, multi, symint, method.
  std::array<std::uint32_t, operator_kind_count> operators{
      {3, 34, 34, 10, 12, 8, 2}};

  unsigned delegated = 60;       // a node is in a partition
  unsigned follows = 72;         // a node is where its first operand is
  std::uint32_t classes = 2;     // partitions that can stand side by side
  unsigned same_twice = 8;       // an operand is the one before it
  unsigned twin = 4;             // a call does what the one before it did
  unsigned recent = 60;          // an operand is one of the last few values
  unsigned from_constant = 15;   // an operand is a constant
  unsigned element_inside = 55;  // a getitem of a list is in its partition
  unsigned owned = 70;           // a constant belongs to a partition
  unsigned mutated = 30;         // a buffer is mutated
  unsigned input_mutated = 4;    // a user input is mutated

  unsigned body_call = 4;         // a node is a cond, while_loop or map
  std::uint32_t body_depth = 2;   //
  Interval body_calls{1, 6};      // call nodes of a body
  unsigned tensor_attribute = 6;  // a graph reads a tensor attribute

  unsigned returns_unused = 80;  // a value that nobody uses is returned
  unsigned returns_used = 8;     // one that is used is returned as well
  unsigned returns_twice = 3;    // a value is returned two times

  Interval keys{0, 12};  // of a node, beside `val`, `debug_handle` and the tag
  // By KeyKind: source, known, unknown, transient.
  std::array<std::uint32_t, 4> key_kinds{{20, 55, 18, 7}};
  unsigned no_val = 3;
  unsigned no_handle = 15;
  unsigned falsy = 6;      // a value is one that Python takes for false
  unsigned any_value = 6;  // a value is of any tag of FORMAT.md
  unsigned odd_tag = 2;    // a `delegation_tag` of None, or a stale one
  unsigned odd_name = 2;   // a node has a name that the lowering would give

  unsigned second_round = 20;

  // A program is `as_exported`.
  unsigned exported = 50;
  bool owns_objects = true;  // a partition can own a custom object
  bool takes_bodies = true;  // a cond, while_loop or map can be in a partition
};

// The profile of programs as torch.export and the partitioners of backends
// leave them, so that ExecuTorch's to_backend can take them: a `val` on every
// node (torch/_export/verifier.py), no call_method, a list and its getitems in
// one partition, and nothing that is used by nobody.
[[nodiscard]] Profile as_exported(Profile profile);

// What the program of that seed is drawn by: the profile, or that as exported.
[[nodiscard]] Profile profile_for(const Profile& profile, std::uint64_t seed);

// The first is `default`.
[[nodiscard]] std::span<const Profile> profiles();

// The row of that name, or nullptr.
[[nodiscard]] const Profile* find_profile(std::string_view name);

}  // namespace metagate
