// Runs the command itself: what it prints, and its exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "report/capture_for_test.h"

namespace metagate {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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

class Command : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(METAGATE_CLI).empty())
      GTEST_SKIP() << "no command is built";
    std::string name = (fs::temp_directory_path() / "metagate_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    write("clean.json", test::clean_capture());
    write("lossy.json", test::lossy_capture());
    write("before.json", test::document(test::program_before("\"spec\":7,")));
    write("after.json",
          test::document(test::program_after("\"spec\":7,", "\"spec\":7,")));
    write("bad.json", "{\"format\":\"metagate/1\",\n\"programs\":7}");
  }

  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  void write(const fs::path& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  // `words` as a shell reads them; the working folder is that of the test.
  Ran run(const std::string& words, const std::string& before = "") {
    const fs::path out = folder_ / ".out";
    const fs::path err = folder_ / ".err";
    const std::string line = "cd '" + folder_.string() + "' && { " + before +
                             " '" METAGATE_CLI "' " + words + "; } >'" +
                             out.string() + "' 2>'" + err.string() + "'";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(out),
            slurp(err)};
  }

  fs::path folder_;
};

TEST_F(Command, has_exit_code_0_for_clean_1_for_findings_2_for_neither) {
  EXPECT_EQ(run("check clean.json").code, 0);
  EXPECT_EQ(run("check lossy.json").code, 1);
  EXPECT_EQ(run("check bad.json").code, 2);
  EXPECT_EQ(run("check missing.json").code, 2);
  EXPECT_EQ(run("").code, 2);
  EXPECT_EQ(run("check").code, 2);
  EXPECT_EQ(run("--help").code, 0);
  EXPECT_EQ(run("check --help").code, 0);
  EXPECT_EQ(run("--version").code, 0);
}

TEST_F(Command, one_bad_file_does_not_hide_findings_of_the_others) {
  const Ran ran = run("check bad.json lossy.json clean.json");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, HasSubstr("error[getitem-lost]"));
  EXPECT_THAT(ran.out, HasSubstr("cannot check bad.json:2:12"));
}

TEST_F(Command, two_files_of_one_program_each_are_before_and_after) {
  const Ran ran = run("check before.json after.json -o json");
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("\"alias-mutated\""));
  EXPECT_EQ(run("check after.json before.json").code, 1);
}

TEST_F(Command, one_program_alone_has_nothing_to_be_compared_with) {
  const Ran ran = run("check before.json");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(
      ran.out,
      HasSubstr("one stage, nothing to compare: give AFTER or --lowering"));
}

TEST_F(Command, a_folder_is_all_captures_below_it_by_path) {
  write("d/b/two.json", test::lossy_capture());
  write("d/a/one.json", test::lossy_capture());
  write("d/notes.txt", "no capture");
  fs::create_symlink(folder_ / "bad.json", folder_ / "d/link.json");
  const Ran ran = run("check d -o concise");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, StartsWith("d/a/one.json:"));
  EXPECT_THAT(ran.out, HasSubstr("\nd/b/two.json:"));
  EXPECT_THAT(run("check d -o json").out, HasSubstr("\"case\": \"a/one\""));
}

TEST_F(Command, an_empty_folder_is_not_green) {
  fs::create_directory(folder_ / "empty");
  EXPECT_EQ(run("check empty").code, 2);
  EXPECT_EQ(run("check empty clean.json").code, 2);
}

TEST_F(Command, a_run_in_which_no_node_is_matched_is_not_green) {
  write("none.json",
        test::document(R"({"stage":"a","graphs":[{"name":"main","nodes":[]}]},
                          {"stage":"b","graphs":[{"name":"main","nodes":[]}]})"));
  const Ran ran = run("check none.json");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, HasSubstr("nothing was compared"));
}

TEST_F(Command, gives_the_same_bytes_under_any_locale_and_from_any_folder) {
  const Ran first = run("check lossy.json -o json");
  for (const char* locale : {"C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8"}) {
    EXPECT_EQ(run("check lossy.json -o json",
                  std::string("LC_ALL=") + locale + " COLUMNS=10")
                  .out,
              first.out);
  }
  fs::create_directories(folder_ / "other/place");
  fs::copy(folder_ / "lossy.json", folder_ / "other/place/lossy.json");
  EXPECT_EQ(run("check lossy.json -o json", "cd other/place &&").out,
            first.out);
}

TEST_F(Command, writes_reports_to_files_and_text_to_standard_output) {
  const Ran ran = run("check lossy.json -o json=r.json --out concise=r.txt");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, StartsWith("error[getitem-lost]"));
  EXPECT_EQ(slurp(folder_ / "r.json"), run("check lossy.json -o json").out);
  EXPECT_EQ(slurp(folder_ / "r.txt"), run("check lossy.json -o concise").out);
}

TEST_F(Command, a_report_that_cannot_be_written_is_exit_code_2) {
  EXPECT_EQ(run("check clean.json -o json=missing/r.json").code, 2);
  EXPECT_EQ(run("check clean.json >/dev/full").code, 2);
  EXPECT_EQ(run("check clean.json >&-").code, 2);
  EXPECT_EQ(run("check clean.json | true; exit ${PIPESTATUS:-0}").code, 0);
  EXPECT_EQ(run("check clean.json -o json=clean.json").code, 2);
  EXPECT_EQ(run("check clean.json").code, 0) << "the input was overwritten";
  EXPECT_EQ(run("check clean.json -o json=/dev/null").code, 0);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Command, an_option_may_stand_before_the_files) {
  const Ran behind = run("check lossy.json clean.json --out json");
  ASSERT_EQ(behind.code, 1) << behind.err;
  for (const char* words : {"check --out json lossy.json clean.json",
                            "check --out=json lossy.json clean.json",
                            "check -o json lossy.json clean.json",
                            "check lossy.json --out json clean.json"}) {
    const Ran before = run(words);
    EXPECT_EQ(before.code, 1) << words << before.err;
    EXPECT_EQ(before.out, behind.out) << words;
  }
}

TEST_F(Command, says_what_was_meant) {
  EXPECT_THAT(run("chekc x").err, HasSubstr("did you mean `check`?"));
  EXPECT_THAT(run("check --otu x").err, HasSubstr("did you mean `--out`?"));
  EXPECT_THAT(run("check x -o jsn").err, HasSubstr("did you mean `json`?"));
  EXPECT_THAT(run("check x --step lowring").err,
              HasSubstr("did you mean `lowering`?"));
  for (const char* words :
       {"chekc x", "check --otu x", "check x -o jsn", "check x --step lowring",
        "check x -z", "check x -o json -o json", "check x -o"}) {
    EXPECT_EQ(run(words).code, 2) << words;
    EXPECT_EQ(run(words).out, "") << words;
  }
}

TEST_F(Command, a_policy_decides_what_is_owed) {
  write("free.policy",
        R"({"name":"free","base":"executorch","keys":{"spec":"free"}})");
  write("wrong.policy", R"({"name":"free","base":"executorch","kyes":{}})");
  EXPECT_EQ(run("check lossy.json --policy free.policy").code, 0);
  const Ran wrong = run("check lossy.json --policy wrong.policy");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.out, HasSubstr("wrong.policy:1:36"));
  EXPECT_EQ(run("check lossy.json --policy missing").code, 2);
}

TEST_F(Command, a_step_can_be_said) {
  EXPECT_EQ(run("check before.json before.json").code, 0);
  EXPECT_EQ(run("check before.json before.json --step lowering").code, 1);
}

}  // namespace
}  // namespace metagate
