#include "harness/match/matchers.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/mutants/mutants.h"
#include "json/read.h"
#include "lower/reference.h"

namespace metagate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::PrintToString;

// What a matcher says of a value that it does not match.
template <class M, class T>
std::string complaint(const M& matcher, const T& value) {
  ::testing::StringMatchResultListener listener;
  EXPECT_FALSE(::testing::SafeMatcherCast<const T&>(matcher).MatchAndExplain(
      value, &listener));
  return listener.str();
}

Program smallest() {
  const Result<Document> document =
      read_file(std::string(METAGATE_SOURCE_DIR) +
                "/fixtures/single_output/smallest.json");
  EXPECT_TRUE(document.has_value());
  return document->programs.front();
}

Result<Program> lossy(const Program& before) {
  return lowering_of(*find_mutant("single_output_keeps_val_only"))(before);
}

TEST(Matchers, a_right_lowering_keeps_metadata) {
  const Program before = smallest();
  EXPECT_THAT(lower_reference(before), KeepsMetadataOf(before));
  EXPECT_THAT(*lower_reference(before), KeepsMetadataOf(before));
  EXPECT_THAT(check(before, *lower_reference(before)), IsSilent());
}

TEST(Matchers, a_lossy_one_does_not_and_what_it_lost_is_said) {
  const Program before = smallest();
  const Result<Program> after = lossy(before);
  EXPECT_THAT(after, Not(KeepsMetadataOf(before)));
  EXPECT_THAT(complaint(KeepsMetadataOf(before), after),
              HasSubstr("getitem-lost at `main/getitem`, key `"));
  const Checked checked = check(before, *after);
  EXPECT_THAT(checked, Not(IsSilent()));
  EXPECT_THAT(checked, HasFinding("getitem-lost"));
  EXPECT_THAT(checked, HasFinding("getitem-lost", "getitem"));
  EXPECT_THAT(checked, HasFinding("getitem-lost", "getitem",
                                  checked.findings.front().key));
  EXPECT_THAT(checked, Not(HasFinding("getitem-lost", "getitem", "no_key")));
  EXPECT_THAT(checked, Not(HasFinding("getitem-changed")));
}

TEST(Matchers, a_check_that_compared_nothing_is_not_silent) {
  EXPECT_THAT(Checked(), Not(IsSilent()));
}

TEST(Matchers, a_lowering_that_made_no_program_keeps_nothing) {
  const Program before = smallest();
  const Result<Program> none = Problem{.message = "no backend of that name"};
  EXPECT_THAT(none, Not(KeepsMetadataOf(before)));
  EXPECT_THAT(complaint(KeepsMetadataOf(before), none),
              HasSubstr("no backend of that name"));
}

TEST(Matchers, two_programs_are_the_same_or_it_is_said_where_not) {
  const Program before = smallest();
  EXPECT_THAT(before, SameProgramAs(smallest()));
  const Program after = *lower_reference(before);
  EXPECT_THAT(after, Not(SameProgramAs(before)));
  EXPECT_FALSE(complaint(SameProgramAs(before), after).empty());
}

TEST(Matchers, a_refusal_is_matched_by_its_words) {
  const Result<Document> none = read_text("cut.json", "{\"format\": 3}");
  EXPECT_THAT(none, RefusesWith("format"));
  EXPECT_THAT(none, Not(RefusesWith("no such words")));
  EXPECT_THAT(complaint(RefusesWith("no such words"), none),
              HasSubstr("cut.json:1:"));
  EXPECT_THAT(Result<int>(3), Not(RefusesWith("")));
}

TEST(Matchers, what_fails_is_printed_as_people_read_it) {
  const Program before = smallest();
  EXPECT_THAT(PrintToString(before), HasSubstr("\"metagate/1\""));
  const Checked checked = check(before, *lossy(before));
  EXPECT_THAT(PrintToString(checked.findings.front()),
              HasSubstr("getitem-lost at `main/getitem`"));
  EXPECT_THAT(PrintToString(checked), HasSubstr("compared"));
  EXPECT_THAT(PrintToString(Problem{.message = "m", .file = "f", .line = 2}),
              HasSubstr("f:2"));
}

}  // namespace
}  // namespace metagate
