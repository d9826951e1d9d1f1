// Drivers with every fault that a process can have: none hangs, none is lost,
// and the other programs are lowered all the same.
#include "drive/driver_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "check/check.h"
#include "drive/external_lowering.h"
#include "json/read.h"
#include "lower/reference.h"

namespace metagate {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

// x -> a@t -> output; `target` is what the driver looks for.
Program program_of(const std::string& target) {
  const std::string text =
      R"({"format": "metagate/1", "programs": [{"graphs": [{"name": "main",
  "nodes": [
    {"name": "x", "op": "placeholder", "target": "x", "meta": {"val": 1}},
    {"name": "a", "op": "call_function", "target": ")" +
      target + R"(",
     "args": [{"$node": "x"}],
     "meta": {"val": 2, "spec": 3, "delegation_tag": "t"}},
    {"name": "output", "op": "output", "target": "output",
     "args": [[{"$node": "a"}]]}]}]}]})";
  return read_text("program", text)->programs.front();
}

Program good() {
  return program_of("aten.relu.default");
}
Program bad() {
  return program_of("aten.mul.Tensor");
}

class Drivers : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(METAGATE_CLI).empty()) {
      GTEST_SKIP() << "no command is built";
    }
    setenv("METAGATE", METAGATE_CLI, 1);
  }

  // A pool of drivers with one fault.
  std::shared_ptr<DriverPool> pool_of(const std::string& kind,
                                      DriverOptions options = {}) {
    options.command = "exec python3 '" METAGATE_SOURCE_DIR
                      "/src/drive/faulty_driver_for_test.py' " +
                      kind + " aten.mul";
    options.passes_on_stderr = false;
    options.on_fault = [this](const DriverFault& fault) {
      faults_.push_back(fault);
    };
    return std::make_shared<DriverPool>(std::move(options));
  }

  std::vector<DriverFault> faults_;
};

struct FaultRow {
  const char* driver;
  FaultKind kind;
  const char* says;
  const char* code = "driver-fault";
  std::uint64_t memory_limit = 0;
};

constexpr FaultRow fault_rows[] = {
    {"hang", FaultKind::hang, "no answer within 2500 ms"},
    {"half", FaultKind::hang, "bytes of a line without end"},
    {"stderr_flood", FaultKind::hang, "no answer within 2500 ms"},
    {"sigsegv", FaultKind::crash, "signal 11 (SIGSEGV)", "driver-crash"},
    {"exit3", FaultKind::crash, "exit code 3", "driver-crash"},
    {"leaves_child", FaultKind::crash, "signal 9 (SIGKILL)", "driver-crash"},
    {"memory", FaultKind::crash, "exit code 1", "driver-crash", 1U << 30U},
    {"early", FaultKind::early_exit, "exit code 0 before it had answered"},
    {"closes_stdout", FaultKind::early_exit, "closed its standard output"},
    {"garbage", FaultKind::garbage, "not JSON"},
    {"not_an_answer", FaultKind::garbage, "document is a number"},
    {"no_program", FaultKind::garbage, "the answered document"},
    {"chatter", FaultKind::garbage, "not JSON"},
    {"flood", FaultKind::flood, "a line of more than 1000000 bytes"},
    {"partial", FaultKind::partial_line, "ended within a line"},
    {"wrong_id", FaultKind::wrong_id, "which was not asked"},
};

// Only a driver that hangs is waited for; the others have time on a machine
// that is busy.
std::chrono::milliseconds limit_of(FaultKind kind) {
  return std::chrono::milliseconds(kind == FaultKind::hang ? 2500 : 60000);
}

class DriverFaultKinds : public Drivers,
                         public ::testing::WithParamInterface<FaultRow> {};

