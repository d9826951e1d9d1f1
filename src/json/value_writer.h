// Spells a tree as FORMAT.md says. What texts, objects and nodes become is
// for those who derive from it: an index of a table, or all of it in place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ir/value.h"

namespace metagate {

class ValueWriter {
 public:
  virtual ~ValueWriter() = default;

  // Appends the value. `depth` says how far inside it stands: it counts the
  // brackets around it, and once more each value that is an object in Python
  // (list, dict, ...) and so could have a place in the object table.
  void write(std::string& out, const Tree& tree, std::size_t depth);
  // The same for a value that is counted already: an entry of the table.
  void write_contents(std::string& out, const Tree& tree, std::size_t depth);

 protected:
  virtual void write_text(std::string& out, std::string_view text) = 0;
  virtual void write_object(std::string& out, ObjectId object,
                            std::size_t depth) = 0;
  virtual void write_operand(std::string& out, std::uint32_t index) = 0;
  virtual void write_node(std::string& out, std::string_view name,
                          const Tree& graph) = 0;
  // True where no more is to be written: one `write_rest` then stands for what
  // is left of a list or dict.
  [[nodiscard]] virtual bool is_full(const std::string&) const { return false; }
  virtual void write_rest(std::string&) {}

 private:
  void write_elements(std::string& out, const Tree& tree, std::size_t depth);
  void write_dict(std::string& out, const Tree& tree, std::size_t depth);
  void write_pairs(std::string& out, const Tree& tree, std::size_t depth);
  void write_record(std::string& out, const Tree& tree, std::size_t depth);
  void write_data(std::string& out, const Tree& tree, std::size_t depth);
};

// {"name": ..., "graph": ...}, `graph` a text or null.
void append_long_node(std::string& out, std::string_view name,
                      const Tree& graph);

}  // namespace metagate
