// The tagged values of FORMAT.md, "Values": one row a tag.
#include <bit>
#include <span>
#include <unordered_set>

#include "ir/facts.h"
#include "json/fields.h"
#include "json/tag_fields.h"
#include "json/tag_row.h"
#include "json/value_reader.h"

namespace metagate {
namespace {

constexpr Field data_rows[] = {
    {"class", Form::text, true},
    {"fields", Form::array, true},
};
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

std::span<const TagRow> TagRow::all() {
  using R = ValueReader;
  static const TagRow rows[] = {
      {"$ref", Tag::object, &R::table_object},
      {"$s", Tag::text, &R::table_text},
      {"$node", Tag::node, &R::node},
      {"$tuple", Tag::tuple, &R::sequence},
      {"$tensor", Tag::tensor, &R::record},
      {"$dtype", Tag::dtype, &R::text_payload},
      {"$op", Tag::op, &R::op},
      {"$data", Tag::data, &R::data},
      {"$sym", Tag::sym, &R::record},
      {"$expr", Tag::expr, &R::record},
      {"$dict", Tag::mapping, &R::mapping},
      {"$set", Tag::set, &R::sequence},
      {"$slice", Tag::slice, &R::sequence, 3},
      {"$range", Tag::range, &R::sequence, 3},
      {"$ellipsis", Tag::ellipsis, &R::ellipsis},
      {"$int", Tag::integer, &R::integer},
      {"$float", Tag::real, &R::real},
      {"$complex", Tag::complex, &R::sequence, 2},
      {"$bytes", Tag::bytes, &R::record},
      {"$wtf8", Tag::wtf8, &R::wtf8},
      {"$device", Tag::device, &R::text_payload},
      {"$layout", Tag::layout, &R::text_payload},
      {"$memory_format", Tag::memory_format, &R::text_payload},
      {"$enum", Tag::enumeration, &R::record},
      {"$opaque", Tag::opaque, &R::record},
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
  const std::span<const TagField> rows = fields_of(row.tag);
  std::vector<Field> fields;
  for (const TagField& field : rows) fields.push_back(field.field);
  read_fields(cursor, fields, row.name, complaints_, [&](std::size_t i) {
    const std::size_t at = cursor.next();
    Tree read = value(cursor);
    const std::string_view fault = fault_of(rows[i].check, read);
    if (!fault.empty()) {
      complain(at, in_quotes(fields[i].name) + " of " + std::string(row.name) +
                       " " + std::string(fault));
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
  if (tree.text != "nan" && tree.text != "inf" && tree.text != "-inf" &&
      tree.text != "-0.0") {
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

}  // namespace metagate
