// Where in the files that were read a finding's nodes and keys stand.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "ir/names.h"
#include "json/locate.h"
#include "report/run.h"

namespace metagate {

struct Place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  std::size_t offset = 0;  // in the document's text
};

// Finds places. What is known of a document or program is found out once: both
// must live as long as this does.
class Places {
 public:
  // A node of a side: its key where it has that key, else the node. Nothing
  // where the side was not read from a file, or the node is none.
  std::optional<Place> of(const CapturedStage& side, NodeId node,
                          std::string_view key = {});

  // Of a finding: the node that is wrong, or, where that was not read from a
  // file, the node before that it stands for.
  std::optional<Place> of(const Pair& pair, const Finding& finding);

  // The node before that a finding's node stands for, or none.
  NodeId origin_of(const Pair& pair, const Finding& finding);

 private:
  std::unordered_map<const Document*, std::unique_ptr<Lines>> lines_;
  std::unordered_map<const Program*, std::unique_ptr<Names>> names_;
};

}  // namespace metagate
