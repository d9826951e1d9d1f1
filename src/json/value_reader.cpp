#include "json/value_reader.h"

#include <charconv>

#include "json/fields.h"
#include "json/grammar.h"

namespace metagate {
namespace {

constexpr std::int64_t most_plain = std::int64_t{1} << 53U;

bool is_plain(std::string_view digits) {
  std::int64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  return error == std::errc() && stop == end && value <= most_plain &&
         value >= -most_plain;
}

}  // namespace

Tree ValueReader::read(Cursor& cursor, const Scope& scope) {
  scope_ = scope;
  depth_ = 0;
  saw_node_ = false;
  return value(cursor);
}

Tree ValueReader::value(Cursor& cursor) {
  // The text was found to have no such depth: this is a second lock.
  if (depth_ >= most_levels) {
    complain(cursor.next(), "nested too deep");
    cursor.skip();
    return {};
  }
  ++depth_;
  Tree tree;
  switch (cursor.peek()) {
    case '{':
      tree = object(cursor);
      break;
    case '[':
      tree.tag = Tag::list;
      elements(cursor, tree);
      break;
    case '"':
      tree.tag = Tag::text;
      tree.text = cursor.take_text();
      break;
    case 't':
    case 'f':
      tree = boolean_tree(cursor.take_word() == "true");
      break;
    case 'n':
      cursor.take_word();
      break;
    default:
      tree = number(cursor);
  }
  --depth_;
  return tree;
}

void ValueReader::elements(Cursor& cursor, Tree& tree) {
  each_element(cursor, [&](std::size_t) {
    tree.items.push_back({.name = {}, .value = value(cursor)});
  });
}

Tree ValueReader::number(Cursor& cursor) {
  const std::size_t at = cursor.next();
  const std::string_view word = cursor.take_word();
  if (word.find_first_of(".eE") != std::string_view::npos) {
    return {.tag = Tag::real, .text = std::string(word)};
  }
  if (!is_plain(word)) {
    complain(at, "integer beyond 2^53: spell it {\"$int\": \"" +
                     std::string(word.substr(0, 40)) + "\"}");
  }
  return {.tag = Tag::integer, .text = word == "-0" ? "0" : std::string(word)};
}

Tree ValueReader::object(Cursor& cursor) {
  Cursor ahead = cursor;
  ahead.take('{');
  if (ahead.peek() != '"') return dict(cursor);
  std::string scratch;
  const std::size_t at = ahead.next();
  const Key key{ahead.take_string(scratch), at};
  if (!key.text.starts_with('$')) return dict(cursor);

  cursor = ahead;
  cursor.take(':');
  Tree tree = tagged(cursor, key);
  while (cursor.take(',')) {
    std::string other_scratch;
    const std::size_t other_at = cursor.next();
    const std::string_view other = cursor.take_string(other_scratch);
    complain(other_at,
             other == key.text
                 ? "duplicate key " + in_quotes(other)
                 : "key " + in_quotes(other) + " beside the tag " +
                       in_quotes(key.text) +
                       ": a dict with such keys is spelt {\"$dict\": ...}");
    cursor.take(':');
    cursor.skip();
  }
  cursor.take('}');
  return tree;
}

Tree ValueReader::dict(Cursor& cursor) {
  Tree tree{.tag = Tag::dict};
  KeySet keys;
  each_member(cursor, [&](const Key& key) {
    keys.add(key, complaints_);
    if (key.text.starts_with('$')) {
      complain(key.at, "key " + in_quotes(key.text) +
                           " with a leading $ beside other keys: such a dict "
                           "is spelt {\"$dict\": ...}");
    }
    // Named before the value is read, which may use the key's memory.
    tree.items.push_back({.name = std::string(key.text), .value = {}});
    Tree read = value(cursor);
    tree.items.back().value = std::move(read);
  });
  return tree;
}

}  // namespace metagate
