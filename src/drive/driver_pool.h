// The processes of one driver: started when there is something to do, asked,
// watched, killed and started anew. Many threads may ask; one thread of the
// pool talks to all processes.
//
// A fault of a process (drive/fault.h) costs the other programs that were under
// way nothing: they are asked again. It is laid to a program only by what a new
// process does that is asked nothing else, so it does not depend on how many
// processes there are, or what they did before.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "drive/fault.h"
#include "drive/protocol.h"

namespace metagate {

struct DriverOptions {
  std::string command;   // for `sh -c`
  unsigned workers = 1;  // at most so many processes
  std::chrono::milliseconds start_limit = std::chrono::seconds(60);
  std::chrono::milliseconds time_limit = std::chrono::seconds(30);
  std::uint64_t memory_limit = 0;  // bytes of address space a process; 0 = none
  std::size_t longest_line = std::size_t{256} << 20;
  // What it says on standard error goes on to ours; its end is kept anyway.
  bool passes_on_stderr = true;
  // Told of each fault, by one thread at a time; may be empty.
  std::function<void(const DriverFault&)> on_fault = {};
};

// What became of a program: an answer, or the lasting fault that stood in its
// way.
struct Outcome {
  std::optional<Answer> answer;
  std::optional<DriverFault> fault;
  bool is_given_up = false;  // the driver does not start any more
};

class DriverPool {
 public:
  explicit DriverPool(DriverOptions options);
  // Ends the processes: those that do not leave within two seconds are killed.
  ~DriverPool();
  DriverPool(const DriverPool&) = delete;
  DriverPool& operator=(const DriverPool&) = delete;

  // Sends a document (one line, without line feed) and waits for what becomes
  // of it.
  [[nodiscard]] Outcome ask(std::string document);

  // What a driver says of itself; starts one if none has. Nothing where it
  // can't be started, which is told as a fault.
  [[nodiscard]] std::optional<Hello> hello();

  // Tells a fault that only the asker could see.
  void report(const DriverFault& fault);

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace metagate
