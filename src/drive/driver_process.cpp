#include "drive/driver_process.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

namespace metagate {
namespace {

// A process whose pipes are closed is as good as over.
constexpr std::chrono::milliseconds grace_time(500);
// A flood does not keep the pool from its other work for long.
constexpr int most_rounds = 16;
// So much of what one process says goes on to our standard error.
constexpr std::size_t most_passed_on = std::size_t{1} << 20;

enum class ReadState : std::uint8_t { nothing, bytes, end };

// Reads what is there, up to the size of `buffer`.
ReadState read_some(int file, std::string& buffer) {
  buffer.resize(std::size_t{1} << 16);
  for (;;) {
    const ssize_t count = ::read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    buffer.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    if (count > 0) return ReadState::bytes;
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
               ? ReadState::nothing
               : ReadState::end;
  }
}

std::string seconds_told(std::chrono::milliseconds time) {
  const auto count = time.count();
  if (count % 1000 != 0) return std::to_string(count) + " ms";
  return std::to_string(count / 1000) + " s";
}

void pass_on(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

DriverProcess::DriverProcess(std::unique_ptr<Process> process,
                             const DriverOptions& options,
                             DriverClock::time_point now)
    : options_(options),
      process_(std::move(process)),
      deadline_(now + options.start_limit) {}

bool DriverProcess::has_room() const {
  if (!hello_ || grace_) return false;
  if (!under_way_.empty() && under_way_.front()->is_alone) return false;
  return under_way_.size() < hello_->window;
}

std::string DriverProcess::document() const {
  return under_way_.empty() ? last_document_ : under_way_.front()->document;
}

std::optional<DriverClock::time_point> DriverProcess::deadline() const {
  if (grace_) return grace_;
  if (hello_ && under_way_.empty()) return std::nullopt;
  return deadline_;
}

void DriverProcess::ask(JobPtr job, DriverClock::time_point now) {
  if (under_way_.empty()) deadline_ = now + options_.time_limit;
  ++asked_;
  unsent_ += request_line(job->id, job->document);
  under_way_.push_back(std::move(job));
  send();
}

void DriverProcess::send() {
  std::size_t sent = 0;
  while (sent < unsent_.size() && process_->in() >= 0) {
    const ssize_t count =
        ::write(process_->in(), unsent_.data() + sent, unsent_.size() - sent);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      break;
    } else if (errno != EINTR) {
      // Nobody reads there any more. What it has answered may still come.
      process_->close_in();
      if (!grace_) grace_ = DriverClock::now() + grace_time;
    }
  }
  unsent_.erase(0, sent);
}

void DriverProcess::listen() {
  std::string bytes;
  for (int rounds = 0; rounds < most_rounds && process_->err() >= 0; ++rounds) {
    const ReadState state = read_some(process_->err(), bytes);
    if (state == ReadState::end) process_->close_err();
    if (state != ReadState::bytes) return;
    said_.add(bytes);
    if (!options_.passes_on_stderr || passed_on_ >= most_passed_on) continue;
    const std::string_view shown =
        std::string_view(bytes).substr(0, most_passed_on - passed_on_);
    passed_on_ += shown.size();
    pass_on(shown);
    if (passed_on_ == most_passed_on) {
      pass_on("\nmetagate: the driver says more, which is not shown\n");
    }
  }
}

std::optional<Trouble> DriverProcess::read(const OnAnswer& on_answer,
                                           DriverClock::time_point now) {
  std::string bytes;
  for (int rounds = 0; rounds < most_rounds && process_->out() >= 0; ++rounds) {
    const ReadState state = read_some(process_->out(), bytes);
    if (state == ReadState::end) {
      process_->close_out();
      if (!grace_) grace_ = now + grace_time;
    }
    if (state != ReadState::bytes) return std::nullopt;
    heard_ += bytes.size();
    lines_.add(bytes);
    while (const auto line = lines_.take()) {
      if (auto trouble = take_line(*line, on_answer, now)) return trouble;
    }
    if (lines_.rest() > options_.longest_line) {
      return Trouble{FaultKind::flood,
                     "a line of more than " +
                         std::to_string(options_.longest_line) + " bytes"};
    }
  }
  return std::nullopt;
}

std::optional<Trouble> DriverProcess::take_line(const std::string& line,
                                                const OnAnswer& on_answer,
                                                DriverClock::time_point now) {
  if (!hello_) {
    Result<Hello> hello = read_hello(line);
    if (!hello) {
      return Trouble{FaultKind::no_hello, hello.error().front().message};
    }
    hello_ = *std::move(hello);
    return std::nullopt;
  }
  Result<Answer> answer = read_answer(line);
  if (!answer) {
    return Trouble{FaultKind::garbage, answer.error().front().message};
  }
  const auto found =
      std::find_if(under_way_.begin(), under_way_.end(),
                   [&](const JobPtr& job) { return job->id == answer->id; });
  if (found == under_way_.end()) {
    return Trouble{FaultKind::wrong_id,
                   "an answer to " + std::to_string(answer->id) +
                       ", which was not asked or is answered"};
  }
  const JobPtr job = *found;
  under_way_.erase(found);
  last_document_ = job->document;
  deadline_ = now + options_.time_limit;
  on_answer(job, *std::move(answer));
  return std::nullopt;
}

std::optional<Trouble> DriverProcess::look(const OnAnswer& on_answer,
                                           DriverClock::time_point now) {
  if (const auto end = process_->look()) {
    // What it said last is still in the pipes.
    for (std::uint64_t before = 0; process_->out() >= 0;) {
      before = heard_;
      if (auto trouble = read(on_answer, now)) return trouble;
      if (heard_ == before) break;
    }
    listen();
    return ended(*end);
  }
  if (grace_ && now >= *grace_) {
    return Trouble{FaultKind::early_exit,
                   process_->in() < 0 ? "it closed its standard input"
                                      : "it closed its standard output"};
  }
  const auto deadline = this->deadline();
  if (deadline && now >= *deadline) return late();
  return std::nullopt;
}

Trouble DriverProcess::ended(const ProcessEnd& end) const {
  if (!hello_) {
    return {FaultKind::no_hello,
            "it ended with " + end.told() + " before it said hello"};
  }
  const std::string when =
      under_way_.empty() ? " after an answer" : " before it had answered";
  if (!end.is_good()) {
    return {FaultKind::crash, "it ended with " + end.told() + when};
  }
  if (lines_.rest() > 0) {
    return {FaultKind::partial_line, "it ended within a line, after " +
                                         std::to_string(lines_.rest()) +
                                         " bytes of it"};
  }
  return {FaultKind::early_exit, "it ended with exit code 0" + when};
}

Trouble DriverProcess::late() const {
  if (!hello_) {
    return {FaultKind::slow_start,
            "no hello within " + seconds_told(options_.start_limit)};
  }
  std::string message = "no answer within " + seconds_told(options_.time_limit);
  if (lines_.rest() > 0) {
    message += ", but " + std::to_string(lines_.rest()) +
               " bytes of a line without end";
  }
  return {FaultKind::hang, std::move(message)};
}

}  // namespace metagate
