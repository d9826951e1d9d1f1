// What makes two findings "the same fault" while a program is cut: what
// happened, to what class of key, in which role (DESIGN.md, section 8). Names
// and values are no part of it: they change with every cut.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "check/finding.h"
#include "check/policy.h"

namespace metagate {

struct Fault {
  std::string rule;  // what happened, and in which role
  // `val`, `debug_handle`, `delegation_tag`; else `source` (dropped on
  // getitems), `transient`, `node` (a key that changed, of a value that holds a
  // node) or `key`; empty where the finding names none. Of `driver-error` the
  // code that the lowering gave: a lowering can fail in many ways.
  std::string key_class;

  friend auto operator<=>(const Fault&, const Fault&) = default;
};

[[nodiscard]] Fault fault_of(const Finding& finding,
                             const Policy& policy = executorch_policy());

// The first finding that is that fault, or nullptr.
[[nodiscard]] const Finding* find_fault(const std::vector<Finding>& findings,
                                        const Fault& fault);

}  // namespace metagate
