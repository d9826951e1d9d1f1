// What `check` does with its arguments (DESIGN.md section 2): which files there
// are, which of them are BEFORE and AFTER and which are cases of their own, and
// the run that comes of it.
#pragma once

#include <string>
#include <vector>

#include "check/check.h"
#include "lower/lowering.h"
#include "report/run.h"

namespace metagate {

// A file to be checked.
struct CaseFile {
  std::string path;
  std::string case_name;
  bool is_named;  // given by name, not found in a folder
};

// Folders stand for the captures below them, sorted by path. A file that is
// given twice by one spelling is one. Folders without captures are problems.
//
// The name of a case is the path below the folder that was given, else the
// file's name, both without extension. Where two would be equal they are the
// paths as given.
[[nodiscard]] std::vector<CaseFile> find_case_files(
    const std::vector<std::string>& arguments, Problems& problems);

// Reads and checks all of it. What can't be checked is a problem of the run,
// and does not keep the rest from being checked. Two files given by name that
// hold one program each are BEFORE and AFTER; every other file is a case, each
// stage of which is compared with the next.
//
// With a lowering (it may be empty) no two files belong together: each that
// holds one program is lowered, and compared with what comes of it.
void check_files(const std::vector<std::string>& arguments, Step step,
                 const Lowering& lowering, Run& run);

}  // namespace metagate
