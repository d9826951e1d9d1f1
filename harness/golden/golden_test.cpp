#include "harness/golden/golden.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "lower/reference.h"

namespace metagate {
namespace {

namespace fs = std::filesystem;

// A tree of its own, that goes when the test is over.
class Golden : public testing::Test {
 protected:
  Golden() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::temp_directory_path() /
            ("metagate_golden_" + std::string(info->name()) + "_" +
             std::to_string(getpid()));
    fs::remove_all(root_);
    fs::create_directories(root_ / "fixtures");
    fs::create_directories(root_ / "golden");
  }
  ~Golden() override { fs::remove_all(root_); }

  void write(const std::string& path, std::string_view text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  [[nodiscard]] std::string root() const { return root_.string(); }

  // Judges the fixture of that name, lowered by the reference or by another.
  [[nodiscard]] GoldenCase judge(const std::string& name,
                                 const Lowering& lowering) const {
    const Result<FixtureTree> tree = find_fixtures(root());
    const auto files = select_fixtures(*tree, root(), {name});
    return judge_fixture(files->front(), lowering);
  }
  [[nodiscard]] GoldenCase judge(const std::string& name) const {
    return judge(name, lowering_with(reference_hand_overs()));
  }

 private:
  fs::path root_;
};

// x -> a@t -> output, with what the case says besides `about`.
std::string fixture(std::string_view more_of_case, std::string_view tag = "t") {
  std::ostringstream text;
  text << R"({"format": "metagate/1", "case": {"about": "one output")"
       << more_of_case << R"(}, "programs": [{"graphs": [{"name": "main",
  "nodes": [
    {"name": "x", "op": "placeholder", "target": "x", "meta": {"val": 1}},
    {"name": "a", "op": "call_function", "target": "aten.relu.default",
     "args": [{"$node": "x"}],
     "meta": {"val": 2, "spec": 3, "delegation_tag": ")"
       << tag << R"("}},
    {"name": "b", "op": "call_function", "target": "aten.sin.default",
     "args": [{"$node": "a"}], "meta": {"val": 4}},
    {"name": "output", "op": "output", "target": "output",
     "args": [[{"$node": "b"}]]}]}]}]})";
  return text.str();
}

Lowering lossy() {
  HandOvers hand_overs = reference_hand_overs();
  hand_overs.getitem = [](const HandOver& at, MetaDraft& draft) {
    reference_getitem(at, draft);
    draft.drop(at.before.store().find("spec"));
  };
  return lowering_with(hand_overs);
}

TEST_F(Golden, is_what_the_fixture_is_lowered_to) {
  write("fixtures/one.json", fixture(""));
  const GoldenCase missing = judge("one");
  EXPECT_TRUE(missing.problems.empty());
  EXPECT_TRUE(missing.wrong.empty());
  EXPECT_EQ(missing.golden, GoldenState::missing);
  write("golden/one.json", missing.bytes);
  EXPECT_EQ(judge("one").golden, GoldenState::same);
}

TEST_F(Golden, that_was_edited_is_told_by_node_and_key_and_line) {
  write("fixtures/one.json", fixture(""));
  std::string bytes = judge("one").bytes;
  const std::string was = R"("spec":3,"val":2}},
{"name":"b")";
  const std::size_t at = bytes.find(was);
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, 8, R"("q_tensor_io":3)");
  write("golden/one.json", bytes);
  const GoldenCase changed = judge("one");
  EXPECT_EQ(changed.golden, GoldenState::changed);
  ASSERT_EQ(changed.changes.size(), 4U);
  EXPECT_EQ(changed.changes[0], "main/getitem: + spec, - q_tensor_io");
  EXPECT_EQ(changed.changes[1], "first other line, 8:");
}

TEST_F(Golden, that_is_no_capture_is_told) {
  write("fixtures/one.json", fixture(""));
  write("golden/one.json", "nonsense");
  const GoldenCase changed = judge("one");
  EXPECT_EQ(changed.golden, GoldenState::changed);
  EXPECT_TRUE(changed.problems.empty());
  EXPECT_FALSE(changed.changes.empty());
}

TEST_F(Golden, does_not_hide_a_loss) {
  write("fixtures/one.json", fixture(""));
  const GoldenCase lost = judge("one", lossy());
  ASSERT_EQ(lost.wrong.size(), 1U);
  EXPECT_TRUE(lost.wrong[0].starts_with(
      "found, but not expected: getitem-lost main/getitem `spec` "
      "(before -> after): "))
      << lost.wrong[0];
}

TEST_F(Golden, is_none_of_what_is_expected_to_be_lost) {
  write("fixtures/one.json", fixture(R"(, "expect": [{"rule": "getitem-lost",
    "graph": "main", "node": "getitem", "keys": ["spec"]}])"));
  EXPECT_TRUE(judge("one", lossy()).wrong.empty());
  const GoldenCase kept = judge("one");
  ASSERT_EQ(kept.wrong.size(), 1U);
  EXPECT_TRUE(kept.wrong[0].starts_with(
      "expected, but not found: getitem-lost main/getitem `spec`, "))
      << kept.wrong[0];
}

