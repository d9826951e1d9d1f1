#include "drive/protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace metagate {
namespace {

using ::testing::HasSubstr;

TEST(Protocol, a_hello_is_read) {
  const auto hello = read_hello(
      R"({"metagate-driver": 1, "name": "a", "version": "2", "window": 8,
          "more": {"window": "x"}})");
  ASSERT_TRUE(hello);
  EXPECT_EQ(hello->name, "a");
  EXPECT_EQ(hello->version, "2");
  EXPECT_EQ(hello->window, 8U);
  EXPECT_EQ(read_hello(R"({"metagate-driver":1})")->window, 1U);
}

TEST(Protocol, what_is_no_hello_is_told) {
  const struct {
    const char* line;
    const char* says;
  } rows[] = {
      {"", "not JSON"},
      {"[1]", "no JSON object"},
      {"{}", "has no metagate-driver"},
      {R"({"metagate-driver": 2})", "version 2"},
      {R"({"metagate-driver": "1"})", "is a string, not a whole number"},
      {R"({"metagate-driver": 1.5})", "not a whole number"},
      {R"({"metagate-driver": 1, "window": 0})", "window 0"},
      {R"({"metagate-driver": 1, "window": 65})", "window 65"},
      {R"({"metagate-driver": 1, "name": 5})", "name is a number"},
  };
  for (const auto& row : rows) {
    const auto hello = read_hello(row.line);
    ASSERT_FALSE(hello) << row.line;
    EXPECT_THAT(hello.error().front().message, HasSubstr(row.says));
  }
}

TEST(Protocol, answers_are_read) {
  const auto answer = read_answer(
      R"({"same_objects": true, "document": {"a": [1, {}]}, "id": 18})");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->id, 18U);
  EXPECT_TRUE(answer->same_objects);
  EXPECT_FALSE(answer->is_error());
  EXPECT_EQ(answer->document, R"({"a": [1, {}]})");
  const auto error = read_answer(
      R"({"id": 1, "error": {"code": "non-convex", "message": "t\n0"}})");
  ASSERT_TRUE(error);
  EXPECT_TRUE(error->is_error());
  EXPECT_EQ(error->code, "non-convex");
  EXPECT_EQ(error->message, "t\n0");
  EXPECT_EQ(read_answer(R"({"id": 1, "error": {}})")->code, "error");
}

TEST(Protocol, what_is_no_answer_is_told) {
  const struct {
    const char* line;
    const char* says;
  } rows[] = {
      {"ok", "not JSON"},
      {R"({"document": {}})", "without id"},
      {R"({"id": -1, "document": {}})", "not a whole number"},
      {R"({"id": 1})", "without document and error"},
      {R"({"id": 1, "document": {}, "error": {}})", "a document and an error"},
      {R"({"id": 1, "document": "x"})", "document is a string"},
      {R"({"id": 1, "error": "x"})", "error is a string"},
      {R"({"id": 1, "error": {"code": 7}})", "error.code is a number"},
      {R"({"id": 1, "document": {}, "same_objects": 1})", "same_objects"},
  };
  for (const auto& row : rows) {
    const auto answer = read_answer(row.line);
    ASSERT_FALSE(answer) << row.line;
    EXPECT_THAT(answer.error().front().message, HasSubstr(row.says))
        << row.line;
  }
}

TEST(Protocol, a_request_is_one_line) {
  EXPECT_EQ(request_line(7, R"({"a":1})"),
            "{\"id\":7,\"document\":{\"a\":1}}\n");
}

}  // namespace
}  // namespace metagate
