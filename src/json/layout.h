// Where everything of a document stands: one walk over its text, which needs
// no table yet. Tables may come after the programs that use them, and a node
// may be named before its graph is read; so first the places, then the values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/complaints.h"

namespace metagate {

// A byte offset; documents are smaller than 4 GiB (json/read.h). 0 = missing:
// at 0 stands the document itself.
using Offset = std::uint32_t;

struct Span {
  Offset begin = 0;
  Offset end = 0;

  [[nodiscard]] std::string_view in(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
};

struct NodePlace {
  Offset begin = 0;
  Offset name = 0;
  Offset op = 0;
  Offset target = 0;
  Offset args = 0;
  Offset kwargs = 0;
  Offset meta = 0;
};

struct GraphPlace {
  Offset begin = 0;
  Offset name = 0;
  Offset modules = 0;
  Offset signature = 0;
  std::vector<NodePlace> nodes;
};

struct ProgramPlace {
  Offset begin = 0;
  Offset stage = 0;
  std::vector<GraphPlace> graphs;
};

// The entries of the document's two tables.
struct Tables {
  std::vector<Offset> strings;
  std::vector<Offset> objects;
  // The store's number of the first object: not 0 where the document is read
  // on top of another one.
  std::uint32_t first_object = 0;
};

struct Layout {
  Span producer;
  Span case_;
  Offset same_object = 0;
  Tables tables;
  std::vector<ProgramPlace> programs;
};

// Complains about all that is wrong with the fields of documents, programs,
// graphs and nodes. Nodes and graphs without a name are left out.
[[nodiscard]] Layout lay_out(std::string_view text, Complaints& complaints);

}  // namespace metagate
