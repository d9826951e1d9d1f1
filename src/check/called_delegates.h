// The delegates of a program that is being judged, where a call may name the
// wrong module.
#pragma once

#include <vector>

#include "ir/delegates.h"
#include "ir/program.h"

namespace metagate {

struct CalledDelegates {
  std::vector<Delegate> list;  // in the order of their calls
  // Calls whose operand 0 is not their get_attr, and get_attrs whose target is
  // not their module.
  std::vector<NodeId> misdirected;
};

// Like delegates_of, but where a lowered module is called by nobody, a call
// behind it that names no lowered module, or one that another call names too,
// is taken as the module's own: one wrong operand would otherwise look like two
// delegates gone. The same where no get_attr names a module, and two name
// another.
[[nodiscard]] CalledDelegates called_delegates(const Program& program);

}  // namespace metagate
