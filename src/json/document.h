// A document of `metagate/1` (FORMAT.md) as it was read: its text and the
// programs in it. It stays good when it is moved: all views are into `text`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program.h"

namespace metagate {

struct Document {
  std::string file;                         // as given
  std::string sha256;                       // of the file's bytes as on disk
  std::shared_ptr<const std::string> text;  // after gunzip
  std::vector<Program> programs;            // never empty; one store for all
  std::string_view case_json;               // the object's text, or empty
  std::string_view producer_json;           // likewise
  // Where each entry of `objects` stands in `text`.
  std::vector<std::uint32_t> object_offsets;
};

}  // namespace metagate
