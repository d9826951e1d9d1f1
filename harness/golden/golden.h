// A fixture against its golden: the file that holds what it was lowered to when
// somebody last looked (FORMAT.md, "Fixture").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/check.h"
#include "harness/golden/fixture_tree.h"
#include "lower/lowering.h"

namespace metagate {

enum class GoldenState : std::uint8_t {
  none,     // a fixture that has no golden, and none is there
  same,     // byte for byte
  changed,  // other bytes
  missing,  // no file
};

struct GoldenCase {
  FixtureFile file;
  // Why it could not be checked.
  Problems problems;
  // What is not as `case.expect` and `case.refuse` say, a line each.
  std::vector<std::string> wrong;
  GoldenState golden = GoldenState::none;
  // What the golden would say anew, by nodes and keys; then, where bytes
  // differ, the first line that does.
  std::vector<std::string> changes;
  std::string bytes;  // what the golden has to be; empty where there is none
  Coverage coverage;
  std::size_t steps = 0;  // lowerings and comparisons of stages
  // The lowering can't take such a program, or there is none to be lowered.
  bool is_unsupported = false;
  bool has_stages = false;
};

// Reads and runs one fixture, and compares its golden. A golden that is not
// there is told by `golden` alone: to the runner that is a problem, to `bless`
// work to be done.
[[nodiscard]] GoldenCase judge_fixture(const FixtureFile& file,
                                       const Lowering& lowering);

// The same for a lowering that may give other bytes than the golden has: only
// what is found counts. A fixture with stages of its own is not looked at.
[[nodiscard]] GoldenCase try_fixture(const FixtureFile& file,
                                     const Lowering& lowering);

}  // namespace metagate
