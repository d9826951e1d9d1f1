#include "report/excerpt.h"

#include <algorithm>

#include "json/cursor.h"
#include "report/printable.h"

namespace metagate {
namespace {

struct Line {
  std::size_t begin;
  std::size_t end;
};

// Without its line feed and the blanks before it.
Line line_at(std::string_view text, std::size_t offset) {
  const std::size_t before = text.substr(0, offset).rfind('\n');
  std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  std::size_t end = std::min(text.find('\n', offset), text.size());
  if (end > offset && text[end - 1] == '\r') --end;
  while (begin < offset && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
  return {begin, end};
}

std::size_t marked_length(std::string_view text, std::size_t offset,
                          std::size_t end) {
  if (offset >= end || text[offset] != '"') return 1;
  Cursor cursor(text.substr(0, end), offset);
  cursor.take_spelling();
  return std::max<std::size_t>(cursor.at() - offset, 1);
}

}  // namespace

Excerpt excerpt_at(std::string_view text, std::size_t offset,
                   std::size_t width) {
  constexpr std::string_view gap = " ... ";
  offset = std::min(offset, text.size());
  const Line line = line_at(text, offset);
  const std::size_t length = marked_length(text, offset, line.end);

  // What stands before the mark: all of it, or the line's head.
  const std::size_t most_head = width / 2;
  std::size_t head_end = offset;
  const bool is_cut = offset - line.begin > most_head;
  if (is_cut) head_end = line.begin + width / 3;
  Excerpt excerpt;
  excerpt.line = printable(text.substr(line.begin, head_end - line.begin));
  if (is_cut) {
    excerpt.line = excerpt.line.substr(0, width / 3) + std::string(gap);
  }
  excerpt.column = std::min(excerpt.line.size(), width - 1);

  const std::size_t shown = std::min(line.end - offset, width);
  const std::string mark =
      printable(text.substr(offset, std::min(length, width)));
  excerpt.line += printable(text.substr(offset, shown));
  if (offset + shown < line.end) excerpt.line += std::string(width, '.');
  excerpt.line = shortened(excerpt.line, width);
  excerpt.length = std::clamp<std::size_t>(
      std::min(mark.size(), width - excerpt.column), 1, width);
  return excerpt;
}

std::size_t name_offset(std::string_view text, std::size_t offset) {
  Cursor cursor(text, offset);
  if (cursor.peek() != '{') return offset;
  std::size_t found = offset;
  each_member(cursor, [&](const Key& key) {
    if (key.text == "name") found = cursor.next();
    cursor.skip();
  });
  return found;
}

}  // namespace metagate
