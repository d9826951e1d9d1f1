// A lowering of somebody else, tested with everything that metagate has: each
// fixture, random programs, laws and mutants is a test, made by one line.
#include "harness/match/instantiate_suite.h"
#include "lower/reference.h"

namespace {

// Here stands your lowering.
metagate::Result<metagate::Program> my_lowering(
    const metagate::Program& before) {
  return metagate::lower_reference(before);
}

METAGATE_INSTANTIATE_SUITE(Mine, my_lowering);

}  // namespace
