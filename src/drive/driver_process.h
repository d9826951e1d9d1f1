// One process of a driver: its pipes, and what is under way in it. Says what it
// sees; what follows is for the pool to decide.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "drive/driver_pool.h"
#include "drive/line_buffer.h"
#include "drive/process.h"

namespace metagate {

using DriverClock = std::chrono::steady_clock;

// A program that somebody waits for.
struct Job {
  std::uint64_t id = 0;
  std::string document;
  std::function<void(Outcome)> done;
  // What happened when it was asked first; then it is asked again, alone.
  std::optional<DriverFault> first_fault;
  bool is_alone = false;
};
using JobPtr = std::shared_ptr<Job>;

// Why a process can't go on.
struct Trouble {
  FaultKind kind;
  std::string message;
};

class DriverProcess {
 public:
  DriverProcess(std::unique_ptr<Process> process, const DriverOptions& options,
                DriverClock::time_point now);

  // --- what it is doing ------------------------------------------------------
  [[nodiscard]] const std::optional<Hello>& hello() const { return hello_; }
  [[nodiscard]] std::deque<JobPtr>& under_way() { return under_way_; }
  // It has said hello and can take one more.
  [[nodiscard]] bool has_room() const;
  // It was asked nothing yet.
  [[nodiscard]] bool is_new() const { return asked_ == 0; }
  // It works on the first program that it was ever given, and on no other.
  [[nodiscard]] bool is_on_first_alone() const {
    return asked_ == 1 && under_way_.size() == 1;
  }
  // What it works on, or was given last; empty if nothing.
  [[nodiscard]] std::string document() const;
  [[nodiscard]] std::string stderr_end() const { return said_.text(); }
  // When something has to have happened.
  [[nodiscard]] std::optional<DriverClock::time_point> deadline() const;
  [[nodiscard]] Process& process() { return *process_; }
  [[nodiscard]] bool wants_to_write() const {
    return !unsent_.empty() && process_->in() >= 0;
  }

  void ask(JobPtr job, DriverClock::time_point now);

  // --- what happens ----------------------------------------------------------
  // Each takes what there is, without waiting. `on_answer` is called with each
  // job that is answered. What can't be lived with is told.
  using OnAnswer = std::function<void(const JobPtr&, Answer)>;
  void send();
  void listen();
  [[nodiscard]] std::optional<Trouble> read(const OnAnswer& on_answer,
                                            DriverClock::time_point now);
  // Is it over, or is its time up?
  [[nodiscard]] std::optional<Trouble> look(const OnAnswer& on_answer,
                                            DriverClock::time_point now);

 private:
  [[nodiscard]] std::optional<Trouble> take_line(const std::string& line,
                                                 const OnAnswer& on_answer,
                                                 DriverClock::time_point now);
  [[nodiscard]] Trouble ended(const ProcessEnd& end) const;
  [[nodiscard]] Trouble late() const;

  const DriverOptions& options_;
  std::unique_ptr<Process> process_;
  std::optional<Hello> hello_;
  std::deque<JobPtr> under_way_;
  std::string last_document_;
  std::uint64_t asked_ = 0;
  std::string unsent_;
  LineBuffer lines_;
  std::uint64_t heard_ = 0;  // bytes of standard output
  Tail said_;
  std::size_t passed_on_ = 0;  // bytes of standard error
  DriverClock::time_point deadline_;
  // A pipe was closed: the process has this long to end, which says why.
  std::optional<DriverClock::time_point> grace_;
};

}  // namespace metagate
