// What goes to another process and comes back: the same program, and the same
// objects.
#include "json/exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "check/check.h"
#include "json/read.h"

namespace metagate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// One object held by two nodes, and one dict shared by two others.
Program sharing_program() {
  return read_text("program", R"({"format": "metagate/1", "programs": [
    {"graphs": [{"name": "main", "nodes": [
      {"name": "x", "op": "placeholder", "target": "x",
       "meta": {"spec": {"$ref": 0}, "text": {"$s": 0}}},
      {"name": "a", "op": "call_function", "target": "f",
       "args": [{"$node": "x"}], "meta": {"spec": {"$ref": 0}}},
      {"name": "b", "op": "call_function", "target": "f",
       "args": [{"$node": "a"}], "meta": {"$ref": 1}},
      {"name": "c", "op": "call_function", "target": "f",
       "args": [{"$node": "b"}], "meta": {"$ref": 1}},
      {"name": "output", "op": "output", "target": "output",
       "args": [[{"$node": "c"}]]}]}]}],
    "strings": ["a string that is long enough for a table\n"],
    "objects": [["shared"], {"key": 1}]})")
      ->programs.front();
}

std::string replaced(std::string text, const std::string& was,
                     const std::string& is) {
  const std::size_t at = text.find(was);
  EXPECT_NE(at, std::string::npos) << was;
  return text.replace(at, was.size(), is);
}

std::vector<std::string> rules_of(const Program& before, const Program& after) {
  std::vector<std::string> rules;
  for (const Finding& finding : check(before, after).findings) {
    rules.emplace_back(finding.rule);
  }
  return rules;
}

TEST(Exchange, sends_one_line_without_string_table) {
  const SentProgram sent = send_program(sharing_program());
  EXPECT_THAT(sent.line, Not(HasSubstr("\n")));
  EXPECT_THAT(sent.line, Not(HasSubstr("$s")));
  EXPECT_EQ(sent.objects.size(), 2U);
}

TEST(Exchange, what_comes_back_unchanged_is_the_same_program) {
  const Program program = sharing_program();
  const SentProgram sent = send_program(program);
  const auto back = receive_program(program, sent, sent.line, true);
  ASSERT_TRUE(back);
  const Checked checked = check(program, *back);
  EXPECT_TRUE(checked.findings.empty());
  EXPECT_TRUE(checked.not_checked.empty());
}

TEST(Exchange, a_mutated_object_is_seen) {
  const Program program = sharing_program();
  const SentProgram sent = send_program(program);
  const auto back = receive_program(
      program, sent, replaced(sent.line, R"("shared")", R"("other")"), true);
  ASSERT_TRUE(back);
  EXPECT_EQ(rules_of(program, *back),
            std::vector<std::string>{"alias-mutated"});
}

TEST(Exchange, without_same_objects_identity_is_unknown) {
  const Program program = sharing_program();
  const SentProgram sent = send_program(program);
  const auto back = receive_program(program, sent, sent.line, false);
  ASSERT_TRUE(back);
  const Checked checked = check(program, *back);
  EXPECT_TRUE(checked.findings.empty());
  EXPECT_EQ(checked.not_checked,
            std::vector<std::string_view>{"alias-mutated"});
}

TEST(Exchange, new_objects_may_follow_the_old_ones) {
  const Program program = sharing_program();
  const SentProgram sent = send_program(program);
  // The new one has the value that the old one had.
  std::string text = sent.line;
  text.replace(text.rfind("]}"), 2, R"(,["shared"]]})");
  const auto back = receive_program(program, sent, text, true);
  ASSERT_TRUE(back);
  EXPECT_TRUE(check(program, *back).findings.empty());
}

TEST(Exchange, what_is_no_answer_is_told) {
  const Program program = sharing_program();
  const SentProgram sent = send_program(program);
  const auto two = receive_program(program, sent,
                                   R"({"format": "metagate/1", "programs": [
        {"stage": "a", "graphs": [{"name": "main", "nodes": []}]}, {"stage": "b", "graphs": [{"name": "main", "nodes": []}]}]})",
                                   false);
  ASSERT_FALSE(two);
  EXPECT_THAT(two.error().front().message, HasSubstr("has 2 programs"));
  const auto few = receive_program(
      program, sent,
      R"({"format": "metagate/1", "programs": [{"graphs": [{"name": "main", "nodes": []}]}]})",
      true);
  ASSERT_FALSE(few);
  EXPECT_THAT(few.error().front().message, HasSubstr("0 objects, and 2"));
}

}  // namespace
}  // namespace metagate
