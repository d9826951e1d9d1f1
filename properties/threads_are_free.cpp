// What a hunt finds does not depend on how many threads look, nor on how the
// cases are dealt out to them: of any faulty lowering, from any seed.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>

#include "harness/generate/cases.h"
#include "harness/mutants/mutants.h"
#include "harness/reduce/hunt.h"
#include "json/write.h"
#include "properties/drawn.h"

namespace metagate {
namespace {

// All that a hunt says, as text.
std::string said(const Hunt& hunt) {
  std::string text = std::to_string(hunt.cases) + " cases, " +
                     std::to_string(hunt.lowered) + " lowered, " +
                     std::to_string(hunt.coverage.keys) + " keys, " +
                     std::to_string(hunt.lawful) + " lawful\n";
  for (const auto& [fault, failure] : hunt.failures) {
    text += std::to_string(failure.index) +
            (failure.is_second_round ? " second\n" : "\n");
    text += write_capture({&failure.program, 1});
    for (const Finding& finding : failure.findings) {
      text += std::string(finding.rule) + " " + finding.place + " " +
              finding.key + " " + finding.detail + "\n";
    }
  }
  return text;
}

}  // namespace

RC_GTEST_PROP(Threads, do_not_change_what_is_found, ()) {
  static const Vocabulary words = make_vocabulary(128);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto threads = *rc::gen::inRange(2U, 9U);
  const auto block = *rc::gen::inRange<std::uint64_t>(1, 40);
  const Mutant& mutant =
      mutants()[*rc::gen::inRange<std::size_t>(0, mutants().size())];
  RC_LOG(std::string(mutant.name));
  const auto look = [&](unsigned count, std::uint64_t dealt) {
    return said(hunt(
        [&] {
          return source_of(std::make_shared<Cases>(words, profiles()[0], seed));
        },
        lowering_of(mutant),
        {.cases = 60,
         .threads = count,
         .block = dealt,
         .laws_every = 7,
         .meets_every_fault = true}));
  };
  RC_ASSERT(look(threads, block) == look(1, 60));
}

}  // namespace metagate
