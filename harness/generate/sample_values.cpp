#include "harness/generate/sample_values.h"

#include <string>
#include <utility>

namespace metagate {
namespace {

Tree word(Tag tag, std::string_view text) {
  return {.tag = tag, .text = std::string(text)};
}

Tree integers(Tag tag, std::initializer_list<std::int64_t> numbers) {
  std::vector<Tree> elements;
  for (const std::int64_t number : numbers) {
    elements.push_back(integer_tree(number));
  }
  return sequence_tree(tag, std::move(elements));
}

Tree object_tree(ObjectId id) {
  return {.tag = Tag::object, .index = id.index()};
}

Tree digest_tree(Tag tag, std::string_view first, Tree value) {
  return {.tag = tag,
          .items = {{std::string(first), std::move(value)},
                    {"sha256", text_tree(std::string(64, 'a'))}}};
}

}  // namespace

std::vector<Tree> falsy_trees() {
  return {null_tree(),         boolean_tree(false),
          integer_tree(0),     word(Tag::real, "0.0"),
          text_tree(""),       {.tag = Tag::list},
          {.tag = Tag::tuple}, {.tag = Tag::dict},
          {.tag = Tag::set}};
}

Tree tensor_tree(std::uint32_t number) {
  static constexpr std::string_view types[] = {"float32", "int8", "uint8",
                                               "int64", "float16"};
  Tree shape = integers(Tag::list, {1 + number % 7, 2 + number / 7});
  if (number % 11 == 10) shape.items[0].value = symint_tree(number % 3);
  Tree tensor{.tag = Tag::tensor};
  tensor.items.push_back({"dtype", text_tree(types[number % 5])});
  tensor.items.push_back({"shape", std::move(shape)});
  if (number % 3 == 1) {
    tensor.items.push_back({"stride", integers(Tag::list, {1, 1})});
  }
  if (number % 4 == 2) {
    tensor.items.push_back({"storage", integer_tree(number)});
  }
  return tensor;
}

Tree symint_tree(std::uint32_t number) {
  Tree sym{.tag = Tag::sym};
  sym.items.push_back({"kind", text_tree("int")});
  sym.items.push_back({"expr", text_tree("s" + std::to_string(number))});
  if (number % 2 == 1) sym.items.push_back({"hint", integer_tree(6)});
  return sym;
}

Tree dict_tree(std::uint32_t number) {
  Tree dict{.tag = Tag::dict};
  dict.items.push_back(
      {"scale", word(Tag::real, "0." + std::to_string(number + 1))});
  dict.items.push_back({"zero_point", integer_tree(number % 5)});
  if (number % 3 == 0) {
    dict.items.push_back({"encoding", Tree{.tag = Tag::dict}});
  }
  return dict;
}

std::vector<Tree> sample_trees() {
  std::vector<Tree> trees = falsy_trees();
  const auto add = [&](Tree tree) { trees.push_back(std::move(tree)); };
  add(boolean_tree(true));
  for (const std::int64_t n : {1LL, -1LL, 42LL, 9007199254740993LL}) {
    add(integer_tree(n));
  }
  for (const char* real : {"1.0", "-0.0", "nan", "inf", "-inf", "1e-05"}) {
    add(word(Tag::real, real));
  }
  add(text_tree("a plain text"));
  add(text_tree("\xf0\x9f\x94\xa5 \"quoted\"\n"));
  add(integers(Tag::list, {1, 2, 3}));
  add(integers(Tag::tuple, {1, 2, 3}));
  add(sequence_tree(Tag::list, {null_tree(), dict_tree(1)}));
  add(dict_tree(2));
  // Keys that look like tags of FORMAT.md, beside others and alone.
  add(sequence_tree(Tag::mapping, {text_tree("$node"), text_tree("add"),
                                   text_tree("axis"), integer_tree(1)}));
  add(sequence_tree(Tag::mapping, {text_tree("$ref"), integer_tree(0)}));
  add(sequence_tree(Tag::mapping, {integer_tree(1), text_tree("one"),
                                   null_tree(), text_tree("none")}));
  add(integers(Tag::set, {3, 1, 2}));
  add(sequence_tree(Tag::slice, {null_tree(), integer_tree(3), null_tree()}));
  add(integers(Tag::range, {0, 8, 2}));
  add({.tag = Tag::ellipsis});
  add(sequence_tree(Tag::complex,
                    {word(Tag::real, "1.0"), word(Tag::real, "-2.5")}));
  add(digest_tree(Tag::bytes, "size", integer_tree(16)));
  add(word(Tag::wtf8, "6162ff"));
  add(tensor_tree(3));
  add(tensor_tree(10));
  add(symint_tree(0));
  add({.tag = Tag::expr,
       .items = {{"expr", text_tree("2*s0")},
                 {"exact", text_tree("Mul(2, s0)")}}});
  add(word(Tag::dtype, "uint8"));
  add(word(Tag::device, "cpu"));
  add(word(Tag::layout, "strided"));
  add(word(Tag::memory_format, "contiguous_format"));
  add({.tag = Tag::op, .items = {{"name", text_tree("aten.add.Tensor")}}});
  add({.tag = Tag::op,
       .items = {{"name", text_tree("aten.mul.Tensor")},
                 {"kind", text_tree("op")}}});
  add({.tag = Tag::enumeration,
       .items = {{"class", text_tree("torch.ao.QuantType")},
                 {"name", text_tree("STATIC")}}});
  add({.tag = Tag::data,
       .text = "executorch.exir.CompileSpec",
       .items = {{"key", text_tree("max_value")},
                 {"value", digest_tree(Tag::bytes, "size", integer_tree(4))}}});
  Tree opaque = digest_tree(Tag::opaque, "class", text_tree("demo.Note"));
  opaque.items.insert(opaque.items.begin() + 1, {"repr", text_tree("Note()")});
  add(std::move(opaque));
  return trees;
}

std::vector<ValueId> add_sample_objects(Store& store) {
  constexpr std::uint32_t flat = 12;
  constexpr std::uint32_t doubling = 8;
  const ObjectId first = store.declare_objects(flat + doubling + 2);
  const auto at = [&](std::uint32_t i) { return ObjectId(first.index() + i); };
  std::vector<ValueId> values;
  const auto define = [&](ObjectId id, Tree tree) {
    const ValueId value = store.add(std::move(tree));
    store.define_object(id, value, store.facts(value));
  };
  const auto refer = [&](ObjectId id) {
    values.push_back(store.add(object_tree(id)));
  };
  for (std::uint32_t i = 0; i < flat; ++i) {
    Tree tree = dict_tree(i);
    if (i % 4 == 3) tree.items.push_back({"parent", object_tree(at(i - 1))});
    define(at(i), i % 5 == 4 ? sequence_tree(Tag::list, {tree}) : tree);
    refer(at(i));
  }
  // Each holds the one before it twice: 2^8 roads lead to the first.
  for (std::uint32_t i = flat; i < flat + doubling; ++i) {
    define(at(i), sequence_tree(Tag::list, {object_tree(at(i - 1)),
                                            object_tree(at(i - 1))}));
  }
  refer(at(flat + doubling - 1));
  // Two that hold each other.
  const ObjectId one = at(flat + doubling);
  const ObjectId two = at(flat + doubling + 1);
  for (const ObjectId id : {one, two}) {
    store.define_object(id, {}, cyclic_facts(false));
  }
  for (const ObjectId id : {one, two}) {
    Tree tree = dict_tree(id.index());
    tree.items.push_back({"other", object_tree(id == one ? two : one)});
    store.define_object(id, store.add(std::move(tree)), cyclic_facts(false));
    refer(id);
  }
  return values;
}

}  // namespace metagate
