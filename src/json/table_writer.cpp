#include "json/table_writer.h"

#include <algorithm>

#include "json/escape.h"

namespace metagate {
namespace {

// Shorter strings are written in place.
constexpr std::size_t least_in_table = 24;
// Deeper than this an object goes to the table, though it is met only once.
constexpr std::size_t most_inline_depth = 24;
// So does a value as high as this: documents are at most 512 levels deep.
constexpr std::size_t most_inline_height = 256;

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(),
      [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::size_t height_of(const Tree& tree) {
  std::size_t height = 0;
  for (const Item& item : tree.items) {
    height = std::max(height, height_of(item.value));
  }
  // The most levels of brackets that one level of a tree is spelt with.
  return height + 4;
}

}  // namespace

TableWriter::TableWriter(std::span<const Program> programs, Style style)
    : programs_(programs), style_(style), sharing_(programs) {}

void TableWriter::set_node(std::size_t program, NodeId node) {
  program_ = program;
  node_ = node;
}

void TableWriter::write_value(std::string& out, ValueId value,
                              std::size_t depth) {
  write(out, programs_[program_].store().tree(value), depth);
}

void TableWriter::write_text(std::string& out, std::string_view text) {
  if (!style_.has_string_table || count_characters(text) < least_in_table) {
    append_string(out, text);
    return;
  }
  const auto [found, is_new] =
      string_index_.try_emplace(std::string(text), strings_.size());
  if (is_new) strings_.emplace_back(text);
  out += "{\"$s\":" + std::to_string(found->second) + "}";
}

void TableWriter::write_reference(std::string& out, std::size_t index) {
  out += "{\"$ref\":" + std::to_string(index) + "}";
}

void TableWriter::write_object(std::string& out, ObjectId object,
                               std::size_t depth) {
  if (sharing_.is_shared(program_, object) || depth > most_inline_depth) {
    write_reference(out, index_of(object));
    return;
  }
  const Store& store = programs_[program_].store();
  const Tree tree = store.tree(store.object(object).value);
  if (height_of(tree) > most_inline_height) {
    write_reference(out, index_of(object));
    return;
  }
  write_contents(out, tree, depth + 1);
}

void TableWriter::write_operand(std::string& out, std::uint32_t index) {
  const Program& program = programs_[program_];
  const Node& operand = program.node(program.operands(node_)[index]);
  write_node(out, program.text(operand.name),
             text_tree(program.text(program.graph(operand.graph).name)));
}

void TableWriter::write_node(std::string& out, std::string_view name,
                             const Tree& graph) {
  const Program& program = programs_[program_];
  if (!node_ || graph.tag != Tag::text ||
      graph.text !=
          program.text(program.graph(program.node(node_).graph).name)) {
    append_long_node(out, name, graph);
    return;
  }
  out += "{\"$node\":";
  append_string(out, name);
  out += '}';
}

// --- meta dicts
// ----------------------------------------------------------------

void TableWriter::write_meta(std::string& out, MetaId meta) {
  if (!sharing_.is_shared_meta(program_, meta)) {
    write_entries(out, meta, 2);
  } else if (is_own_object(meta)) {
    write_reference(out,
                    index_of(programs_[program_].meta_record(meta).object));
  } else {
    write_reference(out, index_of(meta));
  }
}

// Whether the dict is what its object in the table is.
bool TableWriter::is_own_object(MetaId meta) const {
  const Program& program = programs_[program_];
  const Store& store = program.store();
  const ObjectId object = program.meta_record(meta).object;
  if (!object) return false;
  const Tree tree = store.tree(store.object(object).value);
  const auto entries = program.meta(sharing_.owner(program_, meta));
  return tree.tag == Tag::dict &&
         std::equal(tree.items.begin(), tree.items.end(), entries.begin(),
                    entries.end(), [&](const Item& item, const MetaEntry& e) {
                      return item.name == program.text(e.key) &&
                             item.value == store.tree(e.value);
                    });
}

void TableWriter::write_entries(std::string& out, MetaId meta,
                                std::size_t depth) {
  const Program& program = programs_[program_];
  const auto entries = program.meta(sharing_.owner(program_, meta));
  std::vector<MetaEntry> order(entries.begin(), entries.end());
  if (style_.sorts_meta) {
    std::stable_sort(order.begin(), order.end(),
                     [&](const MetaEntry& a, const MetaEntry& b) {
                       return program.text(a.key) < program.text(b.key);
                     });
  }
  out += '{';
  bool is_first = true;
  for (const MetaEntry& entry : order) {
    if (!is_first) out += ',';
    is_first = false;
    append_string(out, program.text(entry.key));
    out += ':';
    write_value(out, entry.value, depth);
  }
  out += '}';
}

// --- tables
// ------------------------------------------------------------------------

std::size_t TableWriter::index_of(ObjectId object) {
  const auto [found, is_new] = object_index_.try_emplace(
      sharing_.key(program_, object), entries_.size());
  if (is_new) entries_.push_back({program_, object, {}});
  return found->second;
}

std::size_t TableWriter::index_of(MetaId meta) {
  const auto [found, is_new] =
      meta_index_.try_emplace({program_, meta}, entries_.size());
  if (is_new) {
    entries_.push_back(
        {program_, programs_[program_].meta_record(meta).object, meta});
  }
  return found->second;
}

std::string TableWriter::objects() {
  std::string out;
  node_ = {};
  // Entries that are written add entries.
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry entry = entries_[i];
    program_ = entry.program;
    if (i > 0) out += ",\n";
    if (entry.meta) {
      write_entries(out, entry.meta, 1);
    } else {
      const Store& store = programs_[program_].store();
      write_contents(out, store.tree(store.object(entry.object).value), 0);
    }
  }
  return out;
}

std::string TableWriter::strings() const {
  std::string out;
  for (const std::string& text : strings_) {
    if (&text != strings_.data()) out += ",\n";
    append_string(out, text);
  }
  return out;
}

std::string TableWriter::same_object() const {
  std::map<ObjectKey, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (!entry.object) continue;
    groups[sharing_.identity(entry.program, entry.object)].push_back(i);
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& [identity, members] : groups) {
    for (std::size_t i = 1; i < members.size(); ++i) {
      pairs.emplace_back(members[i - 1], members[i]);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  std::string out;
  for (const auto& [a, b] : pairs) {
    if (!out.empty()) out += ',';
    out += '[' + std::to_string(a) + ',' + std::to_string(b) + ']';
  }
  return out;
}

std::vector<ObjectId> TableWriter::written_objects() const {
  std::vector<ObjectId> objects;
  objects.reserve(entries_.size());
  for (const Entry& entry : entries_) objects.push_back(entry.object);
  return objects;
}

}  // namespace metagate
