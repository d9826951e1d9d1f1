#include "drive/external_lowering.h"

#include <string>
#include <utility>

#include "json/exchange.h"
#include "lower/reference.h"

namespace metagate {
namespace {

bool is_valid(const Program& program) {
  return lower_reference(program).has_value();
}

Problem of_fault(const Program& program, const Outcome& outcome) {
  Problem problem{.message = outcome.fault->message,
                  .code = std::string(no_program::fault)};
  if (outcome.is_given_up) {
    problem.code = no_program::gone;
  } else if (outcome.fault->kind == FaultKind::crash && is_valid(program)) {
    problem.code = no_program::crash;
  }
  return problem;
}

Problem of_error(const Program& program, const Answer& answer) {
  if (answer.code == "unsupported") {
    return {.message = answer.message,
            .code = std::string(no_program::unsupported)};
  }
  if (!is_valid(program)) {
    return {.message = answer.message, .code = answer.code};
  }
  return {.message = answer.message.empty()
                         ? answer.code
                         : answer.code + ": " + answer.message,
          .code = std::string(no_program::error)};
}

std::string place_told(const Problem& problem) {
  if (problem.path.empty()) return {};
  return " at " + problem.path;
}

}  // namespace

Lowering external_lowering(std::shared_ptr<DriverPool> pool) {
  return [pool = std::move(pool)](const Program& program) -> Result<Program> {
    const SentProgram sent = send_program(program);
    Outcome outcome = pool->ask(sent.line);
    if (outcome.fault) return of_fault(program, outcome);
    Answer& answer = *outcome.answer;
    if (answer.is_error()) return of_error(program, answer);
    Result<Program> received = receive_program(
        program, sent, std::move(answer.document), answer.same_objects);
    if (received) return received;
    const Problem& why = received.error().front();
    const DriverFault fault{
        .kind = FaultKind::garbage,
        .message = "the answered document: " + why.message + place_told(why),
        .stderr_end = {},
        .document = sent.line,
        .is_lasting = true};
    pool->report(fault);
    return Problem{.message = fault.message,
                   .code = std::string(no_program::fault)};
  };
}

}  // namespace metagate
