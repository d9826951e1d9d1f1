#include "json/fields.h"

#include <algorithm>

namespace metagate {
namespace {

std::string_view name_of(Form form) {
  switch (form) {
    case Form::any:
      return "a value";
    case Form::text:
      return "a string";
    case Form::text_or_null:
      return "a string or null";
    case Form::boolean:
      return "true or false";
    case Form::number:
      return "a number";
    case Form::array:
      return "an array";
    case Form::object:
      return "an object";
  }
  return {};
}

bool has_form(char first, Form form) {
  switch (form) {
    case Form::any:
      return true;
    case Form::text:
      return first == '"';
    case Form::text_or_null:
      return first == '"' || first == 'n';
    case Form::boolean:
      return first == 't' || first == 'f';
    case Form::number:
      return first == '-' || (first >= '0' && first <= '9');
    case Form::array:
      return first == '[';
    case Form::object:
      return first == '{';
  }
  return false;
}

std::string list_of(std::span<const Field> fields) {
  std::string list;
  for (const Field& field : fields) {
    if (!list.empty()) list += ", ";
    list += field.name;
  }
  return list;
}

}  // namespace

bool expect(Cursor& cursor, Form form, std::string_view what,
            Complaints& complaints) {
  if (has_form(cursor.peek(), form)) return true;
  complaints.add(cursor.next(), std::string(what) + " must be " +
                                    std::string(name_of(form)) + ", not " +
                                    std::string(kind_of(cursor.peek())));
  cursor.skip();
  return false;
}

void read_fields(Cursor& cursor, std::span<const Field> fields,
                 std::string_view what, Complaints& complaints,
                 const std::function<void(std::size_t row)>& on_field) {
  if (!expect(cursor, Form::object, what, complaints)) return;
  const std::size_t begin = cursor.next();
  std::vector<bool> seen(fields.size());
  each_member(cursor, [&](const Key& key) {
    const auto row = std::find_if(
        fields.begin(), fields.end(),
        [&key](const Field& field) { return field.name == key.text; });
    if (row == fields.end()) {
      complaints.add(key.at, "unknown field " + in_quotes(key.text) + " of " +
                                 std::string(what) +
                                 ", which has: " + list_of(fields));
      check_keys(cursor, complaints);
      return;
    }
    const auto index = static_cast<std::size_t>(row - fields.begin());
    if (seen[index]) {
      complaints.add(key.at, "duplicate key " + in_quotes(key.text));
      check_keys(cursor, complaints);
      return;
    }
    seen[index] = true;
    if (has_form(cursor.peek(), row->form)) {
      on_field(index);
      return;
    }
    expect(cursor, row->form, in_quotes(row->name) + " of " + std::string(what),
           complaints);
  });
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].needed || seen[i]) continue;
    complaints.add(begin, std::string(what) + " without the field " +
                              in_quotes(fields[i].name));
  }
}

bool KeySet::add(const Key& key, Complaints& complaints) {
  bool is_new = true;
  if (hashed_.empty()) {
    is_new = std::find(keys_.begin(), keys_.end(), key.text) == keys_.end();
    if (is_new) keys_.emplace_back(key.text);
    if (keys_.size() > few) hashed_.insert(keys_.begin(), keys_.end());
  } else {
    is_new = hashed_.emplace(key.text).second;
  }
  if (!is_new) complaints.add(key.at, "duplicate key " + in_quotes(key.text));
  return is_new;
}

void check_keys(Cursor& cursor, Complaints& complaints) {
  switch (cursor.peek()) {
    case '{': {
      KeySet keys;
      each_member(cursor, [&](const Key& key) {
        keys.add(key, complaints);
        check_keys(cursor, complaints);
      });
      return;
    }
    case '[':
      each_element(cursor,
                   [&](std::size_t) { check_keys(cursor, complaints); });
      return;
    default:
      cursor.skip();
  }
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  std::size_t end = std::min(text.size(), longest);
  // Not within a character.
  while (end < text.size() && end > 0 &&
         (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
    --end;
  }
  for (const char c : text.substr(0, end)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += "\\x";
      out += digits[byte >> 4U];
      out += digits[byte & 15U];
    } else {
      out += c;
    }
  }
  return out + (end < text.size() ? "...\"" : "\"");
}

}  // namespace metagate
