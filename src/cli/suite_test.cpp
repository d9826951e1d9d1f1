// Runs `fuzz`, `mutants` and `reduce`: what they say, and their exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace metagate {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Of a capture, without its `case`.
std::string programs_of(const std::string& text) {
  return text.substr(0, text.rfind("\n]"));
}

class Suite : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "metagate-suite-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Runs the command in the folder of this test.
  int run(const std::string& arguments) {
    const std::string command = "cd '" + folder_.string() + "' && '" +
                                METAGATE_CLI + "' " + arguments +
                                " >out 2>err </dev/null";
    const int status = std::system(command.c_str());
    out_ = slurp(folder_ / "out");
    err_ = slurp(folder_ / "err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  fs::path folder_;
  std::string out_;
  std::string err_;
};

TEST_F(Suite, fuzz_of_the_reference_says_what_was_tried) {
  EXPECT_EQ(run("fuzz --cases 50"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("clean: 50 programs"));
  EXPECT_THAT(out_, HasSubstr("single_output"));
  EXPECT_THAT(out_, HasSubstr("99 %"));
  EXPECT_THAT(out_, HasSubstr(" of them lowered again: the same bytes"));
}

TEST_F(Suite, fuzz_and_reduce_find_and_cut_a_broken_law) {
  const std::string lowering = " --lowering handles_follow_the_tags";
  EXPECT_EQ(run("fuzz --cases 200 --save found" + lowering), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("law-order: delegate call "));
  EXPECT_THAT(out_, HasSubstr("another value of `debug_handle`"));
  std::string file;
  for (const auto& entry : fs::directory_iterator(folder_ / "found")) {
    file = entry.path().filename().string();
  }
  EXPECT_EQ(run("reduce found/" + file + lowering + " -o again.json"), 1)
      << err_;
  EXPECT_EQ(programs_of(slurp(folder_ / "again.json")),
            programs_of(slurp(folder_ / "found" / file)));
}

TEST_F(Suite, fuzz_writes_the_smallest_program_and_how_to_repeat_it) {
  const std::string fuzz =
      "fuzz --lowering single_output_keeps_val_only --cases 200 --seed 3";
  EXPECT_EQ(run(fuzz + " --save found"), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("smallest program: "));
  EXPECT_THAT(out_, HasSubstr("getitem-lost"));
  EXPECT_THAT(out_, HasSubstr("repeat: metagate fuzz --lowering "));
  std::string file;
  for (const auto& entry : fs::directory_iterator(folder_ / "found")) {
    file = entry.path().filename().string();
  }
  ASSERT_FALSE(file.empty());
  // What was written fails the mutant, and not the reference.
  EXPECT_EQ(run("reduce found/" + file +
                " --lowering single_output_keeps_val_only -o again.json"),
            1)
      << err_;
  EXPECT_EQ(programs_of(slurp(folder_ / "again.json")),
            programs_of(slurp(folder_ / "found" / file)));
  EXPECT_EQ(run("reduce found/" + file + " --lowering reference -o no.json"),
            2);
  EXPECT_THAT(err_, HasSubstr("nothing to reduce"));
}

TEST_F(Suite, reduce_cuts_two_stages_of_a_capture) {
  const std::string capture =
      METAGATE_SOURCE_DIR "/fixtures/real/two_rounds.et141.json";
  EXPECT_EQ(run("reduce " + capture + " -o pair.json"), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("smallest pair: "));
  EXPECT_THAT(out_, HasSubstr("it was cut, not lowered again"));
  EXPECT_THAT(slurp(folder_ / "pair.json"), HasSubstr("CUT, not lowered"));
  // It is a fixture whose findings are what it says, and the smallest.
  EXPECT_EQ(run("check pair.json"), 1) << err_;
  EXPECT_EQ(run("reduce pair.json -o again.json"), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("smallest pair: 3 and 7 of 3 and 7 nodes"));
  EXPECT_EQ(run("reduce " + capture + " --rule match-none -o no.json"), 2);
  EXPECT_THAT(err_, HasSubstr("nothing to cut"));
}

TEST_F(Suite, fuzz_says_the_same_whatever_the_number_of_threads) {
  const std::string fuzz =
      "fuzz --lowering mutating_partition_is_bare --cases 2000 --threads ";
  EXPECT_EQ(run(fuzz + "1"), 1) << err_;
  const std::string alone = out_;
  EXPECT_EQ(run(fuzz + "5"), 1) << err_;
  EXPECT_EQ(out_, alone);
}

TEST_F(Suite, what_fuzz_saves_is_blessed_and_tried_first_from_then_on) {
  const std::string lowering = " --lowering single_output_keeps_val_only";
  EXPECT_EQ(run("fuzz --cases 200 --save fixtures/found" + lowering), 1);
  EXPECT_EQ(run("bless --all --allow-ci"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("1 written"));
  // With a seed by which the first random case is clean.
  EXPECT_EQ(run("fuzz --cases 1 --profile dead --save again" + lowering), 1)
      << out_ << err_;
  EXPECT_THAT(out_, HasSubstr("fixture found/getitem-lost-"));
  EXPECT_EQ(run("fuzz --cases 30"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("clean: 30 programs after 1 of fixtures/found"));
}

TEST_F(Suite, a_corpus_that_is_none_is_refused) {
  fs::create_directories(folder_ / "fixtures/found");
  std::ofstream(folder_ / "fixtures/found/a.json")
      << R"({"format": "metagate/1", "programs": []})";
  EXPECT_EQ(run("fuzz --cases 3"), 2);
  EXPECT_THAT(err_, HasSubstr("found/a.json"));
}

TEST_F(Suite, fuzz_refuses_what_means_nothing) {
  EXPECT_EQ(run("fuzz --cases 0"), 2);
  EXPECT_EQ(run("fuzz --cases many"), 2);
  EXPECT_EQ(run("fuzz --lowering nobody"), 2);
  EXPECT_THAT(err_, HasSubstr("no lowering `nobody`"));
  EXPECT_EQ(run("fuzz --profile nothing"), 2);
  EXPECT_EQ(run("fuzz --cases 5 --lowering call_loses_val --save out/x"), 2);
}

TEST_F(Suite, mutants_prints_the_kill_matrix) {
  EXPECT_EQ(run("mutants outputs_swapped getitem_keeps_tag"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("killed outputs_swapped"));
  EXPECT_THAT(out_, HasSubstr("2 of 2 mutants are killed"));
}

TEST_F(Suite, a_mutant_that_lives_is_exit_1) {
  EXPECT_EQ(run("mutants getitem_is_delegated_again --cases 1"), 1) << out_;
  EXPECT_THAT(out_, HasSubstr("ALIVE"));
}

}  // namespace
}  // namespace metagate
