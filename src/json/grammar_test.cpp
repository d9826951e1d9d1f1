#include "json/grammar.h"

#include <gtest/gtest.h>

#include "json/read.h"
#include "json/refusal_cases.h"

namespace metagate {
namespace {

struct Malformed {
  std::string text;
  std::size_t at;  // where the error is
};

void expect_errors(std::initializer_list<Malformed> rows) {
  for (const Malformed& row : rows) {
    const auto error = syntax_error(row.text);
    ASSERT_TRUE(error) << "accepted: " << row.text;
    EXPECT_EQ(error->at, row.at) << row.text << "\n" << error->message;
    EXPECT_FALSE(error->message.empty()) << row.text;
    EXPECT_EQ(error->message.find('\n'), std::string::npos) << row.text;
    // The reader says so too, and doesn't crash on what follows.
    EXPECT_FALSE(read_text("a.json", row.text)) << row.text;
  }
}

TEST(Grammar, refuses_what_is_cut_off) {
  expect_errors({
      {" ", 1},
      {"{", 1},
      {"[", 1},
      {"[1", 2},
      {"[1,", 3},
      {"{\"a\"", 4},
      {"{\"a\":", 5},
      {"{\"a\":1", 6},
      {"{\"a\":1,", 7},
      {"\"abc", 4},
      {"[\"abc\\", 6},
      {"[\"\\u12", 6},
      {"[tru", 4},
      {"[-", 2},
      {"[1.", 3},
      {"[1e", 3},
      {"[1e+", 4},
  });
}

TEST(Grammar, refuses_wrong_punctuation) {
  expect_errors({
      {"]", 0},          {"}", 0},          {",", 0},         {":", 0},
      {"[1,]", 3},       {"[,1]", 1},       {"[1,,2]", 3},    {"[1 2]", 3},
      {"[1}", 2},        {"{]", 1},         {"{\"a\" 1}", 5}, {"{\"a\"::1}", 5},
      {"{\"a\":1,}", 7}, {"{,}", 1},        {"{1:2}", 1},     {"{a:1}", 1},
      {"{'a':1}", 1},    {"[\"a\":1]", 4},  {"{\"a\",1}", 4}, {"[] []", 3},
      {"{}{}", 2},       {"{} x", 3},       {"{},", 2},       {"1 2", 2},
      {"[1] // c", 4},   {"/* c */ []", 0}, {"# c\n[]", 0},
  });
}

TEST(Grammar, refuses_wrong_words) {
  expect_errors({
      {"[True]", 1},
      {"[nul]", 4},
      {"[nulL]", 4},
      {"[truee]", 5},
      {"[undefined]", 1},
      {"[NaN]", 1},
      {"[Infinity]", 1},
      {"[-Infinity]", 2},
      {"['a']", 1},
      {"[`a`]", 1},
  });
}

TEST(Grammar, refuses_wrong_numbers) {
  expect_errors({
      {"[+1]", 1},
      {"[.5]", 1},
      {"[1.]", 3},
      {"[-.5]", 2},
      {"[01]", 2},
      {"[-01]", 3},
      {"[1e]", 3},
      {"[1e+]", 4},
      {"[0x10]", 2},
      {"[1_000]", 2},
      {"[--1]", 2},
      {"[1.2.3]", 4},
      {"[1e400]", 1},
      {"[-1e400]", 1},
      {"{\"a\":1e99999}", 5},
  });
}

TEST(Grammar, refuses_wrong_strings) {
  expect_errors({
      {"[\"\n\"]", 2},
      {"[\"a\tb\"]", 3},
      {std::string("[\"\0\"]", 5), 2},
      {"[\"\x1f\"]", 2},
      {"[\"\\x41\"]", 3},
      {"[\"\\'\"]", 3},
      {"[\"\\u12G4\"]", 6},
      {"[\"\\U0041\"]", 3},
      {"[\"\\ud800\"]", 8},
      {"[\"\\ud800\\u0041\"]", 13},
      {"[\"\\udc00\"]", 7},
      {"{\"\\ud83d\":1}", 8},
  });
}

TEST(Grammar, refuses_what_is_no_utf8) {
  expect_errors({
      {"[\"\xff\"]", 2},
      {"[\"\x80\"]", 2},
      {"[\"a\xc3\"]", 4},
      {"[\"\xc0\xaf\"]", 2},          // overlong
      {"[\"\xe0\x80\xaf\"]", 3},      // overlong
      {"[\"\xed\xa0\x80\"]", 3},      // a surrogate
      {"[\"\xf4\x90\x80\x80\"]", 3},  // beyond U+10FFFF
      {"[\"\xf0\x9f\x98\"]", 5},      // cut off
      {"[\xc3\xa4]", 1},              // outside a string
      {"{\"\xfe\":1}", 2},
  });
}

TEST(Grammar, takes_512_levels_and_no_more) {
  const std::pair<std::string, std::string> brackets[] = {{"[", "]"},
                                                          {"{\"a\":", "}"}};
  for (const auto& pair : brackets) {
    const std::string& open = pair.first;
    const std::string& close = pair.second;
    const auto nested = [&](std::size_t levels) {
      std::string text;
      for (std::size_t i = 0; i < levels; ++i) text += open;
      text += "1";
      for (std::size_t i = 0; i < levels; ++i) text += close;
      return text;
    };
    EXPECT_FALSE(syntax_error(nested(512)));
    const auto error = syntax_error(nested(513));
    ASSERT_TRUE(error);
    EXPECT_EQ(error->at, 512 * open.size());
    EXPECT_EQ(error->message, "nested deeper than 512 levels");
    const auto deep = syntax_error(nested(100000));
    ASSERT_TRUE(deep);
    EXPECT_EQ(deep->at, 512 * open.size());
    // Deep and cut off: what comes first is told.
    const auto cut = syntax_error(nested(100000).substr(0, 90000));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->at, 512 * open.size());
  }
}

TEST(Grammar, takes_what_is_unusual_and_right) {
  for (const std::string text : {
           "[]",
           " \t\r\n[ \t\r\n] \t\r\n",
           "[\"\\ud83d\\ude00 \\u0000 \\/ \\b\\f\\n\\r\\t\\\\ \\\"\"]",
           "[\"\xf0\x9f\x98\x80\"]",
           "[\"\x7f\"]",
           "[0,-0,0.0,-0.0,1e5,1E+5,1e-5,0e0,1e-400]",
           "[123456789012345678901234567890]",
           "[18446744073709551616,-9223372036854775809]",
           "{\"\":{\"\":null}}",
       }) {
    EXPECT_FALSE(syntax_error(text)) << text;
  }
}

TEST(Grammar, refuses_a_byte_order_mark_and_an_empty_text) {
  const Result<Document> marked =
      read_text("a.json", "\xef\xbb\xbf" + refusals::document(""));
  ASSERT_FALSE(marked);
  EXPECT_EQ(marked.error()[0].message,
            "a byte order mark, which JSON does not have");
  EXPECT_EQ(marked.error()[0].line, 1U);
  EXPECT_EQ(marked.error()[0].column, 1U);
  const Result<Document> empty = read_text("a.json", "");
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error()[0].message, "an empty file");
}

TEST(Grammar, gives_line_column_and_pointer_of_a_syntax_error) {
  const Result<Document> document = read_text(
      "a.json", "{\"format\":\"metagate/1\",\n\"programs\":[\n  {\"a\" 1}]}");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error()[0].line, 3U);
  EXPECT_EQ(document.error()[0].column, 8U);
  EXPECT_EQ(document.error()[0].path, "/programs/0/a");
  EXPECT_EQ(document.error().size(), 1U);
}

}  // namespace
}  // namespace metagate
