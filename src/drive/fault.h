// What a driver does wrong as a process (PROTOCOL.md, "Faults"): it is no
// finding of a program, but keeps programs from being checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace metagate {

enum class FaultKind : std::uint8_t {
  slow_start,
  no_hello,
  crash,
  early_exit,
  hang,
  flood,
  partial_line,
  garbage,
  wrong_id,
};

// "hang", "early-exit": for file names and messages.
[[nodiscard]] std::string_view name_of(FaultKind kind);

struct DriverFault {
  FaultKind kind = FaultKind::garbage;
  std::string message;     // one line: what was seen
  std::string stderr_end;  // the last of what the process said
  // The document that the driver was working on, or had been given last; where
  // it never began, the first that waited for it. A line without line feed.
  std::string document;
  // In a new process that was asked nothing else it was the same. Else the
  // answer came, when it was asked again.
  bool is_lasting = false;
};

}  // namespace metagate
