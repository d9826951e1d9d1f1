#include "drive/fault.h"

namespace metagate {

std::string_view name_of(FaultKind kind) {
  constexpr std::string_view names[] = {
      "slow-start", "no-hello",     "crash",   "early-exit", "hang",
      "flood",      "partial-line", "garbage", "wrong-id",
  };
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace metagate
