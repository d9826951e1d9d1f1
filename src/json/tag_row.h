// A row of the table of tags; see json/tag_reader.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "json/value_reader.h"

namespace metagate {

// A tag and how its payload is read.
struct TagRow {
  std::string_view name;
  Tag tag;
  Tree (ValueReader::*read)(Cursor&, const TagRow&);
  std::size_t count = 0;  // of elements; 0 = any number

  static std::span<const TagRow> all();
};

}  // namespace metagate
