// What the benchmarks work on: programs of a profile, of a size, and failing
// ones. All from one fixed seed.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/generate/profile.h"
#include "harness/generate/vocabulary.h"
#include "harness/reduce/fault.h"
#include "ir/program.h"
#include "lower/lowering.h"

namespace metagate {

// Words for programs of any size that is measured.
[[nodiscard]] const Vocabulary& bench_words();

// The default profile; and that of which the combinators draw (what they leave
// out is left out here, too).
[[nodiscard]] const Profile& usual_profile();
[[nodiscard]] const Profile& combinator_profile();
// The default profile, with programs of about so many nodes.
[[nodiscard]] Profile profile_of_size(std::uint32_t nodes);

[[nodiscard]] std::vector<Program> programs_of(const Profile& profile,
                                               std::size_t count);

// What the reference lowering makes of them.
[[nodiscard]] std::vector<Program> lowered(const std::vector<Program>& before);

// A program of at least so many nodes that a faulty lowering fails on.
struct FailingProgram {
  Program program;
  Lowering lowering;
  Fault fault;
};
[[nodiscard]] FailingProgram failing_program(std::uint32_t nodes);

}  // namespace metagate
