// The only file of this room that knows nlohmann's JSON library. Its parser
// keeps no stack of calls, so a text of any depth is fine.
#include <nlohmann/json.hpp>

#include "json/grammar.h"

namespace metagate {
namespace {

using nlohmann::json;

// "[json.exception.parse_error.101] parse error at line 1, column 5: syntax
// error while parsing value - invalid literal; last read: 'x'": for people
// only what follows the place.
std::string reason_in(std::string_view what) {
  for (const std::string_view mark : {"syntax error while parsing ", "] "}) {
    const std::size_t found = what.find(mark);
    if (found == std::string_view::npos) continue;
    return std::string(
        what.substr(mark == "] " ? found + 2 : found + mark.size()));
  }
  return std::string(what);
}

// Takes no part of the document but its first error.
class FirstError : public nlohmann::json_sax<json> {
 public:
  explicit FirstError(std::size_t size) : size_(size) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }

  // `position` counts the bytes read, up to the end of what is wrong.
  bool parse_error(std::size_t position, const std::string& last,
                   const json::exception& error) override {
    const std::string_view what = error.what();
    std::size_t back = 1;
    // A whole token that may not stand here: point at its beginning.
    if (what.find("unexpected") != std::string_view::npos &&
        what.find("unexpected end") == std::string_view::npos) {
      back = std::max<std::size_t>(last.size(), 1);
    }
    if (error.id == 406) back = std::max<std::size_t>(last.size(), 1);
    const std::size_t at = position > back ? position - back : 0;
    found = SyntaxError{std::min(at, size_), reason_in(what)};
    return false;
  }

  std::optional<SyntaxError> found;

 private:
  std::size_t size_;
};

}  // namespace

std::optional<SyntaxError> find_syntax_error(std::string_view text) {
  FirstError handler(text.size());
  json::sax_parse(text.begin(), text.end(), &handler);
  return handler.found;
}

}  // namespace metagate
