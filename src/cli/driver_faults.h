// The faults of a driver during a run: each program that it fell over is saved
// at once; what was seen is told at the end, in an order that does not depend
// on which process was faster.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/result.h"
#include "drive/fault.h"

namespace metagate {

class DriverFaults {
 public:
  explicit DriverFaults(std::string folder) : folder_(std::move(folder)) {}

  // May be called by any thread.
  void add(const DriverFault& fault);
  [[nodiscard]] bool any() const;

  // One each.
  [[nodiscard]] Problems problems() const;
  // A line each, on standard error.
  void tell() const;

  // Counts, but neither saves nor tells, until it is gone.
  class Pause {
   public:
    explicit Pause(DriverFaults* faults);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    DriverFaults* faults_;  // may be null
  };

 private:
  // So many programs of each kind are saved and told; the others are counted.
  static constexpr std::size_t most_told = 20;

  struct Told {
    std::string message;
    Problems unsaved;
  };

  const std::string folder_;
  mutable std::mutex mutex_;
  std::map<std::string, Told> told_;  // by file
  std::map<FaultKind, std::size_t> counts_;
  std::size_t untold_ = 0;
  std::size_t paused_ = 0;     // how many pauses there are
  std::size_t in_pauses_ = 0;  // faults
};

}  // namespace metagate
