#include "json/escape.h"

namespace metagate {
namespace {

constexpr char32_t replacement = 0xfffd;

// The character that begins at `at`, which is moved behind it: all of it, or
// the one byte where it is no UTF-8 (Unicode 15, table 3-7).
char32_t take_character(std::string_view text, std::size_t& at) {
  const auto byte = static_cast<unsigned char>(text[at++]);
  if (byte < 0x80) return byte;
  const std::size_t more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
  if (byte < 0xc2 || byte > 0xf4 || at + more > text.size()) {
    return replacement;
  }
  char32_t code = byte & (0x3fU >> more);
  for (std::size_t i = 0; i < more; ++i) {
    const auto next = static_cast<unsigned char>(text[at + i]);
    if ((next & 0xc0U) != 0x80U) return replacement;
    code = (code << 6U) | (next & 0x3fU);
  }
  const bool is_short =
      (more == 2 && code < 0x800) || (more == 3 && code < 0x10000);
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (is_short || is_surrogate || code > 0x10ffff) return replacement;
  at += more;
  return code;
}

void append_unit(std::string& out, char32_t unit) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) {
    out += digits[(unit >> static_cast<unsigned>(shift)) & 15U];
  }
}

void append_escape(std::string& out, char32_t code) {
  switch (code) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\b':
      out += "\\b";
      return;
    default:
      break;
  }
  if (code < 0x10000) {
    append_unit(out, code);
    return;
  }
  append_unit(out, 0xd800 + ((code - 0x10000) >> 10U));
  append_unit(out, 0xdc00 + ((code - 0x10000) & 0x3ffU));
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
      out += c;
      ++at;
    } else {
      append_escape(out, take_character(text, at));
    }
  }
  out += '"';
}

std::string as_utf8(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (take_character(text, at) == replacement && at == begin + 1) {
      out += "\xef\xbf\xbd";
    } else {
      out += text.substr(begin, at - begin);
    }
  }
  return out;
}

}  // namespace metagate
