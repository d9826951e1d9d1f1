// The corpus: the smallest programs that `fuzz` found before, as fixtures in
// `fixtures/found`. They are tried again before anything random is.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "harness/reduce/hunt.h"
#include "ir/program.h"

namespace metagate {

struct CorpusProgram {
  std::string name;  // of the fixture, below the folder
  Program program;
};

// The fixtures of a folder and what is below it, sorted by name: each is one
// program, lowered once under the default policy. What is none is a problem. A
// folder that is not there has none.
[[nodiscard]] Result<std::vector<CorpusProgram>> read_corpus(
    const std::string& folder);

// Its programs as the first cases, one round each; those of `random` follow.
// `corpus` must outlive it.
[[nodiscard]] CaseSource after_corpus(const std::vector<CorpusProgram>& corpus,
                                      CaseSource random);

// The `case` of a fixture for a program that `fuzz` found; `lowering` as it is
// told to people, not the command line, which is of one machine.
[[nodiscard]] std::string case_of_found(const std::string& lowering,
                                        const std::string& fault);

}  // namespace metagate
