#include "json/exchange.h"

#include <utility>

#include "json/read.h"

namespace metagate {
namespace {

Problem wrong(std::string message) {
  return {.message = std::move(message), .file = "the answer"};
}

}  // namespace

Result<Program> receive_program(const Program& program, const SentProgram& sent,
                                std::string document, bool same_objects) {
  Ground ground;
  // What holds no object twice has nothing to lose.
  if (same_objects || sent.objects.empty()) {
    ground = {program.shared_store(), sent.objects};
  }
  Result<Document> read = read_text("the answer", std::move(document), ground);
  if (!read) return std::move(read).error();
  if (read->programs.size() != 1) {
    return wrong("the document has " + std::to_string(read->programs.size()) +
                 " programs, and must have one");
  }
  const std::size_t count = read->object_offsets.size();
  if (same_objects && count < sent.objects.size()) {
    return wrong("same_objects, but the table has " + std::to_string(count) +
                 " objects, and " + std::to_string(sent.objects.size()) +
                 " were sent");
  }
  return std::move(read->programs.front());
}

}  // namespace metagate
