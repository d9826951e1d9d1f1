#include "report/json_text.h"

#include <utility>

#include "json/escape.h"

namespace metagate {

void JsonText::text(std::string_view name, std::string_view value) {
  start(name);
  append_string(out_, value);
}

void JsonText::number(std::string_view name, std::uint64_t value) {
  raw(name, std::to_string(value));
}

void JsonText::null(std::string_view name) {
  raw(name, "null");
}

void JsonText::raw(std::string_view name, std::string_view json) {
  start(name);
  out_ += json;
}

std::string JsonText::take() && {
  out_ += '\n';
  return std::move(out_);
}

void JsonText::start(std::string_view name) {
  if (depth_ > 0) {
    out_ += is_first_ ? "\n" : ",\n";
    out_.append(2 * depth_, ' ');
  }
  is_first_ = false;
  if (name.empty()) return;
  append_string(out_, name);
  out_ += ": ";
}

void JsonText::begin(std::string_view name, char bracket) {
  start(name);
  out_ += bracket;
  ++depth_;
  is_first_ = true;
}

void JsonText::end(char bracket) {
  --depth_;
  if (!is_first_) {
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }
  out_ += bracket;
  is_first_ = false;
}

}  // namespace metagate
