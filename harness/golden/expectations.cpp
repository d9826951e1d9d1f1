#include "harness/golden/expectations.h"

#include <fmt/core.h>

#include <algorithm>

#include "report/printable.h"
#include "report/sentences.h"

namespace metagate {
namespace {

struct Found {
  const Pair* pair;
  const Finding* finding;
  bool is_taken = false;
};

std::string where(const NodeName& at) {
  return at.node.empty() ? at.graph : at.graph + "/" + at.node;
}

std::string with_key(const std::string& key) {
  return key.empty() ? std::string() : " " + quoted_name(key);
}

bool stands_for(const Expectation& entry, const std::string& key,
                const Found& found) {
  const Finding& finding = *found.finding;
  if (found.is_taken || finding.rule != entry.rule) return false;
  if (finding.at.graph != entry.graph || finding.at.node != entry.node) {
    return false;
  }
  if (finding.key != key) return false;
  return !entry.stages || ((*entry.stages)[0] == found.pair->before.stage &&
                           (*entry.stages)[1] == found.pair->after.stage);
}

std::string missing(const Expectation& entry, const std::string& key) {
  std::string text =
      fmt::format("expected, but not found: {} {}{}", entry.rule,
                  printable(where({entry.graph, entry.node})), with_key(key));
  if (entry.stages) {
    text += fmt::format(" ({} -> {})", printable((*entry.stages)[0]),
                        printable((*entry.stages)[1]));
  }
  if (entry.place.line != 0) {
    text += fmt::format(", {}:{}:{}", printable(entry.place.file),
                        entry.place.line, entry.place.column);
  }
  return text;
}

std::string unexpected(const Found& found) {
  const Finding& finding = *found.finding;
  return fmt::format("found, but not expected: {} {}{} ({} -> {}): {}",
                     finding.rule, printable(where(finding.at)),
                     with_key(finding.key), printable(found.pair->before.stage),
                     printable(found.pair->after.stage),
                     printable(sentence_of(*found.pair, finding)));
}

// Takes the finding that an entry stands for, or says that there is none.
void match(const Expectation& entry, const std::string& key,
           std::vector<Found>& found, std::vector<std::string>& lines) {
  const auto hit =
      std::find_if(found.begin(), found.end(),
                   [&](const Found& f) { return stands_for(entry, key, f); });
  if (hit == found.end()) {
    lines.push_back(missing(entry, key));
  } else {
    hit->is_taken = true;
  }
}

}  // namespace

std::vector<std::string> disagreements(const std::vector<Pair>& pairs,
                                       const std::vector<Expectation>& expect) {
  std::vector<Found> found;
  for (const Pair& pair : pairs) {
    for (const Finding& finding : pair.checked.findings) {
      found.push_back({&pair, &finding});
    }
  }
  std::vector<std::string> lines;
  // Entries that name their step choose first.
  for (const bool with_stages : {true, false}) {
    for (const Expectation& entry : expect) {
      if (entry.stages.has_value() != with_stages) continue;
      if (entry.keys.empty()) match(entry, "", found, lines);
      for (const std::string& key : entry.keys) match(entry, key, found, lines);
    }
  }
  for (const Found& f : found) {
    if (!f.is_taken) lines.push_back(unexpected(f));
  }
  return lines;
}

}  // namespace metagate
