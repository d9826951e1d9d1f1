// The laws that any lowering is held to (harness/match/laws.h), for the
// reference.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/match/laws.h"
#include "lower/reference.h"
#include "properties/drawn.h"

namespace metagate {

RC_GTEST_PROP(Reference, keeps_every_law, (const Drawn& drawn)) {
  const Lowering reference = lowering_with(reference_hand_overs());
  for (const Law& law : laws()) {
    const auto broken = law.broken(reference, *drawn, drawn.seed);
    if (!broken) continue;
    RC_LOG(std::string(law.says) + ": " + *broken);
    RC_FAIL("a law is broken");
  }
}

}  // namespace metagate
