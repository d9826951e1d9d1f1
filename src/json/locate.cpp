#include "json/locate.h"

#include <algorithm>

#include "json/cursor.h"
#include "json/escape.h"

namespace metagate {
namespace {

// An array or object that is open where the walk is.
struct Level {
  bool is_object = false;
  bool has_key = false;
  bool wants_key = false;
  std::size_t index = 0;
  std::string_view key = {};
};

std::string pointer_of(const std::vector<Level>& levels) {
  std::string pointer;
  for (const Level& level : levels) {
    if (level.is_object && !level.has_key) break;
    pointer += '/';
    if (!level.is_object) {
      pointer += std::to_string(level.index);
      continue;
    }
    for (const char c : as_utf8(unescape(level.key))) {
      if (c == '~') {
        pointer += "~0";
      } else if (c == '/') {
        pointer += "~1";
      } else {
        pointer += c;
      }
    }
  }
  return pointer;
}

class PointerWalk {
 public:
  explicit PointerWalk(std::string_view text) : cursor_(text) {}

  // The pointer of what stands at `offset`; offsets must not go back.
  std::string at(std::size_t offset) {
    while (cursor_.next() < std::min(offset, cursor_.text().size())) {
      if (is_within_string(offset)) break;
      step();
    }
    // A key that begins right here counts.
    if (cursor_.next() == offset && wants_key() && cursor_.peek() == '"') {
      step();
    }
    return pointer_of(levels_);
  }

 private:
  [[nodiscard]] bool wants_key() const {
    return !levels_.empty() && levels_.back().wants_key;
  }

  // A string value that the offset is inside of, stays the current value.
  bool is_within_string(std::size_t offset) {
    if (cursor_.peek() != '"' || wants_key()) return false;
    Cursor ahead = cursor_;
    ahead.take_spelling();
    return ahead.at() > offset;
  }

  void step() {
    switch (cursor_.peek()) {
      case '"':
        take_string();
        return;
      case '{':
        cursor_.take('{');
        levels_.push_back({.is_object = true, .wants_key = true});
        return;
      case '[':
        cursor_.take('[');
        levels_.push_back({});
        return;
      case '}':
      case ']':
        cursor_.take(cursor_.peek());
        if (!levels_.empty()) levels_.pop_back();
        return;
      case ',':
        cursor_.take(',');
        next_sibling();
        return;
      case ':':
        cursor_.take(':');
        return;
      default:
        cursor_.take_word();
    }
  }

  void take_string() {
    const std::string_view spelling = cursor_.take_spelling();
    if (!wants_key()) return;
    levels_.back().key = spelling;
    levels_.back().has_key = true;
    levels_.back().wants_key = false;
  }

  void next_sibling() {
    if (levels_.empty()) return;
    Level& level = levels_.back();
    ++level.index;
    level.wants_key = level.is_object;
  }

  Cursor cursor_;
  std::vector<Level> levels_;
};

// Where the members of the node's meta stand, or npos.
std::size_t meta_offset(const Document& document, const Program& program,
                        NodeId node) {
  const ObjectId object = program.meta_record(program.node(node).meta).object;
  if (object) return document.object_offsets[object.index()];
  std::size_t found = std::string_view::npos;
  Cursor cursor(*document.text, program.node(node).source);
  each_member(cursor, [&](const Key& key) {
    if (key.text == "meta") found = cursor.next();
    cursor.skip();
  });
  return found;
}

}  // namespace

Position position_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t newline = before.rfind('\n');
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return {static_cast<std::uint64_t>(lines) + 1, before.size() - start + 1};
}

Position position_of(const Document& document, const Program& program,
                     NodeId node) {
  return position_at(*document.text, program.node(node).source);
}

std::size_t offset_of(const Document& document, const Program& program,
                      NodeId node, std::string_view meta_key) {
  std::size_t found = program.node(node).source;
  const std::size_t meta = meta_offset(document, program, node);
  if (meta != std::string_view::npos) {
    Cursor cursor(*document.text, meta);
    each_member(cursor, [&](const Key& key) {
      if (key.text == meta_key) found = key.at;
      cursor.skip();
    });
  }
  return found;
}

Position position_of(const Document& document, const Program& program,
                     NodeId node, std::string_view meta_key) {
  return position_at(*document.text,
                     offset_of(document, program, node, meta_key));
}

Lines::Lines(std::string_view text) : size_(text.size()), starts_{0} {
  for (std::size_t i = text.find('\n'); i != std::string_view::npos;
       i = text.find('\n', i + 1)) {
    starts_.push_back(i + 1);
  }
}

Position Lines::at(std::size_t offset) const {
  const std::size_t place = std::min(offset, size_);
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), place);
  const auto line = static_cast<std::uint64_t>(after - starts_.begin());
  return {line, place - *(after - 1) + 1};
}

std::vector<std::string> pointers_at(std::string_view text,
                                     std::span<const std::size_t> offsets) {
  std::vector<std::string> pointers;
  PointerWalk walk(text);
  for (const std::size_t offset : offsets) {
    pointers.push_back(walk.at(offset));
  }
  return pointers;
}

}  // namespace metagate
