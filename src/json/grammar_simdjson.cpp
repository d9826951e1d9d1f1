// The only file that knows simdjson.
#include <simdjson.h>

#include "json/grammar.h"

namespace metagate {

bool is_surely_json(const std::string& text) {
  simdjson::dom::parser parser;
  // It counts the level of the document itself, and refuses to reach its
  // limit.
  if (parser.allocate(text.size(), most_levels + 1)) return false;
  // With room behind the text it is read in place, else copied.
  const bool has_room =
      text.capacity() - text.size() >= simdjson::SIMDJSON_PADDING;
  return parser.parse(text.data(), text.size(), !has_room).error() ==
         simdjson::SUCCESS;
}

}  // namespace metagate
