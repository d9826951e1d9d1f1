// Spells values of several programs with the two tables of a document, which
// grow while it writes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "json/sharing.h"
#include "json/value_writer.h"

namespace metagate {

class TableWriter : public ValueWriter {
 public:
  struct Style {
    bool has_string_table = true;
    bool sorts_meta = false;
  };

  TableWriter(std::span<const Program> programs, Style style);

  // What is written from now on belongs to this node.
  void set_node(std::size_t program, NodeId node);
  void write_value(std::string& out, ValueId value, std::size_t depth);
  void write_meta(std::string& out, MetaId meta);

  // To be called in this order, when all programs are written: the entries of
  // the object table, one a line, then those of the string table, then the
  // pairs of `same_object`. Empty where there are none.
  [[nodiscard]] std::string objects();
  [[nodiscard]] std::string strings() const;
  [[nodiscard]] std::string same_object() const;
  // Which object each entry of the object table is; none of a meta dict that
  // is no object.
  [[nodiscard]] std::vector<ObjectId> written_objects() const;

 protected:
  void write_text(std::string& out, std::string_view text) override;
  void write_object(std::string& out, ObjectId object,
                    std::size_t depth) override;
  void write_operand(std::string& out, std::uint32_t index) override;
  void write_node(std::string& out, std::string_view name,
                  const Tree& graph) override;

 private:
  // An entry of the object table: an object, or a meta dict that differs from
  // the object it says it is (or says nothing).
  struct Entry {
    std::size_t program;
    ObjectId object;
    MetaId meta;
  };

  void write_reference(std::string& out, std::size_t index);
  std::size_t index_of(ObjectId object);
  std::size_t index_of(MetaId meta);
  void write_entries(std::string& out, MetaId meta, std::size_t depth);
  [[nodiscard]] bool is_own_object(MetaId meta) const;

  std::span<const Program> programs_;
  Style style_;
  Sharing sharing_;
  std::size_t program_ = 0;
  NodeId node_;  // none while the object table is written
  std::unordered_map<std::string, std::size_t> string_index_;
  std::vector<std::string> strings_;
  std::map<ObjectKey, std::size_t> object_index_;
  std::map<std::pair<std::size_t, MetaId>, std::size_t> meta_index_;
  std::vector<Entry> entries_;
};

}  // namespace metagate
