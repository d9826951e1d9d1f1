// Runs `lower`, `golden` and `bless`: what they write, and their exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace metagate {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// x -> a@t -> output.
std::string fixture(const std::string& more_of_case) {
  return R"({"format": "metagate/1", "case": {"about": "one output")" +
         more_of_case + R"(}, "programs": [{"graphs": [{"name": "main",
  "nodes": [
    {"name": "x", "op": "placeholder", "target": "x"},
    {"name": "a", "op": "call_function", "target": "aten.relu.default",
     "args": [{"$node": "x"}],
     "meta": {"val": 2, "spec": 3, "delegation_tag": "t"}},
    {"name": "output", "op": "output", "target": "output",
     "args": [[{"$node": "a"}]]}]}]}]})";
}

class GoldenCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(METAGATE_CLI).empty()) {
      GTEST_SKIP() << "no command is built";
    }
    std::string name = (fs::temp_directory_path() / "metagate_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    write("fixtures/shape/one.json", fixture(""));
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  void write(const fs::path& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string read(const fs::path& name) const {
    return slurp(folder_ / name);
  }

  // `words` as a shell reads them, in the folder of the test.
  Ran run(const std::string& words, const std::string& environment = "CI=") {
    const fs::path out = folder_ / ".out";
    const fs::path err = folder_ / ".err";
    const std::string line = "cd '" + folder_.string() + "' && " + environment +
                             " '" METAGATE_CLI "' " + words + " >'" +
                             out.string() + "' 2>'" + err.string() + "'";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(out),
            slurp(err)};
  }

  fs::path folder_;
};

TEST_F(GoldenCommand, bless_writes_what_golden_then_finds) {
  EXPECT_EQ(run("golden").code, 2);
  const Ran blessed = run("bless shape/one");
  EXPECT_EQ(blessed.code, 0);
  EXPECT_EQ(blessed.out, "new golden/shape/one.json\n1 written, 0 unchanged\n");
  EXPECT_EQ(run("golden").code, 0);
  EXPECT_EQ(run("golden shape").code, 0);
  EXPECT_EQ(run("golden nothing").code, 2);
}

TEST_F(GoldenCommand, bless_leaves_a_file_that_is_right) {
  ASSERT_EQ(run("bless --all").code, 0);
  const auto written = fs::last_write_time(folder_ / "golden/shape/one.json");
  const Ran again = run("bless --all");
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.out, "0 written, 1 unchanged\n");
  EXPECT_EQ(fs::last_write_time(folder_ / "golden/shape/one.json"), written);
}

TEST_F(GoldenCommand, an_edited_golden_is_exit_1_with_the_change_in_meaning) {
  ASSERT_EQ(run("bless --all").code, 0);
  std::string bytes = read("golden/shape/one.json");
  bytes.replace(bytes.find("\"spec\""), 6, "\"q_tensor_io\"");
  write("golden/shape/one.json", bytes);
  const Ran ran = run("golden");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("main/getitem: + spec, - q_tensor_io"));
  EXPECT_THAT(ran.out, HasSubstr("first other line, 8:"));
  const Ran blessed = run("bless --all");
  EXPECT_EQ(blessed.code, 0);
  EXPECT_THAT(blessed.out, HasSubstr("changed golden/shape/one.json\n"
                                     "  main/getitem: + spec, - q_tensor_io"));
  EXPECT_EQ(run("golden").code, 0);
}

TEST_F(GoldenCommand, bless_writes_nothing_over_findings_nobody_expects) {
  write("fixtures/shape/two.json", fixture(R"(, "expect": [
    {"rule": "getitem-lost", "graph": "main", "node": "getitem",
     "keys": ["spec"]}])"));
  const Ran ran = run("bless --all");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("expected, but not found: getitem-lost"));
  EXPECT_FALSE(fs::exists(folder_ / "golden"));
}

TEST_F(GoldenCommand, what_is_not_there_is_exit_2) {
  write("golden/shape/gone.json", "{}");
  ASSERT_EQ(run("bless --all").code, 0);
  const Ran left_over = run("golden");
  EXPECT_EQ(left_over.code, 2);
  EXPECT_THAT(left_over.out, HasSubstr("a golden without fixture"));
  EXPECT_EQ(run("golden shape/one").code, 0);
  fs::remove_all(folder_ / "fixtures");
  EXPECT_EQ(run("golden").code, 2);
  EXPECT_EQ(run("bless --all").code, 2);
}

TEST_F(GoldenCommand, a_folder_that_cannot_be_written_is_exit_2) {
  write("golden", "a file where a folder should be");
  const Ran ran = run("bless --all");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("golden/shape/one.json: cannot be written"));
}

TEST_F(GoldenCommand, bless_is_for_people) {
  EXPECT_EQ(run("bless --all", "CI=true").code, 2);
  EXPECT_FALSE(fs::exists(folder_ / "golden"));
  EXPECT_EQ(run("bless --all --allow-ci", "CI=true").code, 0);
  EXPECT_EQ(run("golden", "CI=true").code, 0);
  EXPECT_EQ(run("bless").code, 2);
  EXPECT_EQ(run("bless shape/one --all").code, 2);
}

TEST_F(GoldenCommand, works_on_another_root) {
  ASSERT_EQ(run("bless --all").code, 0);
  EXPECT_EQ(run("golden --root '" + folder_.string() + "'").code, 0);
  EXPECT_EQ(run("golden --root fixtures").code, 2);
}

TEST_F(GoldenCommand, lower_writes_a_capture_that_can_be_checked) {
  EXPECT_EQ(run("lower fixtures/shape/one.json -o after.json").code, 0);
  EXPECT_EQ(run("check fixtures/shape/one.json after.json").code, 0);
  const Ran printed = run("lower fixtures/shape/one.json");
  EXPECT_EQ(printed.out, read("after.json"));
  EXPECT_THAT(printed.out, HasSubstr("\"stage\":\"after\""));
}

TEST_F(GoldenCommand, lower_wants_to_know_which_stage) {
  const std::string two = R"({"format": "metagate/1", "programs": [
    {"stage": "edge", "graphs": [{"name": "main", "nodes": []}]},
    {"stage": "before", "graphs": [{"name": "main", "nodes": []}]}]})";
  write("two.json", two);
  const Ran ran = run("lower two.json");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("`edge`, `before`"));
  EXPECT_EQ(run("lower two.json --stage before").code, 0);
  EXPECT_EQ(run("lower two.json --stage after").code, 2);
  EXPECT_EQ(run("lower missing.json").code, 2);
}

TEST_F(GoldenCommand, lower_refuses_with_the_reason) {
  std::string text = fixture("");
  text.replace(text.find("\"target\": \"x\""), 13,
               "\"target\": \"x\", \"meta\": {\"delegation_tag\": \"t\"}");
  write("tagged.json", text);
  const Ran ran = run("lower tagged.json");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err,
            "metagate: tagged.json: `x` of graph `main` is an input that is no "
            "constant, and is tagged `t` (tagged-input)\n");
}

}  // namespace
}  // namespace metagate
