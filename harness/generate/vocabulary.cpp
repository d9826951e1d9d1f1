#include "harness/generate/vocabulary.h"

#include <algorithm>

#include "harness/generate/sample_values.h"
#include "harness/generate/skeleton.h"
#include "ir/builder.h"

namespace metagate {
namespace {

constexpr std::string_view top_graph = "main";

NameRow names(Store& store, const std::string& prefix, std::size_t count) {
  NameRow row;
  row.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    row.push_back(store.intern(prefix + "_" + std::to_string(i)));
  }
  return row;
}

ValueId node_value(Store& store, Symbol name) {
  return store.add({.tag = Tag::node,
                    .text = std::string(store.text(name)),
                    .items = {{"graph", text_tree(top_graph)}}});
}

// aten.add.Tensor -> aten_add_tensor, as ExecuTorch names its nodes.
std::string prefix_of(std::string_view target) {
  std::string prefix;
  for (const char c : target) {
    const bool upper = c >= 'A' && c <= 'Z';
    prefix += c == '.' ? '_' : upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return prefix;
}

OperatorWords words_of(const OperatorRow& row, Store& store,
                       std::size_t most_nodes) {
  Skeleton skeleton = skeleton_of(row.args, row.kwargs);
  OperatorWords words{
      .row = row,
      .op = row.kind == OperatorKind::method ? Op::call_method
                                             : Op::call_function,
      .target = store.intern(row.target),
      .args = store.add(std::move(skeleton.args)),
      .kwargs = row.kwargs.empty() ? ValueId{}
                                   : store.add(std::move(skeleton.kwargs)),
      .operands = std::move(skeleton.operands),
      .names = names(store, prefix_of(row.target), most_nodes),
      .node_values = {}};
  const std::size_t count = std::min(most_nodes, node_value_count);
  for (std::size_t i = 0; i < count; ++i) {
    words.node_values.push_back(node_value(store, words.names[i]));
  }
  return words;
}

// cond(p, T, F, [x, ...]), while_loop(C, B, (x, ...), ()), map_impl(B, [x,
// ...], []): the leading operands are `head`, the graphs among them.
ValueId body_call_args(Store& store, BodyCall call, std::size_t passed) {
  const std::uint32_t head = call == BodyCall::cond         ? 3
                             : call == BodyCall::while_loop ? 2
                                                            : 1;
  std::vector<Tree> elements;
  for (std::uint32_t i = 0; i < head; ++i) elements.push_back(operand_tree(i));
  std::vector<Tree> values;
  for (std::uint32_t i = 0; i < passed; ++i) {
    values.push_back(operand_tree(head + i));
  }
  const Tag tag = call == BodyCall::while_loop ? Tag::tuple : Tag::list;
  elements.push_back(sequence_tree(tag, std::move(values)));
  if (call != BodyCall::cond) elements.push_back({.tag = tag});
  return store.add(sequence_tree(Tag::list, std::move(elements)));
}

void add_body_calls(Vocabulary& words, Store& store) {
  constexpr std::string_view targets[] = {"cond", "while_loop", "map_impl"};
  for (std::size_t i = 0; i < body_call_count; ++i) {
    const BodyCall call{static_cast<std::uint8_t>(i)};
    BodyCallWords& row = words.body_calls[i];
    row.target = store.intern(targets[i]);
    row.bodies = call == BodyCall::map ? 1 : 2;
    row.names = names(store, std::string(targets[i]), words.most_nodes);
    for (std::size_t n = 0; n <= most_passed; ++n) {
      row.args.push_back(body_call_args(store, call, n));
    }
  }
}

// The top graph, its bodies, theirs: three levels.
void add_graphs(Vocabulary& words, Store& store) {
  words.graphs.push_back({store.intern(top_graph), {}});
  std::size_t first = 0;
  for (int depth = 0; depth < 3; ++depth) {
    const std::size_t end = words.graphs.size();
    for (; first < end; ++first) {
      const std::string path(store.text(words.graphs[first].name));
      for (std::size_t i = 0; i < most_bodies; ++i) {
        words.graphs[first].bodies.push_back(
            static_cast<std::uint32_t>(words.graphs.size()));
        words.graphs.push_back(
            {store.intern(path + ".submodule_" + std::to_string(i)), {}});
      }
    }
  }
}

void add_names(Vocabulary& words, Store& store) {
  constexpr const char* inputs[] = {"x", "p_weight", "b_state",
                                    "c_lifted_tensor", "obj"};
  constexpr const char* targets[] = {"", "weight", "state", "lifted_tensor",
                                     "obj"};
  for (std::size_t i = 0; i < words.inputs.size(); ++i) {
    words.inputs[i] = names(store, inputs[i], words.most_nodes);
    words.targets[i] = names(store, targets[i], words.most_nodes);
  }
  words.getitems = names(store, "getitem", words.most_nodes);
  words.submodules = names(store, "submodule", most_bodies);
  words.tensors = names(store, "_tensor_constant", words.most_nodes);
  for (const char* name :
       {"getitem", "executorch_call_delegate", "executorch_call_delegate_1",
        "lowered_module_0", "lowered_module_1", "x_0_copy", "output_1"}) {
    words.taken.push_back(store.intern(name));
  }
  const std::size_t count = std::min(words.most_nodes, node_value_count);
  for (std::size_t i = 0; i < count; ++i) {
    words.input_node_values.push_back(node_value(store, words.inputs[0][i]));
  }
}

void add_args(Vocabulary& words, Store& store) {
  for (std::size_t i = 0; i < most_tuple; ++i) {
    words.getitem_args.push_back(
        getitem_args(store, static_cast<std::int64_t>(i)));
  }
  for (std::uint32_t n = 0; n <= most_outputs; ++n) {
    std::vector<Tree> returned;
    for (std::uint32_t i = 0; i < n; ++i) returned.push_back(operand_tree(i));
    words.output_args.push_back(store.add(sequence_tree(
        Tag::list, {sequence_tree(Tag::tuple, std::move(returned))})));
  }
}

void add_keys(Vocabulary& words, Store& store) {
  for (const MetaKeyRow& row : meta_key_rows()) {
    const auto index = static_cast<std::uint16_t>(words.keys.size());
    words.keys.push_back({row, store.intern(row.name)});
    auto& drawn = words.keys_by_kind[static_cast<std::size_t>(row.kind)];
    drawn.insert(drawn.end(), row.weight, index);
  }
}

void add_vals(Vocabulary& words, Store& store) {
  for (std::uint32_t i = 0; i < 97; ++i) {
    words.tensor_vals.push_back(store.add(tensor_tree(i)));
  }
  for (std::uint32_t i = 0; i < 12; ++i) {
    words.symint_vals.push_back(store.add(symint_tree(i)));
  }
  for (std::uint32_t list = 0; list < 2; ++list) {
    for (std::uint32_t n = 1; n <= most_tuple; ++n) {
      for (std::uint32_t i = 0; i < 16; ++i) {
        TupleWords row;
        for (std::uint32_t k = 0; k < n; ++k) {
          row.elements.push_back(words.tensor_vals[(i * 5 + k * 7) % 97]);
        }
        row.value = store.add_sequence(list == 1 ? Tag::list : Tag::tuple,
                                       row.elements);
        words.tuple_vals[list][n].push_back(std::move(row));
      }
    }
  }
  for (std::size_t i = 0; i <= 2 * words.most_nodes; ++i) {
    words.handles.push_back(store.add_integer(static_cast<std::int64_t>(i)));
  }
  for (std::size_t i = 0; i < 2 * words.most_nodes + 16; ++i) {
    words.tags.push_back(store.add_text("tag" + std::to_string(i)));
  }
  words.null = store.add(null_tree());
}

std::vector<Tree> trees_of(ValueStyle style, std::uint32_t i) {
  const std::string n = std::to_string(i);
  switch (style) {
    case ValueStyle::text:
      return {text_tree("File \"<src>/model.py\", line " + n + ", in forward")};
    case ValueStyle::integer:
      return {integer_tree(static_cast<std::int64_t>(i) - 2)};
    case ValueStyle::boolean:
      return {boolean_tree(i % 4 != 0)};
    case ValueStyle::dtype: {
      constexpr const char* types[] = {"uint8", "int8",  "uint16",
                                       "int16", "int32", "float32"};
      return {{.tag = Tag::dtype, .text = types[i % 6]}};
    }
    case ValueStyle::names:
      return {sequence_tree(i % 3 == 0 ? Tag::list : Tag::tuple,
                            {text_tree("mul_" + n), text_tree("method.mul")})};
    case ValueStyle::numbers:
      return {sequence_tree(Tag::tuple, {integer_tree(0), integer_tree(i)})};
    case ValueStyle::dict:
      return {dict_tree(i)};
    case ValueStyle::source:
      return {sequence_tree(
          Tag::list,
          {sequence_tree(Tag::tuple,
                         {text_tree("linear_" + n),
                          {.tag = Tag::op,
                           .items = {{"name", text_tree("aten.linear.default")},
                                     {"kind", text_tree("op")}}}})})};
    case ValueStyle::tensor:
      return {i % 3 == 0 ? null_tree() : tensor_tree(i)};
    default:
      return {};
  }
}

void add_values(Vocabulary& words, Store& store) {
  for (std::size_t style = 0; style < words.values.size(); ++style) {
    for (std::uint32_t i = 0; i < 24; ++i) {
      for (Tree& tree :
           trees_of(ValueStyle{static_cast<std::uint8_t>(style)}, i)) {
        words.values[style].push_back(store.add(std::move(tree)));
      }
    }
  }
  const std::vector<ValueId> objects = add_sample_objects(store);
  words.values[static_cast<std::size_t>(ValueStyle::object)] = objects;
  auto& anything = words.values[static_cast<std::size_t>(ValueStyle::anything)];
  for (Tree& tree : sample_trees()) {
    anything.push_back(store.add(std::move(tree)));
  }
  anything.insert(anything.end(), objects.begin(), objects.end());
  for (Tree& tree : falsy_trees()) {
    words.falsy.push_back(store.add(std::move(tree)));
  }
}

}  // namespace

Vocabulary make_vocabulary(std::size_t most_nodes) {
  Vocabulary words{};
  words.most_nodes = most_nodes;
  const auto store = std::make_shared<Store>();
  for (const OperatorRow& row : operator_rows()) {
    const auto index = static_cast<std::uint16_t>(words.operators.size());
    words.operators.push_back(words_of(row, *store, most_nodes));
    words.by_kind[static_cast<std::size_t>(row.kind)].push_back(index);
  }
  add_graphs(words, *store);
  add_names(words, *store);
  add_body_calls(words, *store);
  add_args(words, *store);
  add_keys(words, *store);
  add_vals(words, *store);
  add_values(words, *store);
  words.store = store;
  return words;
}

}  // namespace metagate
