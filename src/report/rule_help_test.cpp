#include "report/rule_help.h"

#include <gtest/gtest.h>

#include "check/rules.h"

namespace metagate {
namespace {

TEST(RuleHelp, HasOneRowForEachRuleInTheirOrder) {
  ASSERT_EQ(rule_helps().size(), rules().size());
  for (size_t i = 0; i < rules().size(); ++i) {
    EXPECT_EQ(rule_helps()[i].rule, rules()[i].id);
    EXPECT_EQ(find_rule_help(rules()[i].id), &rule_helps()[i]);
  }
  EXPECT_EQ(find_rule_help("getitem-"), nullptr);
}

TEST(RuleHelp, IsWholeSentences) {
  for (const RuleHelp& row : rule_helps()) {
    ASSERT_FALSE(row.meaning.empty() || row.why.empty() || row.todo.empty())
        << row.rule;
    for (const std::string_view text :
         {row.meaning, row.why, row.todo, row.upstream}) {
      if (text.empty()) continue;
      EXPECT_EQ(text.back(), '.') << row.rule << ": " << text;
      EXPECT_EQ(text.find_first_of("\n\t<>"), std::string_view::npos)
          << row.rule << ": " << text;
    }
  }
}

}  // namespace
}  // namespace metagate
