// A process that is talked to through pipes: started by the shell, in a group
// of its own, with non-blocking ends on our side.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"

namespace metagate {

// How a process ended.
struct ProcessEnd {
  bool was_signal = false;
  int number = 0;  // of the signal, or the exit code

  [[nodiscard]] bool is_good() const { return !was_signal && number == 0; }
  // "exit code 3", "signal 11 (SIGSEGV)"
  [[nodiscard]] std::string told() const;
};

class Process {
 public:
  // Runs `command` as `sh -c` does. `memory_limit` is in bytes of address
  // space, 0 = none. On Linux it dies with the thread that started it.
  static Result<std::unique_ptr<Process>> start(const std::string& command,
                                                std::uint64_t memory_limit);
  // Kills what is left of it.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // File descriptors; -1 once closed.
  [[nodiscard]] int in() const { return in_; }
  [[nodiscard]] int out() const { return out_; }
  [[nodiscard]] int err() const { return err_; }
  void close_in();
  void close_out();
  void close_err();

  // Looks whether it has ended; does not wait.
  [[nodiscard]] std::optional<ProcessEnd> look();
  // Kills its group, and waits for it.
  void kill();

 private:
  Process(pid_t pid, int in, int out, int err)
      : pid_(pid), in_(in), out_(out), err_(err) {}

  pid_t pid_;
  int in_;
  int out_;
  int err_;
  std::optional<ProcessEnd> end_;
  bool is_killed_ = false;
};

}  // namespace metagate
