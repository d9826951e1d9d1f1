#include "case/case.h"

#include <gtest/gtest.h>

#include "json/read.h"

namespace metagate {
namespace {

Result<Case> read(const std::string& case_json) {
  const std::string program =
      R"({"graphs":[{"name":"main","nodes":[{"name":"o","op":"output","target":"output","args":[[]]}]}]})";
  const auto document =
      read_text("f.json", "{\"format\":\"metagate/1\",\n\"programs\":[" +
                              program + "],\n\"case\":" + case_json + "}");
  EXPECT_TRUE(document) << (document ? "" : document.error().front().message);
  if (!document) return document.error();
  return read_case(*document);
}

Problem refused(const std::string& case_json) {
  const Result<Case> result = read(case_json);
  EXPECT_FALSE(result) << case_json;
  return result ? Problem{.message = {}} : result.error().front();
}

TEST(Case, reads_every_field) {
  const Result<Case> result = read(R"({"about":"a getitem loses spec",
    "source":"pytorch/executorch#20805","step":"lowering",
    "policy":{"name":"p","default":"free","keys":{"spec":"carry"}},
    "rounds":[{"add":"t0","main.true_graph_0/mul":"t1"},{}],
    "refuse":"non-convex",
    "expect":[{"rule":"getitem-lost","stages":["before","after"],
               "graph":"main","node":"getitem","keys":["spec","val"]}]})");
  ASSERT_TRUE(result) << result.error().front().message;
  EXPECT_EQ(result->about, "a getitem loses spec");
  EXPECT_EQ(result->source, "pytorch/executorch#20805");
  EXPECT_EQ(result->step, Step::lowering);
  EXPECT_EQ(result->policy->of("spec", Role::getitem), Class::carry);
  ASSERT_EQ(result->rounds->size(), 2U);
  EXPECT_EQ(result->rounds->at(0).at(1).node, "main.true_graph_0/mul");
  EXPECT_EQ(result->rounds->at(0).at(1).tag, "t1");
  EXPECT_TRUE(result->rounds->at(1).empty());
  EXPECT_EQ(result->refuse, "non-convex");
  ASSERT_EQ(result->expect.size(), 1U);
  EXPECT_EQ(result->expect[0].rule, "getitem-lost");
  EXPECT_EQ(result->expect[0].stages->at(1), "after");
  EXPECT_EQ(result->expect[0].node, "getitem");
  EXPECT_EQ(result->expect[0].keys.size(), 2U);
  EXPECT_EQ(result->expect[0].place.path, "/case/expect/0");
  EXPECT_EQ(result->expect[0].place.line, 8U);
}

TEST(Case, only_about_is_needed) {
  const Result<Case> result = read(R"({"about":"x"})");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->step, Step::automatic);
  EXPECT_FALSE(result->policy);
  EXPECT_FALSE(result->rounds);
  EXPECT_TRUE(result->expect.empty());
  EXPECT_NE(refused("{}").message.find("about"), std::string::npos);
  EXPECT_EQ(refused(R"({"about":""})").path, "/case/about");
}

TEST(Case, refuses_what_it_does_not_know_with_the_place) {
  EXPECT_EQ(refused(R"({"about":"x","expects":[]})").path, "/case/expects");
  EXPECT_EQ(refused(R"({"about":"x","step":"lower"})").path, "/case/step");
  EXPECT_EQ(
      refused(R"({"about":"x","policy":{"name":"p","default":"f"}})").path,
      "/case/policy/default");
  EXPECT_EQ(refused(R"({"about":"x","expect":[
                {"rule":"getitem-gone","graph":"main","node":"n"}]})")
                .path,
            "/case/expect/0/rule");
  EXPECT_EQ(refused(R"({"about":"x","expect":[
                {"rule":"getitem-lost","graph":"main","node":"n",
                 "stages":["a"]}]})")
                .path,
            "/case/expect/0/stages");
  EXPECT_EQ(refused(R"({"about":"x","rounds":[{"n":1}]})").path,
            "/case/rounds/0/n");
}

TEST(Case, a_document_without_one_is_no_fixture) {
  const auto document =
      read_text("f.json", R"({"format":"metagate/1","programs":[{"graphs":[
      {"name":"main","nodes":[]}]}]})");
  ASSERT_TRUE(document);
  EXPECT_FALSE(read_case(*document));
}

}  // namespace
}  // namespace metagate
