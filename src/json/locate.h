// Where in its file something stands: found again when it is asked for, since
// programs remember one offset a node and none a key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.h"

namespace metagate {

// Both count from 1; a column counts bytes. 0 is unknown.
struct Position {
  std::uint64_t line = 0;
  std::uint64_t column = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

// An offset past the end is taken as the end.
[[nodiscard]] Position position_at(std::string_view text, std::size_t offset);

// A node of a program of the document: its opening brace.
[[nodiscard]] Position position_of(const Document& document,
                                   const Program& program, NodeId node);

// A meta key of a node: the key's quote, in the object table where the node's
// meta is `{"$ref": i}`. The position of the node where it has no such key.
[[nodiscard]] Position position_of(const Document& document,
                                   const Program& program, NodeId node,
                                   std::string_view meta_key);

// The offset behind that position, for those who ask for many.
[[nodiscard]] std::size_t offset_of(const Document& document,
                                    const Program& program, NodeId node,
                                    std::string_view meta_key);

// Offset to line and column for many offsets of one text.
class Lines {
 public:
  explicit Lines(std::string_view text);
  [[nodiscard]] Position at(std::size_t offset) const;

 private:
  std::size_t size_;
  std::vector<std::uint64_t> starts_;
};

// For each of `offsets`, which are in order, the JSON pointer (RFC 6901) of
// the value or key that stands there. The text may be malformed behind them.
[[nodiscard]] std::vector<std::string> pointers_at(
    std::string_view text, std::span<const std::size_t> offsets);

}  // namespace metagate
