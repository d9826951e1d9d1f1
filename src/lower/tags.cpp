#include "lower/tags.h"

#include <fmt/core.h>

#include "ir/delegates.h"
#include "lower/input_specs.h"

namespace metagate {
namespace {

bool is_delegate_part(const Program& program, NodeId node) {
  if (is_delegate_call(program, node)) return true;
  if (is_delegate_getitem(program, node)) return true;
  const Module* module = module_named_by(program, node);
  return module != nullptr && module->kind == ModuleKind::lowered;
}

class Collector {
 public:
  Collector(const Program& program, GraphId graph, TagReader& tags,
            Partitions& out, Problems& problems)
      : program_(program),
        graph_(graph),
        tags_(tags),
        out_(out),
        problems_(problems) {}

  void run() {
    const Range range = program_.graph(graph_).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const NodeId node(i);
      const ValueId tag = tags_.live(node);
      if (tag) add(node, tag);
    }
    own_constants();
  }

 private:
  void add(NodeId node, ValueId tag) {
    switch (program_.node(node).op) {
      case Op::output:
        refuse("tagged-output", node, tag, "the output node");
        return;
      case Op::placeholder:
        constants_.push_back(node);
        return;
      default:
        break;
    }
    std::uint32_t index = find(tag);
    if (index == no_partition) {
      index = static_cast<std::uint32_t>(out_.list.size());
      out_.list.emplace_back();
      out_.list.back().graph = graph_;
      out_.list.back().tag = tag;
      by_hash_.emplace(hash(tag), index);
    }
    out_.list[index].nodes.push_back(node);
    out_.home[node.index()] = index;
  }

  void own_constants() {
    if (constants_.empty()) return;
    const InputSpecs specs(program_, graph_);
    for (const NodeId node : constants_) {
      const ValueId tag = tags_.live(node);
      const InputSpec* spec = specs.of(node);
      if (spec == nullptr || !is_constant(spec->kind)) {
        refuse("tagged-input", node, tag, "an input that is no constant");
        continue;
      }
      const std::uint32_t index = find(tag);
      if (index != no_partition) out_.home[node.index()] = index;
    }
  }

  [[nodiscard]] std::uint64_t hash(ValueId tag) const {
    return program_.store().facts(tag).hash.low;
  }

  [[nodiscard]] std::uint32_t find(ValueId tag) const {
    const auto found = by_hash_.find(hash(tag));
    return found == by_hash_.end() ? no_partition : found->second;
  }

  void refuse(const char* code, NodeId node, ValueId tag, const char* what) {
    problems_.push_back(
        {.message = fmt::format("`{}` of graph `{}` is {}, and is tagged `{}`",
                                program_.name(node),
                                program_.text(program_.graph(graph_).name),
                                what, tags_.text(tag)),
         .code = code});
  }

  const Program& program_;
  const GraphId graph_;
  TagReader& tags_;
  Partitions& out_;
  Problems& problems_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_hash_;
  std::vector<NodeId> constants_;
};

}  // namespace

ValueId TagReader::of(NodeId node) {
  const ValueId value = program_.value(node, known::delegation_tag);
  if (value.is_none()) return {};
  const std::uint64_t hash = program_.store().facts(value).hash.low;
  const auto [found, is_new] = is_tag_.try_emplace(hash, false);
  if (is_new) {
    const Tree tree = followed(program_.store().tree(value), program_.store());
    found->second = tree.tag == Tag::text && !tree.text.empty();
  }
  return found->second ? value : ValueId{};
}

ValueId TagReader::live(NodeId node) {
  const ValueId tag = of(node);
  return tag && is_delegate_part(program_, node) ? ValueId{} : tag;
}

bool TagReader::same(ValueId a, ValueId b) const {
  return a && b &&
         program_.store().facts(a).hash == program_.store().facts(b).hash;
}

std::string TagReader::text(ValueId tag) const {
  return followed(program_.store().tree(tag), program_.store()).text;
}

void collect_partitions(const Program& program, GraphId graph, TagReader& tags,
                        Partitions& out, Problems& problems) {
  Collector(program, graph, tags, out, problems).run();
}

}  // namespace metagate
