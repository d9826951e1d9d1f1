// The fields of the tags that are records of named fields: a table a tag.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ir/value.h"
#include "json/fields.h"

namespace metagate {

// What is asked of a field of a tag beyond its form.
enum class Check : std::uint8_t {
  none,
  size,        // an integer, not negative
  dimension,   // an integer or $sym
  dimensions,  // a list of them
  sym_kind,
  op_kind,
  only_true,
};

struct TagField {
  Field field;
  Check check = Check::none;
};

// Empty for a tag that is no record.
[[nodiscard]] std::span<const TagField> fields_of(Tag tag);

// What is wrong with the value of a field, or nothing: "must be ...".
[[nodiscard]] std::string_view fault_of(Check check, const Tree& value);

}  // namespace metagate
