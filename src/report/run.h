// What a report is made of: everything that one run of the tool read, compared
// and found. A value; the formats (report/formats.h) turn it into bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "check/check.h"
#include "json/document.h"

namespace metagate {

// A file that was read: its name as it was given, and its SHA-256 in hex.
struct Input {
  std::string name;
  std::string sha256;
};

// One of the two programs of a pair. `document` is the one it was read from;
// null where the program was made in this process.
struct CapturedStage {
  std::string stage;
  std::shared_ptr<const Program> program;
  std::shared_ptr<const Document> document;
};

// Program number `index` of a document.
[[nodiscard]] CapturedStage stage_of(
    const std::shared_ptr<const Document>& document, std::size_t index);

struct Pair {
  std::string case_name;
  CapturedStage before;
  CapturedStage after;
  Checked checked;
};

// A program and what a lowering made of it, checked as a lowering step; `stage`
// names what it made. Where it made nothing there is nothing after it, and the
// only finding, if any, says so (check/failed_lowering.h).
[[nodiscard]] Pair lowered_pair(const std::string& case_name,
                                CapturedStage before,
                                const Result<Program>& after,
                                std::string_view stage, const Policy& policy);

// A clean pair needs its programs no longer: frees them.
void let_go_if_clean(Pair& pair);

enum class Verdict : std::uint8_t { clean, findings, unchecked };

struct Run {
  std::string version;       // of the tool
  std::string command = {};  // what repeats the run, as for a shell
  std::vector<Input> inputs = {};
  Policy policy = executorch_policy();
  std::string policy_sha256 = {};
  std::vector<Pair> pairs = {};  // case by case, stage by stage
  Problems problems = {};        // why something was not checked
  bool show_all = false;         // text: every finding in full
};

// Problems win over findings.
[[nodiscard]] Verdict verdict_of(const Run& run);
[[nodiscard]] int exit_code(Verdict verdict);
[[nodiscard]] std::string_view name_of(Verdict verdict);

// The coverage of all pairs together.
[[nodiscard]] Coverage coverage_of(const Run& run);
[[nodiscard]] std::size_t case_count(const Run& run);
// The rules that could not be judged on some pair: sorted, each once.
[[nodiscard]] std::vector<std::string_view> not_checked(const Run& run);

}  // namespace metagate
