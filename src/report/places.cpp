#include "report/places.h"

namespace metagate {

std::optional<Place> Places::of(const CapturedStage& side, NodeId node,
                                std::string_view key) {
  if (side.document == nullptr || node.is_none()) return std::nullopt;
  std::unique_ptr<Lines>& lines = lines_[side.document.get()];
  if (lines == nullptr) lines = std::make_unique<Lines>(*side.document->text);
  const std::size_t offset =
      key.empty() ? side.program->node(node).source
                  : offset_of(*side.document, *side.program, node, key);
  const Position position = lines->at(offset);
  return Place{.file = side.document->file,
               .line = position.line,
               .column = position.column,
               .offset = offset};
}

std::optional<Place> Places::of(const Pair& pair, const Finding& finding) {
  const CapturedStage& side = finding.vanished ? pair.before : pair.after;
  if (auto place = of(side, finding.node, finding.key)) return place;
  return of(pair.before, origin_of(pair, finding), finding.key);
}

NodeId Places::origin_of(const Pair& pair, const Finding& finding) {
  const Program* before = pair.before.program.get();
  if (!finding.from || before == nullptr) return {};
  std::unique_ptr<Names>& names = names_[before];
  if (names == nullptr) names = std::make_unique<Names>(*before);
  return names->node(finding.from->graph, finding.from->node);
}

}  // namespace metagate
