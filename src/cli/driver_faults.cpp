#include "cli/driver_faults.h"

#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "base/digest.h"
#include "cli/streams.h"
#include "json/escape.h"
#include "json/read.h"
#include "json/write.h"
#include "report/printable.h"
#include "report/problem_line.h"
#include "report/verdict.h"

namespace metagate {
namespace {

// What a driver said, as lines of printable text.
std::string said(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    out += printable(bytes.substr(0, end)) + "\n";
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
  }
  return out;
}

std::string_view last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t before = text.rfind('\n');
  return before == std::string_view::npos ? text : text.substr(before + 1);
}

// A capture of the program, which says as its producer what happened on it.
std::string case_of(const DriverFault& fault) {
  std::string producer = "{\"name\":\"metagate\",\"extra\":{\"fault\":";
  append_string(producer, name_of(fault.kind));
  producer += ",\"message\":";
  append_string(producer, printable(fault.message));
  producer += ",\"stderr\":";
  append_string(producer, said(fault.stderr_end));
  producer += "}}";
  const Result<Document> document = read_text("case", fault.document);
  if (!document) return fault.document + "\n";
  return write_capture(document->programs, {.producer_json = producer});
}

}  // namespace

void DriverFaults::add(const DriverFault& fault) {
  const std::scoped_lock lock(mutex_);
  if (paused_ > 0) {
    // That it dies is what such a program may be cut for.
    in_pauses_ += fault.kind == FaultKind::crash ? 0 : 1;
    return;
  }
  if (++counts_[fault.kind] > most_told) {
    ++untold_;
    return;
  }
  Told told{.message = fmt::format("driver-{}: {}", name_of(fault.kind),
                                   printable(fault.message)),
            .unsaved = {}};
  if (!fault.is_lasting) told.message += "; asked again, it was not so";
  const std::string_view last = last_line(fault.stderr_end);
  if (!last.empty()) {
    told.message += "; it had said: " + printable(last);
  }
  if (fault.document.empty()) {
    told_.try_emplace(told.message, told);
    return;
  }
  std::error_code ignored;
  std::filesystem::create_directories(folder_, ignored);
  const std::string path =
      (std::filesystem::path(folder_) /
       fmt::format("driver-{}-{}.json", name_of(fault.kind),
                   sha256_hex(fault.document).substr(0, 8)))
          .string();
  if (const auto problem = write_file(path, case_of(fault))) {
    told.unsaved.push_back(*problem);
  } else {
    told.message += "; on " + path;
  }
  told_.try_emplace(path, std::move(told));
}

bool DriverFaults::any() const {
  const std::scoped_lock lock(mutex_);
  return !told_.empty();
}

Problems DriverFaults::problems() const {
  const std::scoped_lock lock(mutex_);
  Problems problems;
  const auto say = [&problems](std::string message) {
    problems.push_back({.message = std::move(message)});
  };
  for (const auto& [file, told] : told_) {
    say(told.message);
    problems.insert(problems.end(), told.unsaved.begin(), told.unsaved.end());
  }
  if (untold_ > 0) {
    say("and " + counted(untold_, "more fault") + " of the driver");
  }
  return problems;
}

void DriverFaults::tell() const {
  for (const Problem& problem : problems()) {
    metagate::tell("metagate: " + problem_line(problem));
  }
  const std::scoped_lock lock(mutex_);
  if (in_pauses_ == 0) return;
  metagate::tell("metagate: " + counted(in_pauses_, "fault") +
                 " of the driver while programs were cut");
}

DriverFaults::Pause::Pause(DriverFaults* faults) : faults_(faults) {
  if (faults_ == nullptr) return;
  const std::scoped_lock lock(faults_->mutex_);
  ++faults_->paused_;
}

DriverFaults::Pause::~Pause() {
  if (faults_ == nullptr) return;
  const std::scoped_lock lock(faults_->mutex_);
  --faults_->paused_;
}

}  // namespace metagate
