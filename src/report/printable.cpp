#include "report/printable.h"

#include <fmt/format.h>

#include <cstdint>

namespace metagate {
namespace {

// One character of UTF-8: its code, and how many bytes spell it; 0 bytes where
// there is none.
struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;
};

Character character_at(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t first = byte(0);
  std::size_t count = 0;
  std::uint32_t code = 0;
  if (first >= 0xf0 && first < 0xf8) {
    count = 4;
    code = first & 0x07U;
  } else if (first >= 0xe0 && first < 0xf0) {
    count = 3;
    code = first & 0x0fU;
  } else if (first >= 0xc0 && first < 0xe0) {
    count = 2;
    code = first & 0x1fU;
  }
  if (count == 0 || count > text.size()) return {};
  for (std::size_t i = 1; i < count; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    code = (code << 6U) | (byte(i) & 0x3fU);
  }
  return {code, count};
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte < 0x7f) {
      out += text[i];
    } else if (byte == '\n') {
      out += "\\n";
    } else if (byte == '\t') {
      out += "\\t";
    } else if (byte == '\r') {
      out += "\\r";
    } else if (const Character found = character_at(text.substr(i));
               byte >= 0x80 && found.bytes > 0) {
      out += fmt::format("\\u{{{:04x}}}", found.code);
      i += found.bytes - 1;
    } else {
      out += fmt::format("\\x{:02x}", byte);
    }
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t width) {
  constexpr std::string_view rest = "...";
  if (text.size() <= width) return std::string(text);
  if (width <= rest.size()) return std::string(rest.substr(0, width));
  return std::string(text.substr(0, width - rest.size())) + std::string(rest);
}

std::string quoted_name(std::string_view name) {
  constexpr std::size_t longest = 64;
  // Far longer texts need not be escaped to be cut.
  const std::string text = printable(name.substr(0, 4 * longest));
  return "`" + shortened(text, longest) + "`";
}

}  // namespace metagate
