// The tagged values of FORMAT.md, "Values": one row a tag.
#include <algorithm>
#include <bit>
#include <charconv>
#include <span>
#include <unordered_set>

#include "ir/facts.h"
#include "json/fields.h"
#include "json/value_reader.h"

namespace metagate {
namespace {

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

constexpr TagField bytes_fields[] = {
    {{"size", Form::number, true}, Check::size},
    {{"sha256", Form::text, true}},
};
constexpr TagField tensor_fields[] = {
    {{"dtype", Form::text, true}},
    {{"shape", Form::array, true}, Check::dimensions},
    {{"stride", Form::array}, Check::dimensions},
    {{"device", Form::text}},
    {{"layout", Form::text}},
    {{"requires_grad", Form::boolean}},
    {{"storage_offset", Form::any}, Check::dimension},
    {{"class", Form::text}},
    {{"storage", Form::number}, Check::size},
    {{"sha256", Form::text}},
};
constexpr TagField sym_fields[] = {
    {{"kind", Form::text, true}, Check::sym_kind},
    {{"expr", Form::text, true}},
    {{"exact", Form::text}},
    {{"hint", Form::any}},
};
constexpr TagField expr_fields[] = {
    {{"expr", Form::text, true}},
    {{"exact", Form::text}},
};
constexpr TagField op_fields[] = {
    {{"name", Form::text, true}},
    {{"kind", Form::text, true}, Check::op_kind},
    {{"weak", Form::boolean}, Check::only_true},
};
constexpr TagField enum_fields[] = {
    {{"class", Form::text, true}},
    {{"name", Form::text, true}},
};
constexpr TagField opaque_fields[] = {
    {{"class", Form::text, true}},
    {{"repr", Form::text, true}},
    {{"sha256", Form::text, true}},
};
constexpr Field data_rows[] = {
    {"class", Form::text, true},
    {"fields", Form::array, true},
};
constexpr Field node_rows[] = {
    {"name", Form::text, true},
    {"graph", Form::text_or_null, true},
};

bool is_one_of(std::string_view text,
               std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_dimension(const Tree& tree) {
  return tree.tag == Tag::integer || tree.tag == Tag::sym;
}

// What is wrong with the value of a field, or nothing.
std::string_view fault_of(Check check, const Tree& value) {
  switch (check) {
    case Check::none:
      return {};
    case Check::size:
      return value.tag == Tag::integer && !value.text.starts_with('-')
                 ? ""
                 : "must be an integer that is not negative";
    case Check::dimension:
      return is_dimension(value) ? "" : "must be an integer or a $sym";
    case Check::dimensions:
      return std::all_of(
                 value.items.begin(), value.items.end(),
                 [](const Item& item) { return is_dimension(item.value); })
                 ? ""
                 : "must hold integers and $sym only";
    case Check::sym_kind:
      return is_one_of(value.text, {"int", "float", "bool"})
                 ? ""
                 : "must be int, float or bool";
    case Check::op_kind:
      return is_one_of(value.text, {"op", "packet", "hop", "fn", "type"})
                 ? ""
                 : "must be op, packet, hop, fn or type";
    case Check::only_true:
      return value.text == "true" ? "" : "must be true or missing";
  }
  return {};
}

bool is_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos &&
         (text.size() == 1 || text.front() != '0');
}

// Two keys of a $dict are the same if this gives the same: 1.0 and 1e0 are,
// 1 and 1.0 are not. Objects are told apart by index.
void append_key(const Tree& tree, std::string& out) {
  out += static_cast<char>(tree.tag);
  out += std::to_string(tree.index) + ' ';
  if (tree.tag == Tag::real) {
    out += std::to_string(std::bit_cast<std::uint64_t>(real_value(tree.text)));
  } else {
    out += std::to_string(tree.text.size()) + ' ' + tree.text;
  }
  out += ' ' + std::to_string(tree.items.size()) + ' ';
  for (const Item& item : tree.items) {
    out += std::to_string(item.name.size()) + ' ' + item.name;
    append_key(item.value, out);
  }
}

}  // namespace

// A tag and how its payload is read.
struct TagRow {
  std::string_view name;
  Tag tag;
  Tree (ValueReader::*read)(Cursor&, const TagRow&);
  std::size_t count = 0;  // of elements; 0 = any number
  std::span<const TagField> fields = {};

