#include "cli/verb.h"

#include <utility>

namespace metagate {

void Arguments::add(std::string_view name, std::vector<std::string> values) {
  values_.insert_or_assign(std::string(name), std::move(values));
}

bool Arguments::has(std::string_view name) const {
  return values_.find(name) != values_.end();
}

const std::vector<std::string>& Arguments::all(std::string_view name) const {
  static const std::vector<std::string> none;
  const auto found = values_.find(name);
  return found == values_.end() ? none : found->second;
}

std::string_view Arguments::text(std::string_view name,
                                 std::string_view otherwise) const {
  const std::vector<std::string>& values = all(name);
  return values.empty() ? otherwise : std::string_view(values.front());
}

}  // namespace metagate
