// The edits that make a program smaller: one enumerator, which RapidCheck
// shrinks with and `reduce` cuts with. An edit is numbered in the program; the
// big ones come first. Every candidate is a program and strictly smaller
// (reduce/measure.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/reduce/measure.h"
#include "harness/reduce/survey.h"
#include "ir/draft.h"
#include "ir/program.h"

namespace metagate {

// In the order in which they are tried.
enum class EditKind : std::uint8_t {
  keep_partition,  // and what feeds it, as inputs
  promote_body,    // a control-flow body becomes the whole program
  drop_dead,       // calls outside the partitions that nobody uses
  drop_keys,       // a run of keys, at all nodes
  drop_calls,      // a run of calls; their users take what they took
  drop_tags,       // of one partition
  drop_returned,   // a run of what the program returns
  drop_inputs,     // a run of inputs that nobody uses
  drop_entries,    // a run of single keys of nodes
  call_to_input,   //
  drop_tag,        // of one node
  drop_operand,    // of one node
  plain_input,     // a constant becomes a user input
  plain_outputs,   // all mutations become outputs
  null_value,      // a run of values becomes null
  small_value,     // a run of values becomes integers
};

// `first` and `count` number things of the survey.
struct Edit {
  EditKind kind;
  std::uint32_t first = 0;
  std::uint32_t count = 1;
};

class Edits {
 public:
  // `program` must outlive this.
  explicit Edits(const Program& program);

  [[nodiscard]] std::size_t size() const { return list_.size(); }
  [[nodiscard]] const Edit& at(std::size_t index) const { return list_[index]; }
  [[nodiscard]] const Survey& survey() const { return survey_; }

  // The program after the edit; nothing where it would not be smaller.
  [[nodiscard]] std::optional<Program> make(const Edit& edit) const;

  // The same in two steps: does the edit to a draft of the program, whose nodes
  // keep their ids; and builds it. Who does the edit to another program as well
  // looks at the draft in between (reduce/pair_edits.h).
  void apply(const Edit& edit, Draft& draft) const;
  [[nodiscard]] std::optional<Program> build(Draft& draft) const;

 private:
  void list_runs(EditKind kind, std::size_t count);
  void list_each(EditKind kind, std::size_t count);

  const Program& program_;
  Survey survey_;
  Measure measure_;
  bool names_nodes_;  // does a meta value?
  std::vector<Edit> list_;
};

// A control-flow body becomes the top graph, and takes user inputs only.
void promote_body(Draft& draft, GraphId body);

// What the constant `node` of the top graph is to the program, it is no more.
void plain_input(Draft& draft, NodeId node);
void plain_outputs(Draft& draft);

// The top graph returns these values too, where it does not yet.
void return_values(Draft& draft, const std::vector<NodeId>& values);

// Candidate number `index`, counted from 0 to `candidate_count`; nothing where
// that edit makes nothing smaller.
[[nodiscard]] std::optional<Program> candidate(const Program& program,
                                               std::size_t index);
[[nodiscard]] std::size_t candidate_count(const Program& program);

}  // namespace metagate
