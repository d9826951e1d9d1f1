#include "harness/generate/outline_program.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/generate/sample_values.h"
#include "ir/builder.h"

namespace metagate {
namespace {

constexpr std::string_view node_names[] = {"x", "y", "a", "b", "c",
                                           "d", "e", "f", "g", "h"};

ValueId module_stack(Store& store, std::string_view name) {
  const std::string module = "L__self___" + std::string(name);
  Tree stack{.tag = Tag::dict};
  stack.items.push_back(
      {module, sequence_tree(Tag::tuple,
                             {text_tree(name), text_tree("torch.nn.Module")})});
  return store.add(std::move(stack));
}

ValueId output_list(Store& store, std::uint32_t count) {
  std::vector<Tree> returned;
  for (std::uint32_t i = 0; i < count; ++i) returned.push_back(operand_tree(i));
  return store.add(sequence_tree(
      Tag::list, {sequence_tree(Tag::list, std::move(returned))}));
}

}  // namespace

OutlinePrograms::OutlinePrograms() {
  static_assert(std::size(node_names) == most_nodes);
  const auto store = std::make_shared<Store>();
  graph_ = store->intern("main");
  const Symbol custom = store->intern("custom");
  for (std::uint32_t i = 0; i < most_nodes; ++i) {
    names_[i] = store->intern(node_names[i]);
    entries_[i] = {
        {{known::nn_module_stack, module_stack(*store, node_names[i])},
         {known::debug_handle, store->add_integer(i + 1)},
         {custom, store->add(dict_tree(i))},
         {known::val, store->add(tensor_tree(i))},
         {known::delegation_tag, {}}}};
  }
  static constexpr std::string_view operators[] = {
      "aten.neg.default", "aten.add.Tensor", "aten.where.self"};
  static_assert(std::size(operators) == most_outline_operands);
  for (std::uint32_t arity = 1; arity <= most_outline_operands; ++arity) {
    targets_[arity] = store->intern(operators[arity - 1]);
    args_[arity] = operand_list(*store, arity);
  }
  for (std::uint32_t i = 1; i <= most_outline_calls; ++i) {
    output_args_[i] = output_list(*store, i);
    tags_[i] = store->add_text("t" + std::to_string(i));
  }
  store_ = store;
}

Program OutlinePrograms::make(const Outline& outline) const {
  ProgramBuilder builder(store_);
  const std::uint32_t nodes = outline.inputs + outline.count + 1;
  builder.reserve(nodes, nodes * std::tuple_size_v<Entries>);
  const GraphId graph = builder.begin_graph(graph_);
  std::array<NodeId, most_nodes> ids;
  Signature signature;
  for (std::uint32_t i = 0; i < outline.inputs; ++i) {
    ids[i] = builder.add_node(
        {.name = names_[i],
         .op = Op::placeholder,
         .target = names_[i],
         .meta = builder.add_meta(std::span(entries_[i]).first<4>())});
    signature.inputs.push_back({InputKind::user_input, ids[i], {}});
  }
  std::vector<NodeId> returned;
  for (std::uint32_t i = 0; i < outline.count; ++i) {
    const OutlineCall& call = outline.calls[i];
    std::array<NodeId, most_outline_operands> operands;
    for (std::uint32_t k = 0; k < call.arity; ++k) {
      operands[k] = ids[call.operands[k]];
    }
    const std::uint32_t word = most_outline_inputs + i;
    Entries entries = entries_[word];
    entries.back().value = tags_[outline.tags[i]];
    const NodeId id = builder.add_node(
        {.name = names_[word],
         .op = Op::call_function,
         .target = targets_[call.arity],
         .args = args_[call.arity],
         .operands = std::span(operands).first(call.arity),
         .meta = builder.add_meta(std::span(entries).first(
             outline.tags[i] == 0 ? entries.size() - 1 : entries.size()))});
    ids[outline.inputs + i] = id;
    if ((outline.outputs >> i & 1U) == 0) continue;
    returned.push_back(id);
    signature.outputs.push_back({OutputKind::user_output, id, {}});
  }
  builder.add_node({.name = known::output,
                    .op = Op::output,
                    .target = known::output,
                    .args = output_args_[returned.size()],
                    .operands = returned});
  builder.set_signature(graph, std::move(signature));
  return std::move(builder).build("before");
}

}  // namespace metagate
