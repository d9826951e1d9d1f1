#include "json/text_source.h"

#include "json/operands.h"
#include "json/value_reader.h"

namespace metagate {
namespace {

constexpr std::uint64_t args_bit = std::uint64_t{1} << 63U;

}  // namespace

std::uint64_t SourcePlace::packed() const {
  const std::uint64_t number = graph == no_graph ? 0 : std::uint64_t{graph} + 1;
  return (is_args ? args_bit : 0) | (number << 32U) | offset;
}

SourcePlace SourcePlace::unpack(std::uint64_t where) {
  const auto number = static_cast<std::uint32_t>((where & ~args_bit) >> 32U);
  return {.offset = static_cast<Offset>(where & 0xffffffffU),
          .graph = number == 0 ? no_graph : number - 1,
          .is_args = (where & args_bit) != 0};
}

TextSource::TextSource(std::shared_ptr<const std::string> text, Tables tables,
                       std::vector<std::string> graph_names)
    : text_(std::move(text)),
      tables_(std::move(tables)),
      graph_names_(std::move(graph_names)) {}

Tree TextSource::tree(std::uint64_t where) const {
  const SourcePlace place = SourcePlace::unpack(where);
  Complaints none;
  ValueReader reader(*text_, tables_, nullptr, none);
  Scope scope{.graph = place.graph};
  if (place.graph != no_graph) scope.graph_name = graph_names_[place.graph];
  Cursor cursor(*text_, place.offset);
  Tree tree = reader.read(cursor, scope);
  if (place.is_args) {
    std::vector<NodeId> operands;
    extract_operands(tree, operands);
  }
  return tree;
}

}  // namespace metagate
