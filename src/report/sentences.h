// What a finding says, in words for people: one sentence a rule, a table.
#pragma once

#include <string>
#include <string_view>

#include "report/run.h"

namespace metagate {

// One line, lower case, without a full stop: "`q_tensor_io` was lost on the
// only output of delegate `lowered_module_0`". Names are as they are in the
// capture; what shows them to people makes them printable.
[[nodiscard]] std::string sentence_of(const Pair& pair, const Finding& finding);

// The same for several findings of one rule at one node, where `keys` is what
// stands in place of the key: "11 keys", with "were" for "was".
[[nodiscard]] std::string sentence_of(const Pair& pair, const Finding& finding,
                                      std::string_view keys);

// What is wrong, as a word: "lost" of "getitem-lost".
[[nodiscard]] std::string_view what_of(std::string_view rule);
// Where it is wrong: "getitem" of "getitem-lost".
[[nodiscard]] std::string_view family_of(std::string_view rule);

// Which node the finding is about: "the only output of delegate `d`", "output 1
// of 3 of delegate `d`", "node `main/add`".
[[nodiscard]] std::string subject_of(const Pair& pair, const Finding& finding);

// The output of a new delegate that the finding's node reads, or nullptr.
[[nodiscard]] const Outlet* outlet_of(const Checked& checked,
                                      const Finding& finding);

// True where the rule has a sentence of its own.
[[nodiscard]] bool has_sentence(std::string_view rule);

}  // namespace metagate
