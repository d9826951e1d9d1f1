// The shapes that generated programs must have, and how many of them at least:
// what makes sure that the suite goes on testing what it was built to test. A
// shape is recognized in the program, whoever made it.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <string_view>

#include "ir/program.h"

namespace metagate {

enum class Shape : std::uint8_t {
  single_output,
  multi_output,
  mixed,
  wide,
  dead,
  untagged,
  many_partitions,
  no_input,
  chained,
  between,
  same_value_twice,
  twins,
  returned_and_used,
  returned_twice,
  owned_constant,
  copied_constant,
  fed_constant,
  consumed_mutation,
  outside_mutation,
  input_mutation,
  nested,
  deeply_nested,
  nested_partition,
  same_tag_nested,
  delegated_body,
  symint_output,
  symint_input,
  list_inside,
  list_across,
  shared_object,
  node_in_meta,
  falsy_value,
  transient_key,
  null_tag,
  without_keys,
  many_keys,
  second_round,
};
inline constexpr std::size_t shape_count = 37;
using Shapes = std::bitset<shape_count>;

struct ShapeRow {
  Shape shape;
  std::string_view name;
  std::string_view says;
  double least;  // share of the programs of the default profile, in percent
  // The profile that gives it at least four times as often, or in a third of
  // its programs, where it is rare in the default one.
  std::string_view profile = "";
};

// By Shape.
[[nodiscard]] std::span<const ShapeRow> shape_rows();

// The shapes of a program that has its tags. Shape::second_round is true for
// one that has delegates already.
[[nodiscard]] Shapes shapes_of(const Program& program);

}  // namespace metagate
