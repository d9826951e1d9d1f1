#include "report/problem_line.h"

#include <fmt/format.h>

#include "report/printable.h"

namespace metagate {

std::string problem_place(const Problem& problem) {
  std::string place = printable(problem.file);
  if (problem.line > 0) {
    place += fmt::format(":{}:{}", problem.line, problem.column);
  }
  return place;
}

std::string problem_line(const Problem& problem) {
  const std::string place = problem_place(problem);
  return (place.empty() ? "" : place + ": ") + printable(problem.message);
}

}  // namespace metagate
