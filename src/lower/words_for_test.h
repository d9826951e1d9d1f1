// For tests: what a program came to, in a few words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/names.h"
#include "ir/program.h"

namespace metagate {

// A value in words: a text as it is, a list in brackets.
[[nodiscard]] inline std::string words(const Tree& tree) {
  if (tree.tag != Tag::list && tree.tag != Tag::tuple) {
    return tree.tag == Tag::null ? "None" : tree.text;
  }
  std::string text = "[";
  for (const Item& item : tree.items) {
    if (text.size() > 1) text += ", ";
    text += words(item.value);
  }
  return text + "]";
}

[[nodiscard]] inline NodeId node_at(const Program& program,
                                    std::string_view graph,
                                    std::string_view name) {
  return Names(program).node(graph, name);
}

// What stands under a key of a node; "-" where there is nothing.
[[nodiscard]] inline std::string meta_at(const Program& program,
                                         std::string_view graph,
                                         std::string_view name,
                                         std::string_view key) {
  const NodeId node = node_at(program, graph, name);
  if (node.is_none()) return "no such node";
  const Symbol symbol = program.store().find(key);
  const ValueId value = symbol ? program.value(node, symbol) : ValueId{};
  if (value.is_none()) return "-";
  return words(followed(program.store().tree(value), program.store()));
}

// The keys of a node, in their order, with blanks between.
[[nodiscard]] inline std::string keys_at(const Program& program,
                                         std::string_view graph,
                                         std::string_view name) {
  const NodeId node = node_at(program, graph, name);
  if (node.is_none()) return "no such node";
  std::string text;
  for (const MetaEntry& entry : program.meta(node)) {
    if (!text.empty()) text += " ";
    text += program.text(entry.key);
  }
  return text;
}

// A graph, "x; a(x); getitem(call 0); output(a)": inputs by name, other nodes
// with what they take and, for a getitem, the index. Empty where there is no
// such graph.
[[nodiscard]] inline std::string drawn(const Program& program,
                                       std::string_view graph) {
  const GraphId id = Names(program).graph(graph);
  if (id.is_none()) return {};
  std::string text;
  const Range range = program.graph(id).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const NodeId node(i);
    if (!text.empty()) text += "; ";
    text += program.name(node);
    const Op op = program.node(node).op;
    if (op == Op::placeholder || op == Op::get_attr) continue;
    text += "(";
    bool is_first = true;
    for (const NodeId operand : program.operands(node)) {
      if (!is_first) text += " ";
      text += program.name(operand);
      is_first = false;
    }
    if (program.node(node).target == known::getitem) {
      const Tree args = program.store().tree(program.node(node).args);
      text += " " + args.items.back().value.text;
    }
    text += ")";
  }
  return text;
}

// The signature of a graph, "buffer w, user_input x -> user_output a".
[[nodiscard]] inline std::string signature_at(const Program& program,
                                              std::string_view graph) {
  const auto& signature = program.graph(Names(program).graph(graph)).signature;
  if (!signature) return "none";
  std::string text;
  const auto add = [&](std::string_view kind, NodeId arg, Symbol target) {
    if (!text.empty() && !text.ends_with("-> ")) text += ", ";
    text += kind;
    if (arg) text += " " + std::string(program.name(arg));
    if (target) text += " (" + std::string(program.text(target)) + ")";
  };
  for (const InputSpec& spec : signature->inputs) {
    add(name_of(spec.kind), spec.arg, spec.target);
  }
  text += " -> ";
  for (const OutputSpec& spec : signature->outputs) {
    add(name_of(spec.kind), spec.arg, spec.target);
  }
  return text;
}

}  // namespace metagate
