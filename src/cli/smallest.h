// What is told of a failing program once it is cut down.
#pragma once

#include <string>

#include "harness/reduce/reduce.h"

namespace metagate {

// A program as text for people: a line a node, as torch.fx prints them.
[[nodiscard]] std::string drawing_of(const Program& program);

// The fault that is followed where several were found: that of the first
// finding, which does not depend on how it was found.
[[nodiscard]] Fault main_fault(const std::vector<Finding>& findings);

// "getitem-lost of val"
[[nodiscard]] std::string fault_told(const Fault& fault);

// The same as a part of a file's name: "getitem-lost-val".
[[nodiscard]] std::string file_part(const Fault& fault);

// How it was cut, the drawing, and the findings, a line each.
[[nodiscard]] std::string told_of(const Reduced& reduced,
                                  const Lowering& lowering,
                                  std::size_t nodes_at_first);

}  // namespace metagate
