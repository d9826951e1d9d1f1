// The only file of this room that knows nlohmann's JSON library. Its parser
// keeps no stack of calls, so a text of any depth is fine.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "json/grammar.h"

namespace metagate {
namespace {

using nlohmann::json;

// "[json.exception.parse_error.101] parse error at line 1, column 5: syntax
// error while parsing value - invalid literal; last read: 'x'": for people
// only what is wrong. What was read last may be no UTF-8; its place is told.
std::string reason_in(std::string_view what) {
  for (const std::string_view mark : {" - ", "] "}) {
    const std::size_t found = what.find(mark);
    if (found == std::string_view::npos) continue;
    what.remove_prefix(found + mark.size());
    what = what.substr(0, what.find("; last read"));
    return "not JSON: " + std::string(what);
  }
  return "not JSON";
}

// How far before the end of what was read the error is: at the last byte, or
// where a whole token begins that may not stand there or is too big a number.
// Of brackets, commas and colons nlohmann doesn't give the token.
std::size_t length_of(std::string_view what, const std::string& last, int id) {
  constexpr int out_of_range = 406;
  const bool is_token = what.find("unexpected ") != std::string_view::npos &&
                        what.find("unexpected end") == std::string_view::npos &&
                        what.find("unexpected '") == std::string_view::npos;
  if (!is_token && id != out_of_range) return 1;
  return std::max<std::size_t>(last.size(), 1);
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
    const std::size_t length = length_of(error.what(), last, error.id);
    const std::size_t at = position > length ? position - length : 0;
    found = SyntaxError{std::min(at, size_), reason_in(error.what())};
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
