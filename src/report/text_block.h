// The block that tells what is wrong with one node: what, where, both sides,
// the table of its keys, the pattern, the rule.
#pragma once

#include <string>
#include <vector>

#include "report/patterns.h"
#include "report/places.h"
#include "report/rows.h"

namespace metagate {

// Findings of one pair that are about keys of one node, or one other finding.
struct Block {
  std::vector<const Row*> rows;  // never empty

  // Blocks with one signature have one root cause: the same rules and keys.
  [[nodiscard]] std::string signature() const;
  [[nodiscard]] const Row& first() const { return *rows.front(); }
};

[[nodiscard]] std::vector<Block> blocks_of(const std::vector<Row>& rows);

// The block in full: lines of at most about 100 printable ASCII characters.
[[nodiscard]] std::string write_block(const Run& run, const Block& block,
                                      const std::vector<Pattern>& patterns,
                                      Places& places);

}  // namespace metagate
