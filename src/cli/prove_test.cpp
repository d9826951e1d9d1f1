// Runs `prove`: the number it prints, what it says of a fault, its exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

#include "harness/generate/count_for_test.h"
#include "json/read.h"

namespace metagate {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Ran {
  int exit_code;
  std::string text;  // standard output and standard error
};

Ran prove(const std::string& arguments) {
  const std::string command =
      "'" METAGATE_CLI "' prove " + arguments + " 2>&1 </dev/null";
  Ran ran{-1, {}};
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return ran;
  std::array<char, 4096> bytes;
  while (const std::size_t count =
             std::fread(bytes.data(), 1, bytes.size(), pipe)) {
    ran.text.append(bytes.data(), count);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ran.exit_code = WEXITSTATUS(status);
  return ran;
}

TEST(Prove, prints_the_number_that_burnsides_lemma_counts) {
  const Ran two = prove("--nodes 2");
  EXPECT_EQ(two.exit_code, 0) << two.text;
  EXPECT_THAT(two.text,
              StartsWith(std::to_string(independent_count({.nodes = 2})) +
                         " programs:"));
  const Ran three = prove("--nodes 3 --operands 1 --tags 3 --outputs 3");
  EXPECT_EQ(three.exit_code, 0) << three.text;
  EXPECT_THAT(
      three.text,
      StartsWith(std::to_string(independent_count(
                     {.nodes = 3, .operands = 1, .tags = 3, .outputs = 3})) +
                 " programs:"));
}

TEST(Prove, ends_with_the_smallest_program_of_a_fault_as_a_capture) {
  const Ran ran = prove("--nodes 2 --lowering single_output_keeps_val_only");
  EXPECT_EQ(ran.exit_code, 1) << ran.text;
  EXPECT_THAT(ran.text, HasSubstr("getitem-lost at `main/getitem`, for "
                                  "`main/a`, key `custom`"));
  const std::size_t begin = ran.text.find("\n{");
  ASSERT_NE(begin, std::string::npos);
  const auto document = read_text("printed", ran.text.substr(begin + 1));
  ASSERT_TRUE(document) << document.error().front().message;
  ASSERT_EQ(document->programs.size(), 1U);
  EXPECT_EQ(document->programs[0].nodes().size(), 3U);
}

TEST(Prove, says_the_same_whatever_the_number_of_threads) {
  const std::string faulty = "--nodes 2 --lowering outputs_swapped --threads ";
  const Ran alone = prove(faulty + "1");
  EXPECT_EQ(alone.exit_code, 1) << alone.text;
  EXPECT_EQ(prove(faulty + "5").text, alone.text);
}

TEST(Prove, refuses_what_means_nothing) {
  EXPECT_EQ(prove("--nodes 0").exit_code, 2);
  EXPECT_EQ(prove("--operands 4").exit_code, 2);
  EXPECT_EQ(prove("--tags many").exit_code, 2);
  EXPECT_EQ(prove("--outputs 9").exit_code, 2);
  EXPECT_EQ(prove("--threads 5000").exit_code, 2);
  EXPECT_EQ(prove("--lowering nobody").exit_code, 2);
}

}  // namespace
}  // namespace metagate
