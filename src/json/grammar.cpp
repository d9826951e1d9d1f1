#include "json/grammar.h"

#include "json/cursor.h"

namespace metagate {

std::optional<std::size_t> first_too_deep(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '"': {
        Cursor cursor(text, i);
        cursor.take_spelling();
        i = cursor.at() - 1;
        break;
      }
      case '{':
      case '[':
        if (++depth > most_levels) return i;
        break;
      case '}':
      case ']':
        if (depth > 0) --depth;
        break;
      default:
        break;
    }
  }
  return std::nullopt;
}

std::optional<SyntaxError> syntax_error(const std::string& text) {
  if (is_surely_json(text)) return std::nullopt;
  std::optional<SyntaxError> error = find_syntax_error(text);
  const auto deep = first_too_deep(text);
  if (deep && (!error || *deep < error->at)) {
    return SyntaxError{
        *deep, "nested deeper than " + std::to_string(most_levels) + " levels"};
  }
  return error;
}

}  // namespace metagate
