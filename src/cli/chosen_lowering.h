// The lowering that the options of a verb name: a built-in one, or a command
// that starts a driver (src/drive/PROTOCOL.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "cli/driver_faults.h"
#include "cli/verb.h"
#include "drive/driver_pool.h"
#include "lower/lowering.h"

namespace metagate {

// The options of every verb that takes one lowering; and those of a driver, for
// a verb that takes several.
[[nodiscard]] std::span<const Option> lowering_options();
[[nodiscard]] std::span<const Option> driver_options();

struct ChosenLowering {
  std::string name;  // as it was given
  Lowering lowering;
  // Of a command; else null.
  std::shared_ptr<DriverPool> pool;
  std::shared_ptr<DriverFaults> faults;
  unsigned workers = 0;

  [[nodiscard]] bool is_command() const { return pool != nullptr; }
  // What the driver calls itself, or the name as it was given: in backquotes.
  [[nodiscard]] std::string told() const;
  // How many threads keep it busy; `otherwise` where it is built in. Starts a
  // driver.
  [[nodiscard]] unsigned threads(unsigned otherwise) const;
  // The exit code of a run that would end with `code`, but for faults of the
  // driver: these are told, and make it 2.
  [[nodiscard]] int finish(int code) const;
  // While this lives, faults of the driver are only counted: the programs are
  // made up, and nobody asked for them.
  [[nodiscard]] std::unique_ptr<DriverFaults::Pause> pause() const;
};

// `text` is "reference", the name of a mutant, or a command line. One word that
// is neither a built-in name nor a program is a problem.
[[nodiscard]] Result<ChosenLowering> choose_lowering(
    const std::string& text, const Arguments& arguments);

// By `--lowering`; the reference if it is not given.
[[nodiscard]] Result<ChosenLowering> choose_lowering(
    const Arguments& arguments);

}  // namespace metagate
