#include "cli/fail.h"

#include "cli/streams.h"
#include "report/problem_line.h"

namespace metagate {

int fail(const Problems& problems) {
  for (const Problem& problem : problems) {
    tell("metagate: " + problem_line(problem));
  }
  return 2;
}

}  // namespace metagate
