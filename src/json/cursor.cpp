#include "json/cursor.h"

#include <algorithm>
#include <cstring>

namespace metagate {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool ends_word(char c) {
  return is_space(c) || c == ',' || c == ']' || c == '}' || c == ':' ||
         c == '"' || c == '[' || c == '{';
}

unsigned hex_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 0;
}

void append_utf8(std::string& out, unsigned code) {
  const auto byte = [&out](unsigned value) {
    out += static_cast<char>(static_cast<unsigned char>(value));
  };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0U | (code >> 6U));
    byte(0x80U | (code & 0x3fU));
  } else if (code < 0x10000) {
    byte(0xe0U | (code >> 12U));
    byte(0x80U | ((code >> 6U) & 0x3fU));
    byte(0x80U | (code & 0x3fU));
  } else {
    byte(0xf0U | (code >> 18U));
    byte(0x80U | ((code >> 12U) & 0x3fU));
    byte(0x80U | ((code >> 6U) & 0x3fU));
    byte(0x80U | (code & 0x3fU));
  }
}

// The four digits at `at`, or what there is of them.
unsigned code_unit(std::string_view spelling, std::size_t at) {
  unsigned code = 0;
  for (std::size_t i = at; i < std::min(at + 4, spelling.size()); ++i) {
    code = code * 16 + hex_value(spelling[i]);
  }
  return code;
}

char short_escape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;
  }
}

}  // namespace

std::size_t Cursor::next() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  return at_;
}

char Cursor::peek() {
  return next() < text_.size() ? text_[at_] : '\0';
}

bool Cursor::take(char wanted) {
  if (peek() != wanted || at_ >= text_.size()) return false;
  ++at_;
  return true;
}

std::string_view Cursor::take_spelling() {
  if (!take('"')) return {};
  const std::size_t first = at_;
  while (at_ < text_.size()) {
    const void* found =
        std::memchr(text_.data() + at_, '"', text_.size() - at_);
    if (found == nullptr) break;
    const auto quote = static_cast<std::size_t>(
        static_cast<const char*>(found) - text_.data());
    std::size_t slashes = 0;
    while (quote - slashes > first && text_[quote - slashes - 1] == '\\') {
      ++slashes;
    }
    at_ = quote + 1;
    if (slashes % 2 == 0) return text_.substr(first, quote - first);
  }
  at_ = text_.size();
  return text_.substr(first);
}

std::string_view Cursor::take_string(std::string& scratch) {
  const std::string_view spelling = take_spelling();
  if (spelling.find('\\') == std::string_view::npos) return spelling;
  scratch = unescape(spelling);
  return scratch;
}

std::string Cursor::take_text() {
  std::string scratch;
  const std::string_view text = take_string(scratch);
  return text.data() == scratch.data() ? std::move(scratch) : std::string(text);
}

std::string_view Cursor::take_word() {
  const std::size_t first = next();
  while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
  // Something that begins no value must not stop a loop for ever.
  if (at_ == first && at_ < text_.size()) ++at_;
  return text_.substr(first, at_ - first);
}

void Cursor::skip() {
  std::size_t depth = 0;
  do {
    switch (peek()) {
      case '\0':
        if (at_ >= text_.size()) return;
        ++at_;
        break;
      case '"':
        take_spelling();
        break;
      case '{':
      case '[':
        ++depth;
        ++at_;
        break;
      case '}':
      case ']':
        if (depth == 0) return;
        --depth;
        ++at_;
        break;
      case ',':
      case ':':
        if (depth == 0) return;
        ++at_;
        break;
      default:
        take_word();
    }
  } while (depth > 0);
}

std::string unescape(std::string_view spelling) {
  std::string out;
  out.reserve(spelling.size());
  for (std::size_t i = 0; i < spelling.size(); ++i) {
    if (spelling[i] != '\\' || i + 1 >= spelling.size()) {
      out += spelling[i];
      continue;
    }
    ++i;
    if (spelling[i] != 'u') {
      out += short_escape(spelling[i]);
      continue;
    }
    unsigned code = code_unit(spelling, i + 1);
    i += 4;
    const bool is_high = code >= 0xd800 && code < 0xdc00;
    if (is_high && i + 2 < spelling.size() && spelling[i + 1] == '\\' &&
        spelling[i + 2] == 'u') {
      const unsigned low = code_unit(spelling, i + 3);
      code = 0x10000 + ((code - 0xd800) << 10U) + ((low - 0xdc00) & 0x3ffU);
      i += 6;
    }
    append_utf8(out, code);
  }
  return out;
}

std::string_view kind_of(char first) {
  switch (first) {
    case '{':
      return "an object";
    case '[':
      return "an array";
    case '"':
      return "a string";
    case 't':
      return "true";
    case 'f':
      return "false";
    case 'n':
      return "null";
    case '\0':
      return "the end of the text";
    default:
      return "a number";
  }
}

}  // namespace metagate