TEST_F(Golden, counts_a_finding_once_for_each_entry) {
  write("fixtures/one.json", fixture(R"(, "expect": [
    {"rule": "getitem-lost", "graph": "main", "node": "getitem",
     "keys": ["spec", "spec"]}])"));
  EXPECT_EQ(judge("one", lossy()).wrong.size(), 1U);
}

TEST_F(Golden, is_lowered_in_rounds_where_the_case_says_so) {
  write("fixtures/two.json", fixture(R"(, "rounds": [{}, {"b": "u"}])"));
  const GoldenCase two = judge("two");
  EXPECT_TRUE(two.problems.empty());
  EXPECT_TRUE(two.wrong.empty());
  EXPECT_EQ(two.steps, 2U);
  EXPECT_NE(two.bytes.find(R"("stage":"round1")"), std::string::npos);
  EXPECT_NE(two.bytes.find(R"("stage":"round2")"), std::string::npos);
  EXPECT_EQ(two.bytes.find(R"("stage":"before)"), std::string::npos);
}

TEST_F(Golden, tags_only_what_is_there) {
  write("fixtures/two.json", fixture(R"(, "rounds": [{}, {"a": "u"}])"));
  const GoldenCase two = judge("two");
  ASSERT_EQ(two.problems.size(), 1U);
  EXPECT_EQ(two.problems[0].message,
            "`rounds` tags `a`, which the program has not by then");
}

TEST_F(Golden, is_not_there_for_what_must_be_refused) {
  const char* more = R"(, "rounds": [{"x": "t"}], "refuse": "tagged-input")";
  write("fixtures/refused.json", fixture(more));
  const GoldenCase refused = judge("refused");
  EXPECT_TRUE(refused.problems.empty());
  EXPECT_TRUE(refused.wrong.empty());
  EXPECT_EQ(refused.golden, GoldenState::none);
  write("golden/refused.json", "{}");
  EXPECT_EQ(judge("refused").problems.size(), 1U);
}

TEST_F(Golden, must_be_refused_as_the_case_says) {
  write("fixtures/lowered.json", fixture(R"(, "refuse": "non-convex")"));
  EXPECT_EQ(judge("lowered").wrong.size(), 1U);
  write("fixtures/other.json",
        fixture(R"(, "rounds": [{"x": "t"}], "refuse": "non-convex")"));
  EXPECT_EQ(judge("other").wrong.size(), 1U);
  write("fixtures/refused.json", fixture(R"(, "rounds": [{"x": "t"}])"));
  EXPECT_EQ(judge("refused").wrong.size(), 1U);
}

TEST_F(Golden, needs_a_case) {
  write("fixtures/one.json", R"({"format": "metagate/1", "programs": [
    {"graphs": [{"name": "main", "nodes": []}]}]})");
  EXPECT_EQ(judge("one").problems.size(), 1U);
}

TEST_F(Golden, needs_something_to_compare) {
  write("fixtures/one.json", R"({"format": "metagate/1",
    "case": {"about": "nothing"},
    "programs": [{"graphs": [{"name": "main", "nodes": []}]}]})");
  ASSERT_EQ(judge("one").problems.size(), 1U);
}

TEST_F(Golden, finds_fixtures_in_every_folder) {
  EXPECT_FALSE(find_fixtures(root()));
  write("fixtures/b/two.json", fixture(""));
  write("fixtures/a/one.json", fixture(""));
  write("fixtures/a/notes.txt", "");
  write("golden/a/gone.json", "{}");
  const Result<FixtureTree> tree = find_fixtures(root());
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->fixtures.size(), 2U);
  EXPECT_EQ(tree->fixtures[0].name, "a/one");
  EXPECT_EQ(goldens_without_fixture(*tree, root(), {}),
            std::vector<std::string>{"a/gone"});
  EXPECT_TRUE(goldens_without_fixture(*tree, root(), {"b"}).empty());
  for (const std::string& given :
       {std::string("a/one"), std::string("fixtures/a/one.json"),
        std::string("golden/a/one.json"), std::string("a"), std::string("a/"),
        root() + "/fixtures/a"}) {
    const auto files = select_fixtures(*tree, root(), {given});
    ASSERT_TRUE(files) << given;
    ASSERT_EQ(files->size(), 1U) << given;
    EXPECT_EQ(files->front().name, "a/one") << given;
  }
  EXPECT_FALSE(select_fixtures(*tree, root(), {"a/on"}));
}

TEST_F(Golden, does_not_take_two_fixtures_of_one_name) {
  write("fixtures/one.json", fixture(""));
  write("fixtures/one.json.gz", "");
  EXPECT_FALSE(find_fixtures(root()));
}

}  // namespace
}  // namespace metagate
