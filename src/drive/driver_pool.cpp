#include "drive/driver_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "drive/driver_process.h"

namespace metagate {
namespace {

constexpr std::chrono::milliseconds leave_time(2000);
// How often it is looked whether a process is gone whose pipes are still open.
constexpr std::chrono::milliseconds look_time(100);
// A driver that has worked once is given up after so many starts in a row.
constexpr unsigned most_failed_starts = 3;

// Wakes a thread that waits in poll().
class Bell {
 public:
  Bell() {
    if (::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) != 0) ends_[0] = ends_[1] = -1;
  }
  ~Bell() {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;

  void ring() { static_cast<void>(!::write(ends_[1], "!", 1)); }
  void silence() {
    char bytes[64];
    while (::read(ends_[0], bytes, sizeof bytes) > 0) {
    }
  }
  [[nodiscard]] int file() const { return ends_[0]; }

 private:
  int ends_[2] = {-1, -1};
};

// A write to a pipe that nobody reads is an error here, and no signal.
void ignore_broken_pipes() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

}  // namespace

// All but what is guarded by the mutex belongs to the thread of the pool.
class DriverPool::Loop {
 public:
  explicit Loop(DriverOptions options)
      : options_(std::move(options)),
        slots_(std::max(1U, options_.workers)),
        thread_([this] { run(); }) {}

  ~Loop() {
    {
      const std::scoped_lock lock(mutex_);
      is_over_ = true;
    }
    bell_.ring();
    thread_.join();
  }

  void ask(JobPtr job) {
    {
      const std::scoped_lock lock(mutex_);
      arrived_.push_back(std::move(job));
    }
    bell_.ring();
  }

  std::optional<Hello> hello() {
    auto promise = std::make_shared<std::promise<std::optional<Hello>>>();
    {
      const std::scoped_lock lock(mutex_);
      curious_.push_back(promise);
    }
    bell_.ring();
    return promise->get_future().get();
  }

  void report(const DriverFault& fault) {
    const std::scoped_lock lock(report_mutex_);
    if (options_.on_fault) options_.on_fault(fault);
  }

 private:
  using Slot = std::unique_ptr<DriverProcess>;
  using Curious = std::shared_ptr<std::promise<std::optional<Hello>>>;

  void run() {
    ignore_broken_pipes();
    while (!collect()) {
      assign();
      tell_hello();
      wait();
      const auto now = DriverClock::now();
      for (Slot& slot : slots_) serve(slot, now);
    }
    leave();
  }

  // Takes over what others have left here. True when it is all over.
  bool collect() {
    bell_.silence();
    const std::scoped_lock lock(mutex_);
    for (JobPtr& job : arrived_) {
      job->id = ++last_id_;
      waiting_.push_back(std::move(job));
    }
    arrived_.clear();
    for (Curious& one : curious_) asked_for_hello_.push_back(std::move(one));
    curious_.clear();
    return is_over_;
  }

  // --- who does what ---------------------------------------------------------

  void assign() {
    if (is_given_up_) {
      refuse_all();
      return;
    }
    const auto now = DriverClock::now();
    for (Slot& slot : slots_) {
      if (slot && slot->hello() && slot->is_new() && !suspects_.empty()) {
        give(*slot, suspects_, now);
      }
    }
    for (Slot& slot : slots_) {
      while (slot && slot->has_room() && !waiting_.empty()) {
        give(*slot, waiting_, now);
      }
    }
    start_more(now);
  }

  static void give(DriverProcess& process, std::deque<JobPtr>& jobs,
                   DriverClock::time_point now) {
    process.ask(jobs.front(), now);
    jobs.pop_front();
  }

  // As many processes as there is work for.
  void start_more(DriverClock::time_point now) {
    std::size_t starting = 0;
    std::size_t known = 0;
    for (const Slot& slot : slots_) {
      starting += slot && !slot->hello() ? 1U : 0U;
      known += slot ? 1U : 0U;
    }
    const bool wants_hello = !asked_for_hello_.empty() && known == 0;
    std::size_t wanted = suspects_.size() + waiting_.size();
    if (wants_hello) wanted = std::max<std::size_t>(wanted, 1);
    for (Slot& slot : slots_) {
      if (starting >= wanted || is_given_up_) return;
      // A suspect needs a new process: one that has nothing to do makes way.
      const bool is_idle = slot && slot->hello() && slot->under_way().empty();
      if (slot && !(is_idle && starting < suspects_.size())) continue;
      slot.reset();
      start(slot, now);
      ++starting;
    }
  }

  void start(Slot& slot, DriverClock::time_point now) {
    Result<std::unique_ptr<Process>> process =
        Process::start(options_.command, options_.memory_limit);
    if (process) {
      slot =
          std::make_unique<DriverProcess>(*std::move(process), options_, now);
      return;
    }
    failed_to_start({.kind = FaultKind::no_hello,
                     .message = process.error().front().message,
                     .stderr_end = {},
                     .document = {}});
  }

  // --- what happens ----------------------------------------------------------

  void wait() {
    std::vector<pollfd> files = {{bell_.file(), POLLIN, 0}};
    auto timeout = std::chrono::milliseconds(-1);
    const auto now = DriverClock::now();
    for (const Slot& slot : slots_) {
      if (!slot) continue;
      Process& process = slot->process();
      files.push_back({process.out(), POLLIN, 0});
      files.push_back({process.err(), POLLIN, 0});
      files.push_back({slot->wants_to_write() ? process.in() : -1, POLLOUT, 0});
      auto time = look_time;
      if (const auto deadline = slot->deadline()) {
        time = std::min(time, std::chrono::ceil<std::chrono::milliseconds>(
                                  std::max(*deadline, now) - now));
      }
      if (timeout.count() < 0 || time < timeout) timeout = time;
    }
    ::poll(files.data(), files.size(), static_cast<int>(timeout.count()));
  }

