// The verbs with a driver as lowering: the examples of PROTOCOL.md work as they
// stand there, and what goes wrong is told, saved and in the exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace metagate {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The block of code of that language in PROTOCOL.md.
std::string example(const std::string& language) {
  const std::string text = slurp(METAGATE_SOURCE_DIR "/src/drive/PROTOCOL.md");
  const std::string fence = "```" + language + "\n";
  const std::size_t begin = text.find(fence) + fence.size();
  return text.substr(begin, text.find("```", begin) - begin);
}

class DriverVerbs : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(METAGATE_CLI).empty()) {
      GTEST_SKIP() << "no command is built";
    }
    std::string name = fs::temp_directory_path() / "metagate-driver-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  int shell(const std::string& line) {
    const std::string command =
        "cd '" + folder_.string() +
        "' && export METAGATE='" METAGATE_CLI "' PATH=\"" +
        fs::path(METAGATE_CLI).parent_path().string() + ":$PATH\" && { " +
        line + "; } >out 2>err </dev/null";
    const int status = std::system(command.c_str());
    out_ = slurp(folder_ / "out");
    err_ = slurp(folder_ / "err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // With the faulty driver as lowering.
  int run(const std::string& arguments, const std::string& fault) {
    return shell("metagate " + arguments +
                 " --lowering 'python3 " METAGATE_SOURCE_DIR
                 "/src/drive/faulty_driver_for_test.py " +
                 fault + "'");
  }

  [[nodiscard]] std::vector<std::string> files_in(
      const std::string& name) const {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder_ / name)) {
      files.push_back(entry.path().filename().string());
    }
    std::sort(files.begin(), files.end());
    return files;
  }

  void write_program() const {
    write("program.json", R"({"format": "metagate/1", "programs": [
      {"graphs": [{"name": "main", "nodes": [
        {"name": "x", "op": "placeholder", "target": "x", "meta": {"val": 1}},
        {"name": "a", "op": "call_function", "target": "aten.relu.default",
         "args": [{"$node": "x"}],
         "meta": {"val": 2, "spec": 3, "delegation_tag": "t"}},
        {"name": "output", "op": "output", "target": "output",
         "args": [[{"$node": "a"}]]}]}]}]})");
  }

  fs::path folder_;
  std::string out_;
  std::string err_;
};

TEST_F(DriverVerbs, the_example_in_python_lowers_all_fixtures) {
  write("driver.py", example("python"));
  EXPECT_EQ(shell("metagate golden --root '" METAGATE_SOURCE_DIR
                  "' --lowering \"python3 $PWD/driver.py\""),
            0)
      << out_ << err_;
  EXPECT_THAT(out_, HasSubstr("with `example in Python`: compared"));
  EXPECT_THAT(out_, HasSubstr("; no finding.\n"));
  EXPECT_EQ(shell("metagate fuzz --cases 40 --lowering 'python3 driver.py'"), 0)
      << out_ << err_;
  EXPECT_THAT(out_, HasSubstr("clean: 40 programs"));
}

TEST_F(DriverVerbs, the_example_in_cpp_is_clean) {
  write("driver.cpp", example("cpp"));
  ASSERT_EQ(shell("c++ -std=c++17 -o driver driver.cpp"), 0) << err_;
  EXPECT_EQ(shell("metagate fuzz --cases 40 --lowering ./driver"), 0)
      << out_ << err_;
  EXPECT_THAT(out_, HasSubstr("clean: 40 programs"));
}

TEST_F(DriverVerbs, the_examples_are_short) {
  for (const char* language : {"python", "cpp"}) {
    const std::string code = example(language);
    EXPECT_GT(std::count(code.begin(), code.end(), '\n'), 5);
    EXPECT_LE(std::count(code.begin(), code.end(), '\n'), 20) << language;
  }
}

