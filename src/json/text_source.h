// Turns a place in a document's text back into the tree that was read there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ir/store.h"
#include "json/layout.h"
#include "json/node_names.h"

namespace metagate {

// A place, as the store remembers it: an offset, the graph that a short
// `$node` belongs to, and whether the value is a node's args, whose nodes
// become operands.
struct SourcePlace {
  Offset offset = 0;
  GraphNumber graph = no_graph;  // less than 2^31 - 1, or none
  bool is_args = false;

  [[nodiscard]] std::uint64_t packed() const;
  [[nodiscard]] static SourcePlace unpack(std::uint64_t where);
};

class TextSource : public TreeSource {
 public:
  TextSource(std::shared_ptr<const std::string> text, Tables tables,
             std::vector<std::string> graph_names);

  [[nodiscard]] Tree tree(std::uint64_t where) const override;

 private:
  std::shared_ptr<const std::string> text_;
  Tables tables_;
  std::vector<std::string> graph_names_;
};

}  // namespace metagate
