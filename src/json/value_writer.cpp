#include "json/value_writer.h"

#include <algorithm>
#include <charconv>

#include "json/escape.h"

namespace metagate {
namespace {

// The tag that a tree is spelt with, without its $; empty where it is plain.
std::string_view tag_name(Tag tag) {
  switch (tag) {
    case Tag::tuple:
      return "tuple";
    case Tag::mapping:
      return "dict";
    case Tag::set:
      return "set";
    case Tag::slice:
      return "slice";
    case Tag::range:
      return "range";
    case Tag::ellipsis:
      return "ellipsis";
    case Tag::complex:
      return "complex";
    case Tag::bytes:
      return "bytes";
    case Tag::wtf8:
      return "wtf8";
    case Tag::tensor:
      return "tensor";
    case Tag::sym:
      return "sym";
    case Tag::expr:
      return "expr";
    case Tag::dtype:
      return "dtype";
    case Tag::device:
      return "device";
    case Tag::layout:
      return "layout";
    case Tag::memory_format:
      return "memory_format";
    case Tag::op:
      return "op";
    case Tag::enumeration:
      return "enum";
    case Tag::data:
      return "data";
    case Tag::opaque:
      return "opaque";
    default:
      return {};
  }
}

// What is an object of its own in Python; tuples are not told apart.
bool has_identity(Tag tag) {
  switch (tag) {
    case Tag::list:
    case Tag::dict:
    case Tag::mapping:
    case Tag::set:
    case Tag::tensor:
    case Tag::data:
    case Tag::opaque:
      return true;
    default:
      return false;
  }
}

bool is_plain_integer(std::string_view digits) {
  constexpr std::int64_t most = std::int64_t{1} << 53U;
  std::int64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  return error == std::errc() && stop == end && value <= most && value >= -most;
}

bool is_json_number(std::string_view real) {
  return real != "nan" && real != "inf" && real != "-inf" && real != "-0.0";
}

void append_number(std::string& out, const Tree& tree) {
  const bool is_integer = tree.tag == Tag::integer;
  if (is_integer ? is_plain_integer(tree.text) : is_json_number(tree.text)) {
    out += tree.text;
    return;
  }
  out += is_integer ? "{\"$int\":" : "{\"$float\":";
  append_string(out, tree.text);
  out += '}';
}

bool has_tag_like_key(const Tree& dict) {
  return std::any_of(
      dict.items.begin(), dict.items.end(),
      [](const Item& item) { return item.name.starts_with('$'); });
}

}  // namespace

void ValueWriter::write(std::string& out, const Tree& tree, std::size_t depth) {
  write_contents(out, tree, depth + (has_identity(tree.tag) ? 1 : 0));
}

void ValueWriter::write_contents(std::string& out, const Tree& tree,
                                 std::size_t depth) {
  switch (tree.tag) {
    case Tag::null:
      out += "null";
      return;
    case Tag::boolean:
      out += tree.text;
      return;
    case Tag::integer:
    case Tag::real:
      append_number(out, tree);
      return;
    case Tag::text:
      write_text(out, tree.text);
      return;
    case Tag::list:
      write_elements(out, tree, depth + 1);
      return;
    case Tag::dict:
      write_dict(out, tree, depth);
      return;
    case Tag::object:
      write_object(out, ObjectId(tree.index), depth);
      return;
    case Tag::operand:
      write_operand(out, tree.index);
      return;
    case Tag::node:
      write_node(out, tree.text, tree.items[0].value);
      return;
    default:
      break;
  }
  out += "{\"$";
  out += tag_name(tree.tag);
  out += "\":";
  switch (tree.tag) {
    case Tag::ellipsis:
      out += "true";
      break;
    case Tag::mapping:
      write_pairs(out, tree, depth + 3);
      break;
    case Tag::tuple:
    case Tag::set:
    case Tag::slice:
    case Tag::range:
    case Tag::complex:
      write_elements(out, tree, depth + 2);
      break;
    case Tag::data:
      write_data(out, tree, depth + 4);
      break;
    case Tag::wtf8:
    case Tag::dtype:
    case Tag::device:
    case Tag::layout:
    case Tag::memory_format:
      append_string(out, tree.text);
      break;
    default:
      write_record(out, tree, depth + 2);
  }
  out += '}';
}

void ValueWriter::write_elements(std::string& out, const Tree& tree,
                                 std::size_t depth) {
  out += '[';
  bool is_first = true;
  for (const Item& item : tree.items) {
    if (!is_first) out += ',';
    is_first = false;
    if (is_full(out)) {
      write_rest(out);
      break;
    }
    write(out, item.value, depth);
  }
  out += ']';
}

void ValueWriter::write_dict(std::string& out, const Tree& tree,
                             std::size_t depth) {
  if (has_tag_like_key(tree)) {
    out += "{\"$dict\":[";
    for (const Item& item : tree.items) {
      if (&item != tree.items.data()) out += ',';
      out += '[';
      write_text(out, item.name);
      out += ',';
      write(out, item.value, depth + 3);
      out += ']';
    }
    out += "]}";
    return;
  }
  out += '{';
  for (const Item& item : tree.items) {
    if (&item != tree.items.data()) out += ',';
    if (is_full(out)) {
      out += "\"...\":";
      write_rest(out);
      break;
    }
    append_string(out, item.name);
    out += ':';
    write(out, item.value, depth + 1);
  }
  out += '}';
}

void ValueWriter::write_pairs(std::string& out, const Tree& tree,
                              std::size_t depth) {
  out += '[';
  for (std::size_t i = 0; i + 1 < tree.items.size(); i += 2) {
    if (i > 0) out += ',';
    if (is_full(out)) {
      out += "[\"...\",";
      write_rest(out);
      out += ']';
      break;
    }
    out += '[';
    write(out, tree.items[i].value, depth);
    out += ',';
    write(out, tree.items[i + 1].value, depth);
    out += ']';
  }
  out += ']';
}

// Texts in the fields of a tag are part of the tag: no table has them.
void ValueWriter::write_record(std::string& out, const Tree& tree,
                               std::size_t depth) {
  if (tree.tag == Tag::op && tree.items.size() == 1) {
    append_string(out, tree.items[0].value.text);
    return;
  }
  out += '{';
  for (const Item& item : tree.items) {
    if (&item != tree.items.data()) out += ',';
    append_string(out, item.name);
    out += ':';
    if (item.value.tag == Tag::text) {
      append_string(out, item.value.text);
    } else {
      write(out, item.value, depth);
    }
  }
  out += '}';
}

void ValueWriter::write_data(std::string& out, const Tree& tree,
                             std::size_t depth) {
  out += "{\"class\":";
  append_string(out, tree.text);
  out += ",\"fields\":[";
  for (const Item& item : tree.items) {
    if (&item != tree.items.data()) out += ',';
    if (is_full(out)) {
      out += "[\"...\",";
      write_rest(out);
      out += ']';
      break;
    }
    out += '[';
    append_string(out, item.name);
    out += ',';
    write(out, item.value, depth);
    out += ']';
  }
  out += "]}";
}

void append_long_node(std::string& out, std::string_view name,
                      const Tree& graph) {
  out += "{\"$node\":{\"name\":";
  append_string(out, name);
  out += ",\"graph\":";
  if (graph.tag == Tag::null) {
    out += "null";
  } else {
    append_string(out, graph.text);
  }
  out += "}}";
}

}  // namespace metagate
