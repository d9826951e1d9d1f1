// metagate: proves that a graph lowering loses no node metadata.
//
// Exit codes: 0 clean, 1 findings, 2 not everything could be checked.

#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/streams.h"

int main(int argc, char** argv) {
  metagate::prepare_streams();
  try {
    return metagate::run_command_line(
        std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::bad_alloc&) {
    metagate::tell("metagate: out of memory: nothing can be said of the input");
  } catch (const std::exception& error) {
    metagate::tell("metagate: an error of metagate itself: " +
                   std::string(error.what()));
  }
  return 2;
}
