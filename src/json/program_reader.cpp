#include "json/program_reader.h"

#include <algorithm>

#include "json/fields.h"
#include "json/interface_reader.h"
#include "json/operands.h"
#include "json/text_source.h"

namespace metagate {

ProgramReader::ProgramReader(const Reading& reading,
                             std::shared_ptr<const Store> store)
    : reading_(reading),
      store_(std::move(store)),
      values_(reading.text, reading.layout.tables, &reading.names,
              reading.complaints),
      metas_(reading) {}

Program ProgramReader::read() {
  const ProgramPlace& place = reading_.layout.programs[position_.program];
  ProgramBuilder builder(store_);
  std::size_t nodes = 0;
  for (const GraphPlace& graph : place.graphs) nodes += graph.nodes.size();
  builder.reserve(nodes, 0);
  metas_.begin_program();
  for (const GraphPlace& graph : place.graphs) {
    read_graph(graph, builder);
    ++position_.graph;
  }
  ++position_.program;
  return std::move(builder).build(
      place.stage == 0 ? "" : reading_.text_at(place.stage));
}

void ProgramReader::read_graph(const GraphPlace& graph,
                               ProgramBuilder& builder) {
  scope_ = {.program = position_.program,
            .graph = position_.graph,
            .graph_name = reading_.graph_names[position_.graph]};
  has_output_ = false;
  const GraphId id =
      builder.begin_graph(reading_.store.intern(scope_.graph_name));
  modules_ = read_modules(reading_, graph, position_);
  for (const Module& module : modules_) builder.add_module(id, module);
  for (const NodePlace& node : graph.nodes) read_node(node, builder);
  if (auto signature = read_signature(reading_, graph, position_)) {
    builder.set_signature(id, *std::move(signature));
  }
}

void ProgramReader::read_node(const NodePlace& node, ProgramBuilder& builder) {
  NodeSpec spec;
  spec.name = reading_.store.intern(reading_.text_at(node.name));
  spec.source = node.begin;
  if (node.target != 0) {
    spec.target = reading_.store.intern(reading_.text_at(node.target));
  }
  read_op(node, spec);
  check_target(node, spec);
  scope_.user = NodeId(builder.node_count());
  operands_.clear();
  read_args(node, spec);
  read_kwargs(node, spec);
  scope_.user = {};
  spec.operands = operands_;
  spec.meta = metas_.read(node.meta, scope_, builder);
  builder.add_node(spec);
}

void ProgramReader::read_op(const NodePlace& node, NodeSpec& spec) {
  if (node.op == 0) return;  // complained about
  const std::string name = reading_.text_at(node.op);
  const auto op = op_of(name);
  if (!op) {
    reading_.complaints.add(node.op, "unknown op " + in_quotes(name));
    return;
  }
  spec.op = *op;
  if (spec.op != Op::output) return;
  if (has_output_) {
    reading_.complaints.add(node.begin, "a second output node in graph " +
                                            in_quotes(scope_.graph_name));
  }
  has_output_ = true;
}

void ProgramReader::check_target(const NodePlace& node, const NodeSpec& spec) {
  if (spec.op != Op::get_attr && spec.op != Op::call_module) return;
  const bool is_module = std::any_of(
      modules_.begin(), modules_.end(),
      [&](const Module& module) { return module.name == spec.target; });
  if (!spec.target || is_module) return;
  reading_.complaints.add(node.target,
                          "no module " + in_quotes(store_->text(spec.target)) +
                              " in graph " + in_quotes(scope_.graph_name));
}

void ProgramReader::read_args(const NodePlace& node, NodeSpec& spec) {
  if (node.args == 0) return;
  Cursor cursor(reading_.text, node.args);
  Tree args = values_.read(cursor, scope_);
  extract_operands(args, operands_);
  const SourcePlace place{
      .offset = node.args, .graph = position_.graph, .is_args = true};
  spec.args =
      reading_.store.add_from_source(facts_of(args, *store_), place.packed());
}

void ProgramReader::read_kwargs(const NodePlace& node, NodeSpec& spec) {
  if (node.kwargs == 0) return;
  Cursor cursor(reading_.text, node.kwargs);
  Tree kwargs = values_.read(cursor, scope_);
  if (kwargs.tag != Tag::dict) {
    reading_.complaints.add(node.kwargs, "kwargs must be an object, not a tag");
    return;
  }
  if (kwargs.items.empty()) return;
  const std::size_t before = operands_.size();
  extract_operands(kwargs, operands_);
  if (operands_.size() > before) {
    // Its operands count on from those of args: the place doesn't say it.
    spec.kwargs = reading_.store.add(std::move(kwargs));
    return;
  }
  const SourcePlace place{.offset = node.kwargs, .graph = position_.graph};
  spec.kwargs =
      reading_.store.add_from_source(facts_of(kwargs, *store_), place.packed());
}

}  // namespace metagate
