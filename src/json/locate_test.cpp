#include "json/locate.h"

#include <gtest/gtest.h>

#include "json/captures_for_test.h"
#include "json/read.h"

namespace metagate {
namespace {

TEST(Locate, counts_lines_and_columns_from_one) {
  const std::string_view text = "ab\n\ncd\r\n";
  EXPECT_EQ(position_at(text, 0), (Position{1, 1}));
  EXPECT_EQ(position_at(text, 1), (Position{1, 2}));
  EXPECT_EQ(position_at(text, 2), (Position{1, 3}));
  EXPECT_EQ(position_at(text, 3), (Position{2, 1}));
  EXPECT_EQ(position_at(text, 4), (Position{3, 1}));
  EXPECT_EQ(position_at(text, 8), (Position{4, 1}));
  EXPECT_EQ(position_at(text, 99), (Position{4, 1}));
  EXPECT_EQ(position_at("", 0), (Position{1, 1}));
  const Lines lines(text);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(lines.at(i), position_at(text, i)) << i;
  }
}

std::string pointer_at(std::string_view text, std::size_t offset) {
  return pointers_at(text, std::vector{offset})[0];
}

TEST(Locate, gives_the_pointer_of_each_value_and_key) {
  const std::string_view text = R"({"a": [1, {"b/~": "x"}, []], "c": 2})";
  const std::pair<std::string_view, std::string_view> wanted[] = {
      {"{\"a\"", ""},          {"\"a\"", "/a"},        {"[1", "/a"},
      {"1", "/a/0"},           {"{\"b", "/a/1"},       {"\"b/", "/a/1/b~1~0"},
      {"\"x\"", "/a/1/b~1~0"}, {"x\"}", "/a/1/b~1~0"}, {"[]", "/a/2"},
      {"\"c\"", "/c"},         {"2}", "/c"},
  };
  std::vector<std::size_t> offsets;
  for (const auto& [part, pointer] : wanted) {
    offsets.push_back(text.find(part));
    EXPECT_EQ(pointer_at(text, text.find(part)), pointer) << part;
  }
  const std::vector<std::string> pointers = pointers_at(text, offsets);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    EXPECT_EQ(pointers[i], wanted[i].second);
  }
}

TEST(Locate, gives_a_pointer_in_a_text_that_is_malformed_behind_it) {
  EXPECT_EQ(pointer_at("{\"a\":[1,", 8), "/a/1");
  EXPECT_EQ(pointer_at("{\"a\":[1,\x01", 8), "/a/1");
  EXPECT_EQ(pointer_at("", 0), "");
  EXPECT_EQ(pointer_at("]]]", 2), "");
  EXPECT_EQ(pointer_at("{\"a", 3), "/a");
  // Pointers go into reports, which are UTF-8.
  EXPECT_EQ(pointer_at("{\"a\xff\": 1", 7), "/a\xef\xbf\xbd");
}

TEST(Locate, finds_nodes_and_their_meta_keys) {
  const Result<Document> document =
      read_text("a.json", document_with_shared_meta());
  ASSERT_TRUE(document);
  const Program& program = document->programs[0];
  EXPECT_EQ(position_of(*document, program, NodeId(0)), (Position{5, 1}));
  EXPECT_EQ(position_of(*document, program, NodeId(2)), (Position{7, 1}));
  const Position key = position_of(*document, program, NodeId(2), "n");
  EXPECT_EQ(key.line, 7U);
  EXPECT_EQ(document->text->substr(
                document->text->find("{\"name\":\"o\"") + key.column - 1, 4),
            "\"n\":");
  // In the object table, where the dict is shared.
  EXPECT_EQ(position_of(*document, program, NodeId(1), "l").line, 12U);
  // A key that isn't there: the node.
  EXPECT_EQ(position_of(*document, program, NodeId(2), "none"),
            (Position{7, 1}));
}

}  // namespace
}  // namespace metagate