TEST_F(DriverVerbs, an_identity_is_found_out) {
  write("driver.py", R"(import json, sys
print(json.dumps({"metagate-driver": 1, "name": "identity"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    request["same_objects"] = True
    print(json.dumps(request), flush=True)
)");
  EXPECT_EQ(shell("metagate fuzz --cases 20 --lowering 'python3 driver.py'"), 1)
      << err_;
  EXPECT_THAT(out_, HasSubstr("shape-partition"));
  EXPECT_THAT(out_, HasSubstr("by `identity`"));
}

TEST_F(DriverVerbs, fuzz_goes_on_after_a_crash_and_cuts_it) {
  EXPECT_EQ(run("fuzz --cases 40 --save found", "sigsegv aten.sigmoid"), 2);
  EXPECT_THAT(out_, HasSubstr("driver-crash: the lowering died of graph"));
  EXPECT_THAT(out_, HasSubstr("signal 11 (SIGSEGV)"));
  EXPECT_THAT(out_, HasSubstr("smallest program: "));
  EXPECT_THAT(out_, HasSubstr("FAIL 1 fault in 40 programs"));
  EXPECT_THAT(err_, HasSubstr("it had said: about to fall; on found/"));
  const std::vector<std::string> files = files_in("found");
  ASSERT_GE(files.size(), 2U);
  // The case holds what was seen, and crashes again.
  const std::string saved = slurp(folder_ / "found" / files.back());
  EXPECT_THAT(saved, HasSubstr("aten.sigmoid"));
  EXPECT_THAT(saved, HasSubstr("\"stderr\":\"about to fall\\n\""));
  EXPECT_EQ(run("check found/" + files.back(), "sigsegv aten.sigmoid"), 2);
  EXPECT_THAT(out_, HasSubstr("error[driver-crash]"));
}

TEST_F(DriverVerbs, an_error_on_a_valid_program_is_a_finding) {
  EXPECT_EQ(run("fuzz --cases 40 --save found", "error aten.sigmoid"), 1)
      << err_;
  EXPECT_THAT(out_, HasSubstr("driver-error: the lowering failed on graph"));
  EXPECT_THAT(out_, HasSubstr("ValueError: no\\ngood"));
  const std::vector<std::string> files = files_in("found");
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(
      run("reduce found/" + files[0] + " -o again.json", "error aten.sigmoid"),
      1);
  // The same program; what fuzz says of it beside is its own.
  const std::string again = slurp(folder_ / "again.json");
  EXPECT_THAT(slurp(folder_ / "found" / files[0]),
              HasSubstr(again.substr(0, again.rfind("\n]}"))));
}

TEST_F(DriverVerbs, a_hang_is_told_saved_and_not_checked) {
  EXPECT_EQ(
      run("fuzz --cases 8 --save found --time-limit 3", "hang aten.sigmoid"),
      2);
  EXPECT_THAT(out_, HasSubstr("UNCHECKED: 8 programs"));
  EXPECT_THAT(err_, HasSubstr("driver-hang: no answer within 3 s; on found/"));
  EXPECT_THAT(files_in("found").front(), HasSubstr("driver-hang-"));
}

TEST_F(DriverVerbs, what_is_not_supported_is_counted) {
  EXPECT_EQ(run("fuzz --cases 40", "unsupported aten.sigmoid"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("programs are such as it does not support"));
  EXPECT_EQ(run("fuzz --cases 10", "unsupported"), 2);
  EXPECT_THAT(err_, HasSubstr("nothing is checked"));
}

TEST_F(DriverVerbs, say_the_same_whatever_the_number_of_workers) {
  const std::string fuzz = "fuzz --cases 60 --save found --workers ";
  EXPECT_EQ(run(fuzz + "1", "error aten.cat"), 1);
  const std::string alone = out_;
  EXPECT_EQ(run(fuzz + "3", "error aten.cat"), 1);
  EXPECT_EQ(out_, alone);
  EXPECT_EQ(run(fuzz + "3", "wide_error aten.cat"), 1);
  EXPECT_EQ(out_.size(), alone.size() + 5);  // "wide_" in the command
}

TEST_F(DriverVerbs, check_and_lower_take_one_program) {
  write_program();
  EXPECT_EQ(run("check program.json", "none"), 0) << out_ << err_;
  EXPECT_THAT(out_, HasSubstr("in 1 delegate"));
  EXPECT_EQ(run("lower program.json -o after.json", "none"), 0) << err_;
  EXPECT_EQ(shell("metagate check program.json after.json"), 0);
  EXPECT_EQ(run("check program.json", "error"), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("error[driver-error]"));
  EXPECT_EQ(run("check program.json -o json", "error"), 1);
  EXPECT_THAT(out_, HasSubstr("\"rule\": \"driver-error\""));
  EXPECT_EQ(run("check program.json", "unsupported"), 2);
  EXPECT_THAT(out_, HasSubstr("not here (driver-unsupported)"));
  EXPECT_EQ(run("check program.json", "garbage"), 2);
  EXPECT_EQ(run("lower program.json", "error"), 2);
}

TEST_F(DriverVerbs, prove_takes_a_driver) {
  const std::string prove = "prove --nodes 2 --operands 1 --tags 1 --outputs 1";
  EXPECT_EQ(run(prove, "none"), 0) << out_ << err_;
  EXPECT_EQ(run(prove, "error"), 1) << out_ << err_;
  EXPECT_THAT(out_, HasSubstr("driver-error at"));
  EXPECT_EQ(run(prove, "unsupported"), 2);
}

TEST_F(DriverVerbs, golden_tells_what_a_lowering_gets_wrong) {
  const std::string golden =
      "metagate golden single_output --root '" METAGATE_SOURCE_DIR
      "' --lowering ";
  EXPECT_EQ(shell(golden + "single_output_keeps_val_only"), 1);
  EXPECT_THAT(out_, HasSubstr("FAIL single_output/smallest"));
  EXPECT_THAT(out_, HasSubstr("found, but not expected: getitem-lost"));
  EXPECT_THAT(out_, HasSubstr("with `single_output_keeps_val_only`: compared"));
  // Goldens are the reference's: other object numbers are no finding.
  EXPECT_THAT(out_, Not(HasSubstr("is not what the fixture is lowered to")));
}

TEST_F(DriverVerbs, golden_does_not_lose_a_fault_of_the_driver) {
  const std::string golden =
      "golden single_output --root '" METAGATE_SOURCE_DIR "'";
  EXPECT_EQ(run(golden, "garbage aten.relu"), 2);
  EXPECT_THAT(out_, HasSubstr("UNCHECKED single_output/"));
  EXPECT_THAT(err_, HasSubstr("driver-garbage"));
  EXPECT_EQ(run(golden, "unsupported"), 2);
}

TEST_F(DriverVerbs, compare_says_what_is_added_and_mended) {
  const std::string faulty = "single_output_keeps_val_only";
  EXPECT_EQ(shell("metagate compare --cases 100 --save found --lowering " +
                  faulty + " --lowering reference"),
            0);
  EXPECT_THAT(out_, HasSubstr("`reference` mends 2 faults:"));
  EXPECT_THAT(out_,
              HasSubstr("adds no fault and mends 2 faults (getitem-lost"));
  EXPECT_THAT(out_, HasSubstr("Tried: 100 random programs (seed 1"));
  EXPECT_EQ(shell("metagate compare --cases 100 --save found --lowering "
                  "reference --lowering " +
                  faulty),
            1);
  EXPECT_THAT(out_, HasSubstr("adds 2 faults (getitem-lost"));
  // What was written shows it.
  std::string added;
  for (const std::string& file : files_in("found")) {
    if (file.starts_with("added-getitem-lost-key")) added = file;
  }
  EXPECT_EQ(shell("metagate check found/" + added + " --lowering " + faulty),
            1);
}

TEST_F(DriverVerbs, compare_takes_commands_and_mutants) {
  write("driver.py", example("python"));
  EXPECT_EQ(shell("metagate compare --cases 30 --lowering reference --lowering "
                  "'python3 driver.py'"),
            0)
      << out_ << err_;
  EXPECT_THAT(out_, HasSubstr("Compared with `reference`, `example in Python` "
                              "adds no fault and mends none; where both are "
                              "clean they give the same metadata."));
  const std::string compare =
      "compare --cases 40 --save found --lowering reference";
  EXPECT_EQ(run(compare, "error aten.sigmoid"), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("adds 1 fault (driver-error of exception)"));
  EXPECT_EQ(run(compare, "garbage aten.sigmoid"), 2);
  EXPECT_THAT(out_, HasSubstr("could not be checked"));
  EXPECT_EQ(run("compare --cases 40", "none"), 2);
  EXPECT_THAT(err_, HasSubstr("--lowering twice"));
}

TEST_F(DriverVerbs, what_is_neither_a_name_nor_a_command_is_refused) {
  write_program();
  EXPECT_EQ(shell("metagate check program.json --lowering referense"), 2);
  EXPECT_THAT(err_, HasSubstr("no lowering `referense`"));
  EXPECT_EQ(shell("metagate check program.json --lowering ./nobody"), 2);
  EXPECT_THAT(out_, HasSubstr("before it said hello"));
  EXPECT_EQ(shell("metagate check program.json --lowering reference "
                  "--time-limit 5"),
            2);
  EXPECT_THAT(err_, HasSubstr("is for a driver"));
}

}  // namespace
}  // namespace metagate
