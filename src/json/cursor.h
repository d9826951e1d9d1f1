// Walks JSON text, value after value. The text has been found well-formed
// before (json/grammar.h); the cursor relies on that for meaning, never for
// safety: it doesn't move past the end, and every loop over it ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace metagate {

class Cursor {
 public:
  explicit Cursor(std::string_view text, std::size_t at = 0)
      : text_(text), at_(at) {}

  // Where the next value, key or bracket begins.
  [[nodiscard]] std::size_t next();
  // The first character there; 0 at the end.
  [[nodiscard]] char peek();
  // Where the last thing that was taken ends.
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::string_view text() const { return text_; }

  // Takes the character `wanted` if it is the next one.
  bool take(char wanted);
  // Takes a string and gives what stands between its quotes, as spelt.
  std::string_view take_spelling();
  // Takes a string and gives its meaning; `scratch` may hold it.
  std::string_view take_string(std::string& scratch);
  [[nodiscard]] std::string take_text();
  // Takes a number, true, false or null.
  std::string_view take_word();
  // Takes a whole value, however deep.
  void skip();

 private:
  std::string_view text_;
  std::size_t at_;
};

struct Key {
  std::string_view text;  // what it means
  std::size_t at;         // where its quote stands
};

// Takes an object; `member(Key)` must take the value.
template <class F>
void each_member(Cursor& cursor, F&& member) {
  cursor.take('{');
  std::string scratch;
  while (cursor.peek() == '"') {
    const std::size_t at = cursor.next();
    const Key key{cursor.take_string(scratch), at};
    cursor.take(':');
    member(key);
    if (!cursor.take(',')) break;
  }
  cursor.take('}');
}

// Takes an array; `element(index)` must take the value.
template <class F>
void each_element(Cursor& cursor, F&& element) {
  cursor.take('[');
  std::size_t index = 0;
  while (cursor.peek() != ']' && cursor.peek() != '\0') {
    element(index++);
    if (!cursor.take(',')) break;
  }
  cursor.take(']');
}

// The meaning of a string's spelling, without its quotes, as UTF-8.
[[nodiscard]] std::string unescape(std::string_view spelling);

// What a value is, for messages: "an object", "a number", ...
[[nodiscard]] std::string_view kind_of(char first);

}  // namespace metagate
