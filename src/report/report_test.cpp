#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "check/rules.h"
#include "json/read.h"
#include "report/capture_for_test.h"
#include "report/finding_id.h"
#include "report/formats.h"
#include "report/patterns.h"
#include "report/rows.h"
#include "report/sentences.h"

namespace metagate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Run run_of(const std::string& text) {
  Result<Document> read = read_text("a.json", text);
  EXPECT_TRUE(read) << (read ? "" : read.error().front().message);
  metagate::Run run{.version = "0"};
  run.policy_sha256 = std::string(64, '0');
  if (!read) return run;
  const auto document = std::make_shared<const Document>(*std::move(read));
  run.inputs.push_back({"a.json", document->sha256});
  Pair pair{.case_name = "a",
            .before = stage_of(document, 0),
            .after = stage_of(document, 1),
            .checked = {}};
  pair.checked = check(*pair.before.program, *pair.after.program);
  run.pairs.push_back(std::move(pair));
  return run;
}

Run lossy_run() {
  return run_of(test::lossy_capture());
}

TEST(TextReport, tells_a_lost_key_with_both_places_and_the_pattern) {
  EXPECT_EQ(
      text_report(lossy_run()),
      R"(error[getitem-lost] 18fb50d6: `spec` was lost on the only output of delegate `lowered_module_0`
  --> a.json:11:1  node `getitem` of `main`, stage `after`
   |
11 | {"name":"getitem","op":"call_function","target":"getitem","args":[{"$node":"call"},0],"meta"...
   |         ^^^^^^^^^ its metadata holds 1 key: val
   |
  ::: a.json:5:108  node `add` of `main`, stage `before`
   |
 5 | {"name":"add","op":"call_functi ... "spec":7,"val":{"$dtype":"int16"},"delegation_tag":"t0"}},
   |                                     ^^^^^^ was here
   |
  = key             before  after      policy
    spec            7       (missing)  carry      LOST
    delegation_tag  "t0"    (missing)  transient  ok
    val             int16   int16      carry      ok
  = pattern: lost on 1 of 1 single-output delegates
  = rule: a delegate getitem has every key that the node it stands for had

FAIL 1 finding: 1 getitem-lost in 1 of 1 case
     compared 5 nodes, 6 keys in 1 delegate; 0 unmatched
made with: metagate 0, policy executorch 00000000, input 7c431696
)");
}

TEST(TextReport, says_what_a_clean_run_looked_at) {
  EXPECT_EQ(text_report(run_of(test::clean_capture())),
            "ok 1 case: compared 5 nodes, 6 keys in 1 delegate; 0 unmatched\n");
}

TEST(TextReport, is_printable_ascii_whatever_the_capture_holds) {
  const std::string hostile =
      R"("\u001b[31m\u202e\u0007":"\u001b]0;owned\u0007\r\n\u2066",)";
  const metagate::Run run = run_of(test::capture(hostile, ""));
  for (const std::string& report : {text_report(run), concise_report(run)}) {
    EXPECT_THAT(report, HasSubstr("\\x1b[31m\\u{202e}"));
    for (const char c : report) {
      EXPECT_TRUE(c == '\n' || (c >= ' ' && c < 0x7f)) << int{c};
    }
  }
}

TEST(TextReport, keeps_to_the_page_where_names_allow) {
  const std::string long_value(3000, 'v');
  const metagate::Run run = run_of(test::capture(
      "\"long\":\"" + long_value + "\",\"" + long_value + "\":1,", ""));
  std::istringstream lines(text_report(run));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100U) << line;
  }
}

TEST(TextReport, shows_findings_of_one_node_as_one_block) {
  const std::string report =
      text_report(run_of(test::capture("\"a\":1,\"b\":2,\"c\":3,", "")));
  EXPECT_THAT(report, HasSubstr("error[getitem-lost]: 3 keys were lost on"));
  EXPECT_EQ(report.find("error["), report.rfind("error["));
}

TEST(ConciseReport, is_a_line_a_finding_and_a_verdict) {
  EXPECT_EQ(concise_report(lossy_run()),
            "a.json:11:1: error: getitem-lost: `spec` was lost on the only "
            "output of delegate `lowered_module_0` (`main/getitem`), before 7 "
            "[18fb50d6]\n"
            "FAIL 1 finding: 1 getitem-lost in 1 of 1 case: compared 5 nodes, "
            "6 keys in 1 delegate; 0 unmatched\n");
}

TEST(JsonReport, is_the_same_in_every_run) {
  EXPECT_EQ(json_report(lossy_run()), json_report(lossy_run()));
}

TEST(JsonReport, a_lost_key_has_what_was_expected_and_no_got) {
  const std::string report = json_report(lossy_run());
  EXPECT_THAT(report, HasSubstr("\"expected\": 7,"));
  EXPECT_THAT(report, Not(HasSubstr("\"got\"")));
  EXPECT_THAT(report, HasSubstr("\"place\": \"main/add\""));
}

TEST(FindingId, is_made_of_the_documented_bytes) {
  Finding finding;
  finding.rule = "getitem-lost";
  finding.place = "main/add";
  finding.key = "spec";
  // printf '12:getitem-lost1:a6:before5:after8:main/add4:spec' | sha256sum
  EXPECT_EQ(finding_id(finding, "a", "before", "after"), "18fb50d60a172d8d");
}

TEST(Sentences, every_rule_has_one) {
  for (const Rule& rule : rules()) {
    EXPECT_TRUE(has_sentence(rule.id)) << rule.id;
  }
}

TEST(Patterns, count_single_and_multi_output_delegates) {
  Result<Document> read = read_file(std::string(METAGATE_SOURCE_DIR) +
                                    "/fixtures/real/mixed.et141.json");
  ASSERT_TRUE(read);
  const auto document = std::make_shared<const Document>(*std::move(read));
  metagate::Run run{.version = "0"};
  Pair pair{.case_name = "mixed",
            .before = stage_of(document, 1),
            .after = stage_of(document, 2),
            .checked = {}};
  pair.checked = check(*pair.before.program, *pair.after.program);
  run.pairs.push_back(std::move(pair));
  Places places;
  const std::vector<Row> rows = rows_of(run, places);
  const std::vector<Pattern> patterns = patterns_of(rows);
  ASSERT_FALSE(patterns.empty());
  EXPECT_EQ(patterns.front().rule, "getitem-lost");
  EXPECT_EQ(patterns.front().sentence,
            "lost on 2 of 2 single-output delegates, kept on 5 of 5 outputs of "
            "multi-output ones");
  EXPECT_TRUE(patterns.front().tells_paths_apart);
}

TEST(Run, problems_win_over_findings_and_nothing_compared_is_unchecked) {
  metagate::Run run = lossy_run();
  EXPECT_EQ(verdict_of(run), Verdict::findings);
  run.problems.push_back({.message = "no such file", .file = "b.json"});
  EXPECT_EQ(verdict_of(run), Verdict::unchecked);
  EXPECT_EQ(exit_code(verdict_of(run)), 2);
  EXPECT_EQ(verdict_of(metagate::Run{.version = "0"}), Verdict::unchecked);
}

}  // namespace
}  // namespace metagate
