#include "cli/smallest.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "check/check.h"
#include "harness/reduce/laws.h"
#include "report/brief.h"
#include "report/formats.h"
#include "report/printable.h"
#include "report/run.h"

namespace metagate {
namespace {

constexpr std::size_t value_width = 40;

std::string meta_of(const Program& program, NodeId id) {
  std::string out;
  for (const MetaEntry& entry : program.meta(id)) {
    if (!out.empty()) out += ", ";
    out += printable(program.text(entry.key)) + ": " +
           brief({program.shared_store(), program.store().tree(entry.value)},
                 value_width);
  }
  return out;
}

std::string line_of(const Program& program, NodeId id) {
  const Node& node = program.node(id);
  std::string out = fmt::format("  %{} = ", printable(program.name(id)));
  if (node.op == Op::call_function || node.op == Op::call_method) {
    out += printable(program.text(node.target));
  } else {
    out += std::string(name_of(node.op));
    if (node.op == Op::get_attr) {
      out += " " + printable(program.text(node.target));
    }
  }
  std::string operands;
  for (const NodeId operand : program.operands(id)) {
    if (!operands.empty()) operands += ", ";
    operands += "%" + printable(program.name(operand));
  }
  if (!operands.empty()) out += "(" + operands + ")";
  const std::string meta = meta_of(program, id);
  if (!meta.empty()) out += "  {" + meta + "}";
  return out + "\n";
}

std::string concise(const Program& before, const Lowering& lowering,
                    const std::vector<Finding>& findings) {
  Run run{.version = METAGATE_VERSION};
  run.pairs.push_back(lowered_pair(
      "smallest", {"before", std::make_shared<Program>(before), nullptr},
      lowering(before), "after", executorch_policy()));
  // The check knows nothing of the laws.
  std::vector<Finding>& told = run.pairs.back().checked.findings;
  std::copy_if(findings.begin(), findings.end(), std::back_inserter(told),
               [](const Finding& finding) { return is_law(finding.rule); });
  return concise_report(run);
}

}  // namespace

std::string drawing_of(const Program& program) {
  std::string out;
  for (std::size_t g = 0; g < program.graphs().size(); ++g) {
    const Graph& graph = program.graph(GraphId(g));
    out += printable(program.text(graph.name)) + ":\n";
    for (std::uint32_t i = 0; i < graph.nodes.count; ++i) {
      out += line_of(program, NodeId(graph.nodes.first + i));
    }
  }
  return out;
}

Fault main_fault(const std::vector<Finding>& findings) {
  return fault_of(findings.front());
}

std::string fault_told(const Fault& fault) {
  if (fault.key_class.empty()) return fault.rule;
  return fault.rule + " of " + fault.key_class;
}

std::string file_part(const Fault& fault) {
  std::string part = fault.rule;
  if (!fault.key_class.empty()) part += '-';
  for (const char c : fault.key_class) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                          (c >= 'a' && c <= 'z') || c == '_' || c == '-';
    part += is_plain ? c : '_';
  }
  return part;
}

std::string told_of(const Reduced& reduced, const Lowering& lowering,
                    std::size_t nodes_at_first) {
  std::string out =
      fmt::format("smallest program: {} of {} nodes, after {} lowerings{}\n",
                  reduced.program.nodes().size(), nodes_at_first, reduced.tries,
                  reduced.is_minimal ? ", no single cut keeps the fault" : "");
  out += drawing_of(reduced.program);
  out += concise(reduced.program, lowering, reduced.findings);
  for (const auto& [fault, program] : reduced.others) {
    out += fmt::format("met on the way: {} (a program of {} nodes)\n",
                       fault_told(fault), program.nodes().size());
  }
  return out;
}

}  // namespace metagate
