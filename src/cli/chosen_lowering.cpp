#include "cli/chosen_lowering.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "cli/named.h"
#include "drive/external_lowering.h"
#include "report/printable.h"

namespace metagate {
namespace {

constexpr Option options[] = {
    {.flags = "--lowering",
     .value = "NAME|COMMAND",
     .about = "what lowers: `reference`, the name of a mutant, or a command\n"
              "line that starts a driver (src/drive/PROTOCOL.md). A built-in\n"
              "name wins; a program of that name is ./NAME"},
    {.flags = "--workers",
     .value = "N",
     .about = "driver: at most so many processes; else one for each core"},
    {.flags = "--time-limit",
     .value = "SECONDS",
     .about = "driver: for one program (30)"},
    {.flags = "--start-limit",
     .value = "SECONDS",
     .about = "driver: from its start to its first line (60)"},
    {.flags = "--memory-limit",
     .value = "MIB",
     .about = "driver: address space of a process; else no limit"},
    {.flags = "--save",
     .value = "DIR",
     .about = "where programs are written: the smallest that fails, and\n"
              "each that a driver fell over; else the working folder"},
};

// What only a command has an ear for.
constexpr std::string_view of_drivers[] = {"workers", "time-limit",
                                           "start-limit", "memory-limit"};

bool is_word(std::string_view text) {
  return text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
             "_.+-") == std::string_view::npos;
}

// Would the shell find a program of that name?
bool is_program(const std::string& word) {
  const char* const path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "" : path;
  while (!left.empty()) {
    const std::size_t colon = std::min(left.find(':'), left.size());
    const std::string file = std::string(left.substr(0, colon)) + "/" + word;
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error) &&
        ::access(file.c_str(), X_OK) == 0) {
      return true;
    }
    left.remove_prefix(std::min(colon + 1, left.size()));
  }
  return false;
}

// A number option from `least` to `most`, or `otherwise`.
Result<std::uint64_t> bounded(const Arguments& arguments, std::string_view name,
                              std::uint64_t otherwise, std::uint64_t most) {
  if (!arguments.has(name)) return otherwise;
  const std::string option = "--" + std::string(name);
  const Result<std::uint64_t> number =
      number_named(option, arguments.text(name));
  if (number && (*number < 1 || *number > most)) {
    return Problem{.message = fmt::format("{} is from 1 to {}", option, most)};
  }
  return number;
}

Result<DriverOptions> read_driver_options(const std::string& command,
                                          const Arguments& arguments) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const auto workers = bounded(arguments, "workers", cores, 256);
  const auto time = bounded(arguments, "time-limit", 30, 86400);
  const auto start = bounded(arguments, "start-limit", 60, 86400);
  const auto memory =
      bounded(arguments, "memory-limit", 0, std::uint64_t{1} << 30);
  for (const auto* read : {&workers, &time, &start, &memory}) {
    if (!*read) return read->error();
  }
  DriverOptions driver;
  driver.command = command;
  driver.workers = static_cast<unsigned>(*workers);
  driver.time_limit = std::chrono::seconds(*time);
  driver.start_limit = std::chrono::seconds(*start);
  driver.memory_limit = *memory << 20U;
  return driver;
}

}  // namespace

std::span<const Option> lowering_options() {
  return options;
}

std::span<const Option> driver_options() {
  return std::span(options).subspan(1);
}

std::string ChosenLowering::told() const {
  if (pool != nullptr) {
    if (const std::optional<Hello> hello = pool->hello();
        hello && !hello->name.empty()) {
      std::string full = hello->name;
      if (!hello->version.empty()) full += " " + hello->version;
      return quoted_name(full);
    }
  }
  return quoted_name(name);
}

unsigned ChosenLowering::threads(unsigned otherwise) const {
  if (pool == nullptr) return otherwise;
  const std::optional<Hello> hello = pool->hello();
  const unsigned window = hello ? hello->window : 1;
  // While all processes are busy, other threads make and check programs.
  return std::min(256U, workers * (window + 1));
}

int ChosenLowering::finish(int code) const {
  if (faults == nullptr) return code;
  faults->tell();
  return faults->any() ? 2 : code;
}

std::unique_ptr<DriverFaults::Pause> ChosenLowering::pause() const {
  return std::make_unique<DriverFaults::Pause>(faults.get());
}

Result<ChosenLowering> choose_lowering(const std::string& text,
                                       const Arguments& arguments) {
  ChosenLowering chosen;
  chosen.name = text;
  if (std::optional<Lowering> built_in = built_in_lowering(text)) {
    chosen.lowering = *std::move(built_in);
    return chosen;
  }
  if (text.empty() || (is_word(text) && !is_program(text))) {
    return Problem{.message = fmt::format(
                       "no lowering {}: give `reference`, a mutant, of which "
                       "`metagate mutants --list` tells the names, or a "
                       "command that starts a driver",
                       quoted_name(text))};
  }
  Result<DriverOptions> driver = read_driver_options(text, arguments);
  if (!driver) return driver.error();
  chosen.workers = driver->workers;
  chosen.faults =
      std::make_shared<DriverFaults>(std::string(arguments.text("save", ".")));
  driver->on_fault = [faults = chosen.faults](const DriverFault& fault) {
    faults->add(fault);
  };
  chosen.pool = std::make_shared<DriverPool>(*std::move(driver));
  chosen.lowering = external_lowering(chosen.pool);
  return chosen;
}

Result<ChosenLowering> choose_lowering(const Arguments& arguments) {
  const std::string text(arguments.text("lowering", "reference"));
  Result<ChosenLowering> chosen = choose_lowering(text, arguments);
  if (!chosen || chosen->is_command()) return chosen;
  for (const std::string_view option : of_drivers) {
    if (!arguments.has(option)) continue;
    return Problem{.message =
                       fmt::format("--{} is for a driver, and {} is built in",
                                   option, quoted_name(text))};
  }
  return chosen;
}

}  // namespace metagate
