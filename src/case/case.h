// The `case` of a fixture (FORMAT.md, "Fixture"): what a capture shows, and
// what has to be found in it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/check.h"
#include "check/policy.h"
#include "json/document.h"

namespace metagate {

// Gives a node of the program as it then is a tag. `node` is as written: the
// name of a node of the top graph, or "graph/node".
struct Tagging {
  std::string node;
  std::string tag;
};

// What one lowering is given beside the tags in the nodes' meta.
using Round = std::vector<Tagging>;

// Findings that must be there: one, or, with keys, one for each.
struct Expectation {
  std::string rule;  // the id of a rule
  std::optional<std::array<std::string, 2>> stages;
  std::string graph;
  std::string node;  // empty = the graph
  std::vector<std::string> keys;
  Problem place;  // where in the file it is written; no message
};

struct Case {
  std::string about;
  std::string source;
  std::optional<Policy> policy;
  Step step = Step::automatic;
  // None = one lowering with the tags in the meta.
  std::optional<std::vector<Round>> rounds;
  std::string refuse;  // a Problem's code; empty = it is not refused
  std::vector<Expectation> expect;
};

// The case of a document. A document without one, unknown fields, rules,
// steps, policies and what is ill-formed are refused, with line, column and
// JSON pointer.
[[nodiscard]] Result<Case> read_case(const Document& document);

}  // namespace metagate
