// The whole suite for a lowering in this process, in one line of a GoogleTest
// file:
//
//   #include "harness/match/instantiate_suite.h"
//   #include "my_lowering.h"
//
//   METAGATE_INSTANTIATE_SUITE(Mine, my_lowering);
//
// `my_lowering` is anything that can be called with a const Program& and gives
// a Result<Program>. Each trial (harness/match/trials.h)
// is a test of its own, such as `All/Mine.holds/fixture_rounds_two_rounds`.
//
// METAGATE_CASES in the environment is how many random programs there are of
// each kind (300), METAGATE_SEED which ones (1), METAGATE_ROOT where the
// fixtures are; else they are those that came with the library.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "harness/match/trials.h"

namespace metagate {

// The settings by the environment. `root` is the fixtures' folder otherwise.
inline TrialSettings trial_settings(const char* root) {
  const auto variable = [](const char* name, const char* otherwise) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? otherwise : value);
  };
  return {.root = variable("METAGATE_ROOT", root),
          .cases = std::strtoull(variable("METAGATE_CASES", "300").c_str(),
                                 nullptr, 10),
          .seed = std::strtoull(variable("METAGATE_SEED", "1").c_str(), nullptr,
                                10)};
}

}  // namespace metagate

// METAGATE_SHIPPED_ROOT comes with the target metagate::harness.
#define METAGATE_INSTANTIATE_SUITE(Suite, the_lowering)                 \
  class Suite : public ::testing::TestWithParam<::metagate::Trial> {};  \
  TEST_P(Suite, holds) {                                                \
    const std::string wrong =                                           \
        GetParam().run([&](const ::metagate::Program& program)          \
                           -> ::metagate::Result<::metagate::Program> { \
          return the_lowering(program);                                 \
        });                                                             \
    EXPECT_TRUE(wrong.empty()) << wrong;                                \
  }                                                                     \
  INSTANTIATE_TEST_SUITE_P(                                             \
      All, Suite,                                                       \
      ::testing::ValuesIn(::metagate::trials(                           \
          ::metagate::trial_settings(METAGATE_SHIPPED_ROOT))),          \
      [](const ::testing::TestParamInfo<::metagate::Trial>& trial) {    \
        return trial.param.name;                                        \
      })