TEST_P(DriverFaultKinds, is_told_with_its_program_and_keeps_nothing_else) {
#ifdef __SANITIZE_ADDRESS__
  if (GetParam().memory_limit != 0) {
    GTEST_SKIP() << "the address space of a sanitized process has no limit";
  }
#endif
  const FaultRow& row = GetParam();
  // With several under way the others are asked again.
  for (const std::string& window : {std::string(), std::string("wide_")}) {
    if (!window.empty() && row.kind == FaultKind::hang) continue;  // takes long
    SCOPED_TRACE(window);
    faults_.clear();
    const Lowering lowering = external_lowering(
        pool_of(window + row.driver, {.workers = 2,
                                      .time_limit = limit_of(row.kind),
                                      .memory_limit = row.memory_limit,
                                      .longest_line = 1000000}));
    std::mutex mutex;
    std::size_t lowered = 0;
    std::vector<Problem> problems;
    std::vector<std::jthread> askers;
    for (int i = 0; i < 6; ++i) {
      askers.emplace_back([&, i] {
        const Program before = i == 2 ? bad() : good();
        const Result<Program> after = lowering(before);
        const std::scoped_lock lock(mutex);
        if (!after) {
          problems.push_back(after.error().front());
        } else if (check(before, *after).findings.empty()) {
          ++lowered;
        }
      });
    }
    askers.clear();
    EXPECT_EQ(lowered, 5U);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems.front().code, row.code);
    ASSERT_EQ(faults_.size(), 1U);
    EXPECT_EQ(faults_.front().kind, row.kind);
    EXPECT_THAT(faults_.front().message, HasSubstr(row.says));
    EXPECT_THAT(faults_.front().document, HasSubstr("aten.mul"));
    EXPECT_TRUE(faults_.front().is_lasting);
    if (std::string(row.driver) == "sigsegv") {
      EXPECT_EQ(faults_.front().stderr_end, "about to fall\n");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, DriverFaultKinds,
                         ::testing::ValuesIn(fault_rows),
                         [](const auto& tested) {
                           return std::string(tested.param.driver);
                         });

TEST_F(Drivers, an_answer_too_many_is_told_and_loses_none) {
  const Lowering lowering = external_lowering(pool_of("twice"));
  EXPECT_TRUE(lowering(bad()));
  EXPECT_TRUE(lowering(good()));
  ASSERT_EQ(faults_.size(), 1U);
  EXPECT_EQ(faults_.front().kind, FaultKind::wrong_id);
}

TEST_F(Drivers, a_closed_standard_input_is_told) {
  const Lowering lowering = external_lowering(
      pool_of("closes_stdin", {.time_limit = std::chrono::seconds(2)}));
  // It sits on the first until the time limit, and can't be sent the next.
  EXPECT_FALSE(lowering(bad()));
  EXPECT_TRUE(lowering(good()));
  ASSERT_EQ(faults_.size(), 1U);
  EXPECT_THAT(faults_.front().kind,
              AnyOf(FaultKind::hang, FaultKind::early_exit));
}

TEST_F(Drivers, a_fault_that_does_not_come_again_is_told_and_answered) {
  const Lowering lowering = external_lowering(pool_of("once"));
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(lowering(bad())) << i;
  ASSERT_EQ(faults_.size(), 1U);
  EXPECT_EQ(faults_.front().kind, FaultKind::crash);
  EXPECT_FALSE(faults_.front().is_lasting);
}

struct StartRow {
  const char* driver;
  FaultKind kind;
  const char* says;
};

constexpr StartRow start_rows[] = {
    {"slow_start", FaultKind::slow_start, "no hello within 1 s"},
    {"dies_at_start", FaultKind::no_hello, "exit code 1 before it said hello"},
    {"no_hello", FaultKind::no_hello, "not JSON"},
    {"other_version", FaultKind::no_hello, "protocol version 2"},
    {"silent_close", FaultKind::early_exit, "closed its standard output"},
};

TEST_F(Drivers, that_do_not_start_are_given_up) {
  for (const StartRow& row : start_rows) {
    SCOPED_TRACE(row.driver);
    faults_.clear();
    const auto pool =
        pool_of(row.driver, {.start_limit = std::chrono::seconds(1)});
    // Whoever asks first: it is told with a program that it was started for.
    EXPECT_FALSE(pool->hello());
    const Lowering lowering = external_lowering(pool);
    for (int i = 0; i < 3; ++i) {
      const Result<Program> after = lowering(bad());
      ASSERT_FALSE(after);
      EXPECT_EQ(after.error().front().code, "driver-gone");
    }
    ASSERT_EQ(faults_.size(), 1U);
    EXPECT_EQ(faults_.front().kind, row.kind);
    EXPECT_THAT(faults_.front().message, HasSubstr(row.says));
    EXPECT_THAT(faults_.front().document, HasSubstr("aten.mul"));
  }
}

TEST_F(Drivers, an_error_on_a_valid_program_is_no_refusal) {
  const Lowering lowering = external_lowering(pool_of("error"));
  const Result<Program> after = lowering(bad());
  ASSERT_FALSE(after);
  EXPECT_EQ(after.error().front().code, "driver-error");
  EXPECT_EQ(after.error().front().message, "exception: ValueError: no\ngood");
  EXPECT_TRUE(faults_.empty());
}

TEST_F(Drivers, what_the_reference_refuses_may_be_refused) {
  const std::string text = R"({"format": "metagate/1", "programs": [{"graphs": [
    {"name": "main", "nodes": [
      {"name": "x", "op": "placeholder", "target": "aten.mul",
       "meta": {"delegation_tag": "t"}},
      {"name": "output", "op": "output", "target": "output",
       "args": [[{"$node": "x"}]]}]}]}]})";
  const Program tagged = read_text("program", text)->programs.front();
  const Result<Program> refused = external_lowering(pool_of("none"))(tagged);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().front().code, "tagged-input");
  const Result<Program> failed = external_lowering(pool_of("error"))(tagged);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().front().code, "exception");
}

TEST_F(Drivers, can_say_that_they_do_not_support_a_program) {
  const Result<Program> after =
      external_lowering(pool_of("unsupported"))(bad());
  ASSERT_FALSE(after);
  EXPECT_EQ(after.error().front().code, "driver-unsupported");
  EXPECT_TRUE(faults_.empty());
}

TEST_F(Drivers, say_who_they_are) {
  const auto hello = pool_of("wide_none")->hello();
  ASSERT_TRUE(hello);
  EXPECT_EQ(hello->name, "faulty none");
  EXPECT_EQ(hello->window, 4U);
}

}  // namespace
}  // namespace metagate
