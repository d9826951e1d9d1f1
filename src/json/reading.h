// What the readers of the parts of a document have in common.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ir/store.h"
#include "json/complaints.h"
#include "json/cursor.h"
#include "json/layout.h"
#include "json/node_names.h"

namespace metagate {

struct Reading {
  std::string_view text;
  const Layout& layout;
  const NodeNames& names;
  const std::vector<std::string>& graph_names;  // of all programs, in order
  Store& store;
  Complaints& complaints;

  [[nodiscard]] std::string text_at(Offset offset) const {
    return Cursor(text, offset).take_text();
  }
};

// The graph that is read: the program's number, and the graph's over all.
struct GraphPosition {
  std::size_t program = 0;
  GraphNumber graph = 0;
};

}  // namespace metagate