  void serve(Slot& slot, DriverClock::time_point now) {
    if (!slot) return;
    const DriverProcess::OnAnswer on_answer = [this](const JobPtr& job,
                                                     Answer answer) {
      if (job->first_fault) report(*job->first_fault);
      job->done({.answer = std::move(answer), .fault = {}});
    };
    const bool was_greeted = slot->hello().has_value();
    slot->send();
    slot->listen();
    std::optional<Trouble> trouble = slot->read(on_answer, now);
    if (!trouble) trouble = slot->look(on_answer, now);
    if (slot->hello() && !was_greeted) {
      failed_starts_ = 0;
      hello_ = slot->hello();
    }
    if (trouble) end(slot, *trouble);
  }

  // A process that can't go on: what was under way in it is asked again.
  void end(Slot& slot, const Trouble& trouble) {
    const std::unique_ptr<DriverProcess> process = std::move(slot);
    process->process().kill();
    process->listen();
    DriverFault fault{.kind = trouble.kind,
                      .message = trouble.message,
                      .stderr_end = process->stderr_end(),
                      .document = process->document()};
    if (!process->hello()) {
      failed_to_start(std::move(fault));
      return;
    }
    std::deque<JobPtr>& jobs = process->under_way();
    if (jobs.empty()) {
      report(fault);
      return;
    }
    if (process->is_on_first_alone()) {
      fault.is_lasting = true;
      report(fault);
      jobs.front()->done({.answer = {}, .fault = std::move(fault)});
      return;
    }
    jobs.front()->first_fault = std::move(fault);
    for (JobPtr& job : jobs) {
      job->is_alone = true;
      suspects_.push_back(std::move(job));
    }
  }

  void failed_to_start(DriverFault fault) {
    ++failed_starts_;
    is_given_up_ = !hello_ || failed_starts_ >= most_failed_starts;
    fault.is_lasting = is_given_up_;
    if (!is_given_up_) {
      fault.document = first_waiting();
      report(fault);
      return;
    }
    why_given_up_ = std::move(fault);
  }

  // What waits longest for a process.
  [[nodiscard]] std::string first_waiting() const {
    for (const std::deque<JobPtr>* jobs : {&suspects_, &waiting_}) {
      if (!jobs->empty()) return jobs->front()->document;
    }
    return {};
  }

  // Once, with a program that it keeps from being lowered, if there is any.
  void tell_why_given_up() {
    if (!is_given_up_ || is_told_) return;
    why_given_up_.document = first_waiting();
    report(why_given_up_);
    is_told_ = true;
  }

  void refuse_all() {
    if (!first_waiting().empty()) tell_why_given_up();
    for (std::deque<JobPtr>* jobs : {&suspects_, &waiting_}) {
      for (const JobPtr& job : *jobs) {
        job->done({.answer = {}, .fault = why_given_up_, .is_given_up = true});
      }
      jobs->clear();
    }
  }

  void tell_hello() {
    if (!hello_ && !is_given_up_) return;
    for (const Curious& one : asked_for_hello_) one->set_value(hello_);
    asked_for_hello_.clear();
  }

  // Nobody waits any more: all processes may leave, and then must.
  void leave() {
    tell_why_given_up();
    for (Slot& slot : slots_) {
      if (slot) slot->process().close_in();
    }
    const auto end = DriverClock::now() + leave_time;
    const auto is_there = [](const Slot& slot) {
      return slot && !slot->process().look();
    };
    while (std::any_of(slots_.begin(), slots_.end(), is_there) &&
           DriverClock::now() < end) {
      for (Slot& slot : slots_) {
        if (slot) slot->listen();
      }
      ::poll(nullptr, 0, 5);
    }
    slots_.clear();
  }

  const DriverOptions options_;
  Bell bell_;

  std::mutex mutex_;
  std::vector<JobPtr> arrived_;
  std::vector<Curious> curious_;
  bool is_over_ = false;

  std::mutex report_mutex_;

  std::vector<Slot> slots_;
  std::deque<JobPtr> waiting_;
  std::deque<JobPtr> suspects_;  // each needs a new process to itself
  std::vector<Curious> asked_for_hello_;
  std::uint64_t last_id_ = 0;
  std::optional<Hello> hello_;
  unsigned failed_starts_ = 0;
  bool is_given_up_ = false;
  DriverFault why_given_up_;
  bool is_told_ = false;

  std::thread thread_;  // last: it uses all of the above
};

DriverPool::DriverPool(DriverOptions options)
    : loop_(std::make_unique<Loop>(std::move(options))) {}

DriverPool::~DriverPool() = default;

Outcome DriverPool::ask(std::string document) {
  const auto promise = std::make_shared<std::promise<Outcome>>();
  const auto job = std::make_shared<Job>();
  job->document = std::move(document);
  job->done = [promise](Outcome outcome) {
    promise->set_value(std::move(outcome));
  };
  std::future<Outcome> outcome = promise->get_future();
  loop_->ask(job);
  return outcome.get();
}

std::optional<Hello> DriverPool::hello() {
  return loop_->hello();
}

void DriverPool::report(const DriverFault& fault) {
  loop_->report(fault);
}

}  // namespace metagate
