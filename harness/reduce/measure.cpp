#include "harness/reduce/measure.h"

namespace metagate {
namespace {

// null 0, an integer 1, anything else 2.
std::uint64_t weight_of(const Program& program, ValueId value) {
  const Tag tag = program.store().tree(value).tag;
  if (tag == Tag::null) return 0;
  return tag == Tag::integer ? 1 : 2;
}

}  // namespace

Measure measure_of(const Program& program) {
  Measure measure;
  auto& [graphs, calls, sources, tags, operands, constants, keys, values] =
      measure.counts;
  graphs = program.graphs().size();
  for (const Graph& graph : program.graphs()) {
    if (!graph.signature) continue;
    for (const InputSpec& spec : graph.signature->inputs) {
      constants += is_constant(spec.kind) ? 1 : 0;
    }
    for (const OutputSpec& spec : graph.signature->outputs) {
      constants += spec.kind != OutputKind::user_output ? 1 : 0;
    }
  }
  for (std::size_t i = 0; i < program.nodes().size(); ++i) {
    const NodeId id(i);
    const Op op = program.node(id).op;
    const bool is_source = op == Op::placeholder || op == Op::get_attr;
    (is_source ? sources : calls) += 1;
    operands += program.operands(id).size();
    for (const MetaEntry& entry : program.meta(id)) {
      if (entry.key == known::delegation_tag) {
        ++tags;
      } else {
        ++keys;
        values += weight_of(program, entry.value);
      }
    }
  }
  return measure;
}

}  // namespace metagate