  static std::span<const TagRow> all();
};

std::span<const TagRow> TagRow::all() {
  using R = ValueReader;
  static const TagRow rows[] = {
      {"$ref", Tag::object, &R::table_object},
      {"$s", Tag::text, &R::table_text},
      {"$node", Tag::node, &R::node},
      {"$tuple", Tag::tuple, &R::sequence},
      {"$tensor", Tag::tensor, &R::record, 0, tensor_fields},
      {"$dtype", Tag::dtype, &R::text_payload},
      {"$op", Tag::op, &R::op, 0, op_fields},
      {"$data", Tag::data, &R::data},
      {"$sym", Tag::sym, &R::record, 0, sym_fields},
      {"$expr", Tag::expr, &R::record, 0, expr_fields},
      {"$dict", Tag::mapping, &R::mapping},
      {"$set", Tag::set, &R::sequence},
      {"$slice", Tag::slice, &R::sequence, 3},
      {"$range", Tag::range, &R::sequence, 3},
      {"$ellipsis", Tag::ellipsis, &R::ellipsis},
      {"$int", Tag::integer, &R::integer},
      {"$float", Tag::real, &R::real},
      {"$complex", Tag::complex, &R::sequence, 2},
      {"$bytes", Tag::bytes, &R::record, 0, bytes_fields},
      {"$wtf8", Tag::wtf8, &R::wtf8},
      {"$device", Tag::device, &R::text_payload},
      {"$layout", Tag::layout, &R::text_payload},
      {"$memory_format", Tag::memory_format, &R::text_payload},
      {"$enum", Tag::enumeration, &R::record, 0, enum_fields},
      {"$opaque", Tag::opaque, &R::record, 0, opaque_fields},
  };
  return rows;
}

Tree ValueReader::tagged(Cursor& cursor, const Key& key) {
  for (const TagRow& row : TagRow::all()) {
    if (row.name == key.text) return (this->*row.read)(cursor, row);
  }
  complain(key.at, "unknown tag " + in_quotes(key.text));
  check_keys(cursor, complaints_);
  return {};
}

Tree ValueReader::text_payload(Cursor& cursor, const TagRow& row) {
  Tree tree{.tag = row.tag};
  if (expect(cursor, Form::text, row.name, complaints_)) {
    tree.text = cursor.take_text();
  }
  return tree;
}

Tree ValueReader::sequence(Cursor& cursor, const TagRow& row) {
  Tree tree{.tag = row.tag};
  const std::size_t at = cursor.next();
  if (!expect(cursor, Form::array, row.name, complaints_)) return tree;
  elements(cursor, tree);
  if (row.count != 0 && tree.items.size() != row.count) {
    complain(at, std::string(row.name) + " must have " +
                     std::to_string(row.count) + " elements, not " +
                     std::to_string(tree.items.size()));
    return {};
  }
  if (row.tag == Tag::complex) {
    for (const Item& part : tree.items) {
      if (part.value.tag == Tag::integer || part.value.tag == Tag::real) {
        continue;
      }
      complain(at, "$complex must hold two numbers");
    }
  }
  return tree;
}

Tree ValueReader::mapping(Cursor& cursor, const TagRow& row) {
  Tree tree{.tag = row.tag};
  if (!expect(cursor, Form::array, row.name, complaints_)) return tree;
  std::unordered_set<std::string> keys;
  each_element(cursor, [&](std::size_t) {
    const std::size_t at = cursor.next();
    if (!expect(cursor, Form::array, "an entry of $dict", complaints_)) return;
    Tree pair{.tag = Tag::list};
    elements(cursor, pair);
    if (pair.items.size() != 2) {
      complain(at, "an entry of $dict must be [key, value]");
      return;
    }
    std::string key;
    append_key(pair.items[0].value, key);
    if (!keys.insert(std::move(key)).second) {
      complain(at, "duplicate key in $dict");
    }
    tree.items.push_back(std::move(pair.items[0]));
    tree.items.push_back(std::move(pair.items[1]));
  });
  return tree;
}

Tree ValueReader::record(Cursor& cursor, const TagRow& row) {
  Tree tree{.tag = row.tag};
  Field fields[16];
  std::size_t count = 0;
  for (const TagField& field : row.fields) fields[count++] = field.field;
  read_fields(
      cursor, {fields, count}, row.name, complaints_, [&](std::size_t i) {
        const std::size_t at = cursor.next();
        Tree read = value(cursor);
        const std::string_view fault = fault_of(row.fields[i].check, read);
        if (!fault.empty()) {
          complain(at, in_quotes(fields[i].name) + " of " +
                           std::string(row.name) + " " + std::string(fault));
        }
        tree.items.push_back(
            {.name = std::string(fields[i].name), .value = std::move(read)});
      });
  return tree;
}

Tree ValueReader::op(Cursor& cursor, const TagRow& row) {
  if (cursor.peek() != '"') return record(cursor, row);
  Tree tree{.tag = row.tag};
  Tree name{.tag = Tag::text};
  name.text = cursor.take_text();
  tree.items.push_back({.name = "name", .value = std::move(name)});
  return tree;
}

Tree ValueReader::data(Cursor& cursor, const TagRow& row) {
  Tree tree{.tag = row.tag};
  read_fields(cursor, data_rows, row.name, complaints_, [&](std::size_t i) {
    if (i == 0) {
      tree.text = cursor.take_text();
    } else {
      data_fields(cursor, tree);
    }
  });
  return tree;
}

void ValueReader::data_fields(Cursor& cursor, Tree& tree) {
  KeySet names;
  each_element(cursor, [&](std::size_t) {
    const std::size_t at = cursor.next();
    if (!expect(cursor, Form::array, "a field of $data", complaints_)) return;
    Item item;
    std::size_t count = 0;
    bool is_named = false;
    each_element(cursor, [&](std::size_t i) {
      ++count;
      if (i == 0 && cursor.peek() == '"') {
        const std::size_t name_at = cursor.next();
        item.name = cursor.take_text();
        names.add({item.name, name_at}, complaints_);
        is_named = true;
      } else {
        item.value = value(cursor);
      }
    });
    if (count != 2 || !is_named) {
      complain(at, "a field of $data must be [name, value]");
      return;
    }
    tree.items.push_back(std::move(item));
  });
}

Tree ValueReader::ellipsis(Cursor& cursor, const TagRow& row) {
  if (cursor.peek() != 't') {
    complain(cursor.next(), "$ellipsis must be true");
  }
  cursor.skip();
  return {.tag = row.tag};
}

Tree ValueReader::integer(Cursor& cursor, const TagRow& row) {
  const std::size_t at = cursor.next();
  if (!expect(cursor, Form::text, row.name, complaints_)) return {};
  Tree tree{.tag = row.tag, .text = cursor.take_text()};
  if (!is_integer(tree.text)) {
    complain(at, "$int must be the decimal digits of an integer");
    return {};
  }
  if (tree.text == "-0") tree.text = "0";
  return tree;
}

Tree ValueReader::real(Cursor& cursor, const TagRow& row) {
  const std::size_t at = cursor.next();
  if (!expect(cursor, Form::text, row.name, complaints_)) return {};
  Tree tree{.tag = row.tag, .text = cursor.take_text()};
  if (!is_one_of(tree.text, {"nan", "inf", "-inf", "-0.0"})) {
    complain(at, R"($float must be "nan", "inf", "-inf" or "-0.0")");
    return {};
  }
  return tree;
}

Tree ValueReader::wtf8(Cursor& cursor, const TagRow& row) {
  const std::size_t at = cursor.next();
  if (!expect(cursor, Form::text, row.name, complaints_)) return {};
  Tree tree{.tag = row.tag, .text = cursor.take_text()};
  if (tree.text.size() % 2 != 0 ||
      tree.text.find_first_not_of("0123456789abcdef") != std::string::npos) {
    complain(at, "$wtf8 must be pairs of lower-case hexadecimal digits");
  }
  return tree;
}

bool ValueReader::index(Cursor& cursor, std::string_view what, std::size_t size,
                        std::uint32_t& result) {
  const std::size_t at = cursor.next();
  if (!expect(cursor, Form::number, what, complaints_)) return false;
  const std::string_view word = cursor.take_word();
  std::uint64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (stop != end || word.starts_with('-')) {
    complain(at, std::string(what) + " must be an index, not " +
                     std::string(word.substr(0, 40)));
    return false;
  }
  if (error != std::errc() || value >= size) {
    complain(at, std::string(what) + " " + std::string(word.substr(0, 40)) +
                     " is not there: the table has " + std::to_string(size) +
                     " entries");
    return false;
  }
  result = static_cast<std::uint32_t>(value);
  return true;
}

Tree ValueReader::table_text(Cursor& cursor, const TagRow& row) {
  std::uint32_t at = 0;
  if (!index(cursor, row.name, tables_.strings.size(), at)) return {};
  Tree tree{.tag = row.tag};
  Cursor entry(text_, tables_.strings[at]);
  tree.text = entry.take_text();
  return tree;
}

Tree ValueReader::table_object(Cursor& cursor, const TagRow& row) {
  std::uint32_t at = 0;
  if (!index(cursor, row.name, tables_.objects.size(), at)) return {};
  return {.tag = row.tag, .index = at};
}

Tree ValueReader::node(Cursor& cursor, const TagRow& row) {
  saw_node_ = true;
  Tree tree{.tag = row.tag};
  const std::size_t at = cursor.next();
  if (cursor.peek() == '"') {
    tree.text = cursor.take_text();
    if (scope_.graph == no_graph) {
      complain(at, "$node has its long form in the object table: {\"name\": " +
                       in_quotes(tree.text) + ", \"graph\": ...}");
      return {};
    }
    tree.items.push_back(
        {.name = "graph", .value = text_tree(scope_.graph_name)});
  } else {
    std::size_t found = 0;
    Item graph{.name = "graph", .value = {}};
    read_fields(cursor, node_rows, row.name, complaints_, [&](std::size_t i) {
      ++found;
      if (i == 0) {
        tree.text = cursor.take_text();
      } else {
        graph.value = value(cursor);
      }
    });
    if (found != 2) return {};
    tree.items.push_back(std::move(graph));
  }
  if (names_ != nullptr) look_up(tree, at);
  return tree;
}

void ValueReader::look_up(Tree& tree, std::size_t at) {
  const Tree& graph_name = tree.items[0].value;
  if (graph_name.tag == Tag::null) return;
  if (scope_.graph == no_graph) {
    if (!names_->is_anywhere(graph_name.text, tree.text)) {
      complain(at, "no program has a node " + in_quotes(tree.text) +
                       " in a graph " + in_quotes(graph_name.text));
    }
    return;
  }
  const GraphNumber graph =
      graph_name.text == scope_.graph_name
          ? scope_.graph
          : names_->graph(scope_.program, graph_name.text);
  if (graph == no_graph) {
    complain(at, "no graph " + in_quotes(graph_name.text) + " in this program");
    return;
  }
  const NodeId id = names_->node(graph, tree.text);
  if (!id) {
    complain(at, "no node " + in_quotes(tree.text) + " in graph " +
                     in_quotes(graph_name.text));
    return;
  }
  if (!scope_.user) return;
  if (graph == scope_.graph && id >= scope_.user) {
    complain(at, id == scope_.user
                     ? "node " + in_quotes(tree.text) + " uses itself"
                     : "node " + in_quotes(tree.text) +
                           " is used before it is defined");
  }
  tree.index = id.index();
}

}  // namespace metagate
