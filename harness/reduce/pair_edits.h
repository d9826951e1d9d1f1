// The edits of a program (reduce/edits.h), done to two stages at once: what is
// cut out of the program before is cut out of the one after, where the checker
// says that it stands for the same (check/correspondence.h). Nothing is
// lowered.
//
// Both programs of a candidate are valid, and the one before is strictly
// smaller. Whether they still belong together is for the checker to say.
#pragma once

#include <cstddef>
#include <optional>

#include "check/correspondence.h"
#include "harness/reduce/edits.h"
#include "harness/reduce/measure.h"
#include "ir/program.h"

namespace metagate {

struct StagePair {
  Program before;
  Program after;
};

// Of the program before: it is what gets smaller.
[[nodiscard]] Measure measure_of(const StagePair& pair);

class PairEdits {
 public:
  // `pair` must outlive this.
  explicit PairEdits(const StagePair& pair);

  // Numbered as in the program before.
  [[nodiscard]] std::size_t size() const { return edits_.size(); }
  [[nodiscard]] const Edit& at(std::size_t index) const {
    return edits_.at(index);
  }
  [[nodiscard]] const Survey& survey() const { return edits_.survey(); }

  // The pair after the edit; nothing where the program before would not be
  // smaller, or the one after has no place for what it would have to take.
  [[nodiscard]] std::optional<StagePair> make(const Edit& edit) const;

 private:
  const StagePair& pair_;
  Edits edits_;
  Correspondence correspondence_;
};

}  // namespace metagate
