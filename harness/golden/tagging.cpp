#include "harness/golden/tagging.h"

#include <string_view>

#include "ir/draft.h"
#include "ir/names.h"

namespace metagate {
namespace {

// "node" of the top graph, or "graph/node". A name of either may hold a slash.
NodeId find_node(const Program& program, const Names& names,
                 std::string_view text) {
  if (program.graphs().empty()) return {};
  if (const NodeId node = names.node(GraphId(0), text)) return node;
  for (std::size_t at = text.find('/'); at != std::string_view::npos;
       at = text.find('/', at + 1)) {
    const NodeId node = names.node(text.substr(0, at), text.substr(at + 1));
    if (node) return node;
  }
  return {};
}

}  // namespace

Result<Program> with_tags(const Program& program, const Round& round) {
  if (round.empty()) return program;
  const Names names(program);
  Draft draft(program);
  Problems problems;
  for (const Tagging& tagging : round) {
    const NodeId node = find_node(program, names, tagging.node);
    if (node.is_none()) {
      problems.push_back({.message = "`rounds` tags `" + tagging.node +
                                     "`, which the program has not by then"});
      continue;
    }
    draft.set(node, known::delegation_tag, draft.store().add_text(tagging.tag));
  }
  if (!problems.empty()) return problems;
  return draft.build();
}

}  // namespace metagate
