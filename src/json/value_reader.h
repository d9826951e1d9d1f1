// Reads one value of FORMAT.md, "Values", into a tree, and complains about
// what it may not be. The same code reads a value the first time and, when
// its tree is asked for, again.
#pragma once

#include <string>
#include <string_view>

#include "ir/value.h"
#include "json/complaints.h"
#include "json/cursor.h"
#include "json/layout.h"
#include "json/node_names.h"

namespace metagate {

struct TagRow;  // json/tag_reader.cpp

// Where a value stands decides what a `$node` in it means.
struct Scope {
  // The program and graph of a node's value; no graph in the object table,
  // where a `$node` has its long form.
  std::size_t program = 0;
  GraphNumber graph = no_graph;
  std::string_view graph_name = {};
  // In args and kwargs: the node they belong to, which can use only what
  // stands before it. A `$node` of the program then has its id as `index`.
  NodeId user = {};
};

class ValueReader {
 public:
  // Without `names` (null) it isn't looked up whether a `$node` exists.
  ValueReader(std::string_view text, const Tables& tables,
              const NodeNames* names, Complaints& complaints)
      : text_(text), tables_(tables), names_(names), complaints_(complaints) {}

  // Takes the value at the cursor.
  Tree read(Cursor& cursor, const Scope& scope);

  // Whether the last value that was read holds a `$node`.
  [[nodiscard]] bool saw_node() const { return saw_node_; }

 private:
  friend struct TagRow;

  Tree value(Cursor& cursor);
  Tree number(Cursor& cursor);
  Tree object(Cursor& cursor);
  Tree dict(Cursor& cursor);
  void elements(Cursor& cursor, Tree& tree);

  // json/tag_reader.cpp: the payload of each tag.
  Tree tagged(Cursor& cursor, const Key& key);
  Tree text_payload(Cursor& cursor, const TagRow& row);
  Tree sequence(Cursor& cursor, const TagRow& row);
  Tree mapping(Cursor& cursor, const TagRow& row);
  Tree record(Cursor& cursor, const TagRow& row);
  Tree op(Cursor& cursor, const TagRow& row);
  Tree data(Cursor& cursor, const TagRow& row);
  Tree ellipsis(Cursor& cursor, const TagRow& row);
  Tree integer(Cursor& cursor, const TagRow& row);
  Tree real(Cursor& cursor, const TagRow& row);
  Tree wtf8(Cursor& cursor, const TagRow& row);
  Tree table_text(Cursor& cursor, const TagRow& row);
  Tree table_object(Cursor& cursor, const TagRow& row);
  Tree node(Cursor& cursor, const TagRow& row);

  void data_fields(Cursor& cursor, Tree& tree);
  void look_up(Tree& tree, std::size_t at);
  // An index below `size`, or none and a complaint.
  bool index(Cursor& cursor, std::string_view what, std::size_t size,
             std::uint32_t& result);
  void complain(std::size_t at, std::string message) {
    complaints_.add(at, std::move(message));
  }

  std::string_view text_;
  const Tables& tables_;
  const NodeNames* names_;
  Complaints& complaints_;
  Scope scope_;
  std::size_t depth_ = 0;
  bool saw_node_ = false;
};

}  // namespace metagate
