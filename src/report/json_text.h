// Builds JSON text, indented by two, field by field in the order given. What
// the reports write is flat and small; a library would decide the order, the
// escapes and the indentation for us, and belongs to another room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace metagate {

class JsonText {
 public:
  // `name` is the field's name, or empty within an array.
  void begin_object(std::string_view name = {}) { begin(name, '{'); }
  void end_object() { end('}'); }
  void begin_array(std::string_view name = {}) { begin(name, '['); }
  void end_array() { end(']'); }

  void text(std::string_view name, std::string_view value);
  void number(std::string_view name, std::uint64_t value);
  void null(std::string_view name);
  // A value that is JSON already.
  void raw(std::string_view name, std::string_view json);

  // The text, with a line feed at its end.
  [[nodiscard]] std::string take() &&;

 private:
  void start(std::string_view name);
  void begin(std::string_view name, char bracket);
  void end(char bracket);

  std::string out_;
  std::size_t depth_ = 0;
  bool is_first_ = true;
};

}  // namespace metagate
