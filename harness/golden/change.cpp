#include "harness/golden/change.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "ir/equality.h"
#include "ir/names.h"
#include "report/printable.h"

namespace metagate {
namespace {

// One stage of both.
class Comparer {
 public:
  Comparer(const Program& was, const Program& is, std::string prefix,
           std::vector<std::string>& lines)
      : was_(was),
        is_(is),
        names_was_(was),
        names_is_(is),
        prefix_(std::move(prefix)),
        lines_(lines),
        equal_(
            was, is,
            [this](NodeId x, NodeId y) -> std::optional<bool> {
              return same_name(x, y);
            },
            false) {}

  void run() {
    for (std::size_t g = 0; g < is_.graphs().size(); ++g) {
      const GraphId before = names_was_.graph(graph_name(is_, GraphId(g)));
      if (before.is_none()) {
        add(graph_name(is_, GraphId(g)), "new graph");
      } else {
        compare_graphs(before, GraphId(g));
      }
    }
    for (std::size_t g = 0; g < was_.graphs().size(); ++g) {
      const std::string_view name = graph_name(was_, GraphId(g));
      if (names_is_.graph(name).is_none()) add(name, "graph is gone");
    }
  }

 private:
  static std::string_view graph_name(const Program& program, GraphId graph) {
    return program.text(program.graph(graph).name);
  }

  void add(std::string_view where, const std::string& what) {
    lines_.push_back(fmt::format("{}{}: {}", prefix_, printable(where), what));
  }

  [[nodiscard]] bool same_name(NodeId x, NodeId y) const {
    return was_.name(x) == is_.name(y) &&
           graph_name(was_, was_.node(x).graph) ==
               graph_name(is_, is_.node(y).graph);
  }

  [[nodiscard]] std::string node_name(const Program& program,
                                      NodeId node) const {
    return fmt::format("{}/{}", graph_name(program, program.node(node).graph),
                       program.name(node));
  }

  void compare_graphs(GraphId was, GraphId is) {
    const Range range = is_.graph(is).nodes;
    std::vector<NodeId> kept;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const NodeId node(i);
      const NodeId before = names_was_.node(was, is_.name(node));
      if (before.is_none()) {
        add(node_name(is_, node), "new");
      } else {
        compare_nodes(before, node);
        kept.push_back(before);
      }
    }
    const Range left = was_.graph(was).nodes;
    for (std::uint32_t i = left.first; i < left.first + left.count; ++i) {
      if (names_is_.node(is, was_.name(NodeId(i))).is_none()) {
        add(node_name(was_, NodeId(i)), "gone");
      }
    }
    const std::string_view name = graph_name(is_, is);
    if (!std::is_sorted(kept.begin(), kept.end())) {
      add(name, "nodes in another order");
    }
    if (signature_text(was_, was) != signature_text(is_, is)) {
      add(name, "~ signature");
    }
    if (modules_text(was_, was) != modules_text(is_, is)) {
      add(name, "~ modules");
    }
  }

  void compare_nodes(NodeId was, NodeId is) {
    std::vector<std::string> changed;
    const Node& x = was_.node(was);
    const Node& y = is_.node(is);
    if (x.op != y.op) changed.emplace_back("~ op");
    if (was_.text(x.target) != is_.text(y.target)) {
      changed.emplace_back("~ target");
    }
    if (!same_operands(was, is) || !same_value(x.args, y.args)) {
      changed.emplace_back("~ args");
    }
    if (!same_value(x.kwargs, y.kwargs)) changed.emplace_back("~ kwargs");
    compare_meta(was, is, changed);
    if (!changed.empty()) {
      add(node_name(is_, is), fmt::format("{}", fmt::join(changed, ", ")));
    }
  }

  [[nodiscard]] bool same_operands(NodeId was, NodeId is) const {
    const auto x = was_.operands(was);
    const auto y = is_.operands(is);
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [&](NodeId a, NodeId b) { return same_name(a, b); });
  }

  [[nodiscard]] bool same_value(ValueId was, ValueId is) const {
    const auto is_empty = [](const Program& program, ValueId value) {
      return value.is_none() || program.store().tree(value).items.empty();
    };
    if (was.is_none() || is.is_none()) {
      return is_empty(was_, was) && is_empty(is_, is);
    }
    return equal_(was, is);
  }

  void compare_meta(NodeId was, NodeId is,
                    std::vector<std::string>& changed) const {
    std::vector<std::string> lost;
    std::vector<std::string> other;
    std::vector<std::string> gained;
    for (const MetaEntry& entry : was_.meta(was)) {
      const std::string_view key = was_.text(entry.key);
      const Symbol symbol = is_.store().find(key);
      const ValueId value = symbol ? is_.value(is, symbol) : ValueId{};
      if (value.is_none()) {
        lost.push_back("- " + printable(key));
      } else if (!equal_(entry.value, value)) {
        other.push_back("~ " + printable(key));
      }
    }
    for (const MetaEntry& entry : is_.meta(is)) {
      const std::string_view key = is_.text(entry.key);
      const Symbol symbol = was_.store().find(key);
      if (symbol && was_.value(was, symbol)) continue;
      gained.push_back("+ " + printable(key));
    }
    for (auto* list : {&gained, &lost, &other}) {
      std::sort(list->begin(), list->end());
      changed.insert(changed.end(), list->begin(), list->end());
    }
  }

  static std::string signature_text(const Program& program, GraphId graph) {
    const auto& signature = program.graph(graph).signature;
    if (!signature) return "none";
    std::string text;
    const auto add = [&](const auto& spec) {
      text += fmt::format(
          "{} {} {}\n", name_of(spec.kind),
          spec.arg ? program.name(spec.arg) : std::string_view(),
          spec.target ? program.text(spec.target) : std::string_view());
    };
    for (const InputSpec& spec : signature->inputs) add(spec);
    text += "->\n";
    for (const OutputSpec& spec : signature->outputs) add(spec);
    return text;
  }

  static std::string modules_text(const Program& program, GraphId graph) {
    std::string text;
    for (const Module& module : program.graph(graph).modules) {
      text += fmt::format(
          "{} {} {} {}\n", program.text(module.name),
          static_cast<int>(module.kind),
          module.backend ? program.text(module.backend) : std::string_view(),
          module.kind == ModuleKind::tensor
              ? std::string_view()
              : graph_name(program, module.graph));
    }
    return text;
  }

  const Program& was_;
  const Program& is_;
  const Names names_was_;
  const Names names_is_;
  const std::string prefix_;
  std::vector<std::string>& lines_;
  const Equality equal_;
};

}  // namespace

std::vector<std::string> changes_between(std::span<const Program> was,
                                         std::span<const Program> is) {
  std::vector<std::string> lines;
  const std::size_t both = std::min(was.size(), is.size());
  for (std::size_t i = 0; i < both; ++i) {
    const std::string stage = printable(is[i].stage());
    if (was[i].stage() != is[i].stage()) {
      lines.push_back(
          fmt::format("stage {}: was {}", stage, printable(was[i].stage())));
    }
    Comparer(was[i], is[i], is.size() > 1 ? stage + " " : std::string(), lines)
        .run();
  }
  for (std::size_t i = both; i < is.size(); ++i) {
    lines.push_back(fmt::format("stage {}: new", printable(is[i].stage())));
  }
  for (std::size_t i = both; i < was.size(); ++i) {
    lines.push_back(fmt::format("stage {}: gone", printable(was[i].stage())));
  }
  return lines;
}

}  // namespace metagate
