// Writes `metagate/1` (FORMAT.md, "Writing"): one node a line, LF, ASCII, and
// the same bytes for the same programs everywhere.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "ir/program.h"
#include "json/document.h"

namespace metagate {

// JSON texts that go into the document as they are; empty = left out.
struct WriteOptions {
  std::string_view producer_json = {};
  std::string_view case_json = {};
};

// A dump: strings of 24 characters and more in the string table, objects that
// are met more than once in the object table, both numbered by first use.
// Objects that are one with several values are named in `same_object`.
[[nodiscard]] std::string write_capture(std::span<const Program> programs,
                                        const WriteOptions& options = {});

// A golden: no string table, only shared objects in the object table, the
// keys of meta sorted.
[[nodiscard]] std::string write_golden(std::span<const Program> programs);

// The document as it was read.
[[nodiscard]] std::string write_document(const Document& document);

// A value without tables, for reports and people: what `$ref` refers to stands
// in its place. A circle, and what comes after about `budget` bytes or 256
// levels, is {"$opaque": {"class": "metagate.left_out", ...}}.
[[nodiscard]] std::string value_json(const Tree& tree, const Store& store,
                                     std::size_t budget);

}  // namespace metagate
