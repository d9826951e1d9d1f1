// A program to another process, and what it makes of it back, so that an object
// that both hold stays one object (src/drive/PROTOCOL.md).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ir/program.h"

namespace metagate {

// A program as a document of one line, without line feed and string table.
struct SentProgram {
  std::string line;
  // Which object of the program's store each entry of `objects` is; none of a
  // meta dict that several nodes share and that is no object.
  std::vector<ObjectId> objects;
};

[[nodiscard]] SentProgram send_program(const Program& program);

// Reads a document of one program that was made of `program`, which was sent as
// `sent`. With `same_objects` the first entries of its object table are the
// objects of `sent`, in that order. Without, the two have nothing to do with
// each other, as if they were read from two files.
//
// What the format refuses, another number of programs, and an object table that
// is too short are problems.
[[nodiscard]] Result<Program> receive_program(const Program& program,
                                              const SentProgram& sent,
                                              std::string document,
                                              bool same_objects);

}  // namespace metagate
