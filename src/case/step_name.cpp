#include "case/step_name.h"

namespace metagate {

std::optional<Step> step_named(std::string_view name) {
  if (name == "auto") return Step::automatic;
  if (name == "lowering") return Step::lowering;
  if (name == "pass") return Step::pass;
  return std::nullopt;
}

}  // namespace metagate
