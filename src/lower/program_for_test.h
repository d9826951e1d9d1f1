// For tests: programs in a few lines.
//
//   TestProgram program;
//   program.input("x");
//   program.call("a", {"x"}, "t");   // tagged `t`
//   program.output({"a"});
//   const Program after = *lower_reference(program.build());
//   EXPECT_EQ(drawn(after, "main"), ...);   // lower/words_for_test.h
//
// Every node but outputs has `val`, `spec`, `debug_handle`, `nn_module_stack`
// and `source_fn_stack`, each with a value of its own.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/builder.h"
#include "ir/program.h"

namespace metagate {

class TestProgram {
 public:
  using NamesList = std::initializer_list<std::string_view>;

  TestProgram() : store_(std::make_shared<Store>()) { graph("main"); }

  // The nodes added from now on belong to this graph.
  TestProgram& graph(std::string_view name) {
    drafts_.push_back({.name = std::string(name),
                       .nodes = {},
                       .modules = {},
                       .inputs = {},
                       .outputs = {}});
    return *this;
  }

  void input(std::string_view name, std::string_view tag = {},
             InputKind kind = InputKind::user_input,
             std::string_view target = {}) {
    add(name, Op::placeholder, name, {}, tag);
    drafts_.back().inputs.push_back(
        {kind, std::string(name), std::string(target)});
  }
  void buffer(std::string_view name, std::string_view tag = {}) {
    input(name, tag, InputKind::buffer, "target of " + std::string(name));
  }
  void call(std::string_view name, NamesList operands,
            std::string_view tag = {}, std::string_view target = "op") {
    add(name, Op::call_function, target, operands, tag);
  }
  void getitem(std::string_view name, std::string_view list, std::int64_t index,
               std::string_view tag = {}) {
    add(name, Op::call_function, "getitem", {list}, tag);
    last().index = index;
    last().has_index = true;
  }
  // A get_attr, and the module that it names: a control-flow body, or with no
  // graph a tensor.
  void attr(std::string_view name, std::string_view body = {},
            std::string_view tag = {}) {
    add(name, Op::get_attr, name, {}, tag);
    drafts_.back().modules.emplace_back(name, body);
  }
  // `mutations` are the first of what is returned: the buffers they mutate.
  void output(NamesList operands, NamesList mutations = {}) {
    add("output", Op::output, "output", operands, {});
    last().meta.clear();
    std::size_t i = 0;
    for (const std::string_view operand : operands) {
      const bool mutates = i < mutations.size();
      drafts_.back().outputs.push_back(
          {mutates ? OutputKind::buffer_mutation : OutputKind::user_output,
           std::string(operand),
           mutates ? "target of " + std::string(mutations.begin()[i])
                   : std::string()});
      ++i;
    }
  }

  // Of the node added last.
  void set(std::string_view key, ValueId value) {
    const Symbol symbol = store_->intern(key);
    drop(key);
    last().meta.push_back({symbol, value});
  }
  void set(std::string_view key, std::string_view text) {
    set(key, store_->add_text(text));
  }
  void drop(std::string_view key) {
    const Symbol symbol = store_->intern(key);
    std::erase_if(last().meta,
                  [&](const MetaEntry& entry) { return entry.key == symbol; });
  }
  // Its `val` becomes a list of that many texts.
  void make_list(std::size_t count, Tag tag = Tag::list) {
    std::vector<Tree> elements;
    for (std::size_t i = 0; i < count; ++i) {
      elements.push_back(
          text_tree("val of " + last().name + "[" + std::to_string(i) + "]"));
    }
    set("val", store_->add(sequence_tree(tag, std::move(elements))));
  }
  [[nodiscard]] Store& store() { return *store_; }

  [[nodiscard]] Program build() {
    ProgramBuilder builder(store_);
    std::map<std::string, GraphId> graphs;
    for (std::size_t g = 0; g < drafts_.size(); ++g) {
      graphs.emplace(drafts_[g].name, GraphId(g));
    }
    for (std::size_t g = 0; g < drafts_.size(); ++g) {
      build_graph(builder, drafts_[g], GraphId(g), graphs);
    }
    return std::move(builder).build("before");
  }

 private:
  struct DraftNode {
    std::string name;
    Op op;
    std::string target;
    std::vector<std::string> operands;
    bool has_index = false;
    std::int64_t index = 0;
    std::vector<MetaEntry> meta;
  };
  template <class Kind>
  struct DraftSpec {
    Kind kind;
    std::string arg;
    std::string target;
  };
  struct DraftGraph {
    std::string name;
    std::vector<DraftNode> nodes;
    std::vector<std::pair<std::string, std::string>> modules;
    std::vector<DraftSpec<InputKind>> inputs;
    std::vector<DraftSpec<OutputKind>> outputs;
  };

  DraftNode& last() { return drafts_.back().nodes.back(); }

  void add(std::string_view name, Op op, std::string_view target,
           NamesList operands, std::string_view tag) {
    drafts_.back().nodes.push_back(
        {.name = std::string(name),
         .op = op,
         .target = std::string(target),
         .operands = {operands.begin(), operands.end()},
         .meta = {}});
    for (const char* key :
         {"val", "spec", "nn_module_stack", "source_fn_stack"}) {
      set(key, std::string(key) + " of " + std::string(name));
    }
    set("debug_handle", store_->add_integer(++handles_));
    if (!tag.empty()) set("delegation_tag", tag);
  }

  void build_graph(ProgramBuilder& builder, const DraftGraph& draft, GraphId id,
                   const std::map<std::string, GraphId>& graphs) {
    builder.begin_graph(store_->intern(draft.name));
    std::map<std::string, NodeId> ids;
    for (const DraftNode& node : draft.nodes) {
      std::vector<NodeId> operands;
      for (const std::string& name : node.operands) {
        operands.push_back(ids.at(name));
      }
      ValueId args = operand_list(*store_, operands.size());
      if (node.has_index) args = getitem_args(*store_, node.index);
      ids[node.name] = builder.add_node({.name = store_->intern(node.name),
                                         .op = node.op,
                                         .target = store_->intern(node.target),
                                         .args = args,
                                         .kwargs = {},
                                         .operands = operands,
                                         .meta = builder.add_meta(node.meta)});
    }
    for (const auto& [name, body] : draft.modules) {
      builder.add_module(
          id, {.name = store_->intern(name),
               .kind = body.empty() ? ModuleKind::tensor : ModuleKind::graph,
               .backend = {},
               .graph = body.empty() ? GraphId() : graphs.at(body)});
    }
    // Bodies have no signature.
    if (id.index() != 0) return;
    Signature signature;
    const auto target = [&](const std::string& text) {
      return text.empty() ? Symbol() : store_->intern(text);
    };
    for (const auto& spec : draft.inputs) {
      signature.inputs.push_back(
          {spec.kind, ids.at(spec.arg), target(spec.target)});
    }
    for (const auto& spec : draft.outputs) {
      signature.outputs.push_back(
          {spec.kind, ids.at(spec.arg), target(spec.target)});
    }
    builder.set_signature(id, std::move(signature));
  }

  std::shared_ptr<Store> store_;
  std::vector<DraftGraph> drafts_;
  std::int64_t handles_ = 0;
};

}  // namespace metagate
