// GoogleMock matchers for tests of a lowering, of a checker, of a reader, and
// how GoogleTest prints what they are about:
//
//   EXPECT_THAT(my_lowering(before), KeepsMetadataOf(before));
//   EXPECT_THAT(check(before, after), HasFinding("getitem-lost", "getitem",
//                                                "val"));
//   EXPECT_THAT(read_file("cut.json"), RefusesWith("line 3"));
//
// A matcher that fails says what was found, a line a finding.
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <string_view>

#include "base/result.h"
#include "check/check.h"
#include "harness/match/sayings.h"

namespace metagate {

// A finding of that rule; at a node of that name and about that key where they
// are given.
MATCHER_P3(HasFinding, rule, node, key,
           said_of_finding(rule, node, key, negation)) {
  return has_finding(arg.findings, rule, node, key);
}
inline auto HasFinding(std::string_view rule) {
  return HasFinding(std::string(rule), std::string(), std::string());
}
inline auto HasFinding(std::string_view rule, std::string_view node) {
  return HasFinding(std::string(rule), std::string(node), std::string());
}

// Nothing was found, nothing is unmatched, and something was compared: a check
// that looked at nothing is not silent.
MATCHER(IsSilent, negation ? "is not silent" : "is silent") {
  *result_listener << saying_of(arg);
  return is_silent(arg);
}

// What a lowering made (a Program, or the Result of one) keeps all meta of
// `before` under a policy.
MATCHER_P2(KeepsMetadataOf, before, policy,
           negation ? "loses metadata" : "keeps all metadata") {
  const std::string lost = lost_metadata(before, arg, policy);
  *result_listener << lost;
  return lost.empty();
}
inline auto KeepsMetadataOf(const Program& before) {
  return KeepsMetadataOf(before, executorch_policy());
}

// The same program, whatever its ids are (ir/difference.h).
MATCHER_P(SameProgramAs, other,
          negation ? "is another program" : "is the same program") {
  const std::string difference = saying_of_difference(arg, other);
  *result_listener << difference;
  return difference.empty();
}

// An error, one of whose problems holds that text.
MATCHER_P(RefusesWith, text,
          std::string(negation ? "does not refuse with \""
                               : "refuses with \"") +
              std::string(text) + "\"") {
  if (arg.has_value()) {
    *result_listener << "which is no error";
    return false;
  }
  *result_listener << saying_of(arg.error());
  return saying_of(arg.error()).find(text) != std::string::npos;
}

}  // namespace metagate
