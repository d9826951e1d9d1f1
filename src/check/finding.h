// A finding: one thing that the judged step got wrong, at one place. A finding
// is a value; words, colours and files are made of it elsewhere (report/).
#pragma once

#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"

namespace metagate {

// A node by the names of the program it is in. `node` is empty where a whole
// graph is meant.
struct NodeName {
  std::string graph;
  std::string node;

  friend auto operator<=>(const NodeName&, const NodeName&) = default;
};

// A value together with the store that its object references mean.
struct Quoted {
  std::shared_ptr<const Store> store;
  Tree tree;
};

struct Finding {
  std::string_view rule;  // the id of a row of rules() (check/rules.h)

  // The node that is wrong: in the program after, or in the one before where it
  // vanished (`vanished` says which program `node` and `graph` count in).
  NodeName at;
  bool vanished = false;
  GraphId graph;
  NodeId node;  // none where a whole graph is meant

  // Stable under renaming by the lowering: `<graph>/<node>` of the program
  // before, or, for what has no node before, the place of its nearest matched
  // operand, `>` and its target. Two findings of one rule, place and key are
  // told apart by `#2`, `#3`, ... behind the later ones.
  std::string place;

  std::optional<NodeName> from;  // the node before that it stands for
  std::vector<NodeName> also;    // the other nodes of the finding, sorted
  std::string key;               // empty where it is not about one key
  std::optional<Quoted> expected;
  std::optional<Quoted> got;
  // For a changed value: the node before whose value it is, where it is the
  // value of another node under the same key (misattributed).
  std::optional<NodeName> owner;
  // What the rule's own words cannot say, such as "takes `b` where `a` stood";
  // lower case, no full stop; may be empty.
  std::string detail;
};

}  // namespace metagate
