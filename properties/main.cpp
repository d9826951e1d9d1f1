// The properties run with a fixed seed, so that a run says the same as the one
// before. RC_PARAMS="seed=... max_success=..." draws other programs.
#include <gtest/gtest.h>

#include <cstdlib>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  setenv("RC_PARAMS", "seed=20805 max_success=150", 0);
  return RUN_ALL_TESTS();
}
