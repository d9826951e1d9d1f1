#include "harness/bench/combinators.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "ir/builder.h"

namespace metagate {
namespace {

using rc::Gen;
namespace gen = rc::gen;

// --- what is drawn ----------------------------------------------------------

struct DrawnKey {
  std::size_t row = 0;  // of Vocabulary::keys
  ValueId value;        // none: the node below
  std::size_t node = 0;
};

struct DrawnMeta {
  bool has_val = false;
  bool has_handle = false;
  std::vector<DrawnKey> keys;
};

struct DrawnInput {
  InputKind kind = InputKind::user_input;
  ValueId val;
  DrawnMeta meta;
};

// The reader of one element of a list.
struct DrawnElement {
  bool is_read = false;
  bool is_tagged = false;
  DrawnMeta meta;
};

// Numbers that stand for earlier nodes count modulo how many there are.
struct DrawnCall {
  std::size_t row = 0;  // of Vocabulary::operators
  std::vector<std::size_t> operands;
  std::vector<bool> from_constant;
  bool follows = false;
  std::uint32_t class_ = 0;  // 0 = outside
  std::size_t val = 0;
  std::vector<DrawnElement> elements;
  bool is_returned_unused = false;
  bool is_returned_used = false;
  DrawnMeta meta;
};

struct DrawnGraph {
  std::vector<DrawnInput> inputs;
  std::vector<DrawnCall> calls;
  DrawnMeta output;
};

// --- the combinators --------------------------------------------------------

class Combinators {
 public:
  Combinators(const Vocabulary& words, const Profile& profile)
      : words_(words), profile_(profile) {}

  [[nodiscard]] Gen<DrawnGraph> graph() const {
    return gen::apply(
        [](std::vector<DrawnInput> constants, std::vector<DrawnInput> inputs,
           std::vector<DrawnCall> calls, DrawnMeta output) {
          constants.insert(constants.end(), inputs.begin(), inputs.end());
          return DrawnGraph{std::move(constants), std::move(calls),
                            std::move(output)};
        },
        some(profile_.constants, input(constant_kind())),
        some(profile_.inputs, input(gen::just(InputKind::user_input))),
        some(profile_.calls, call()), meta());
  }

 private:
  template <class T>
  struct Weighted {
    std::size_t weight;
    Gen<T> one;
  };

  static Gen<bool> percent(unsigned chance) {
    return gen::map(gen::inRange(0U, 100U),
                    [chance](unsigned drawn) { return drawn < chance; });
  }

  static Gen<std::size_t> any_number() {
    return gen::inRange<std::size_t>(0, std::size_t{1} << 20);
  }

  template <class T>
  static Gen<T> one_of(const std::vector<T>& from) {
    return gen::map(gen::inRange<std::size_t>(0, from.size()),
                    [&from](std::size_t i) { return from[i]; });
  }

  template <class T>
  static Gen<std::vector<T>> some(Interval count, const Gen<T>& one) {
    return gen::mapcat(
        gen::inRange<std::size_t>(count.least, std::size_t{count.most} + 1),
        [one](std::size_t n) {
          return gen::container<std::vector<T>>(n, one);
        });
  }

  static Gen<InputKind> constant_kind() {
    return gen::element(InputKind::parameter, InputKind::buffer,
                        InputKind::constant_tensor, InputKind::custom_obj);
  }

  [[nodiscard]] Gen<DrawnInput> input(const Gen<InputKind>& kind) const {
    return gen::apply(
        [](InputKind its_kind, ValueId val, DrawnMeta meta) {
          return DrawnInput{its_kind, val, std::move(meta)};
        },
        kind, one_of(words_.tensor_vals), meta());
  }

  // The generator of each kind of operator, of each row.
  [[nodiscard]] Gen<DrawnCall> call() const {
    std::vector<Weighted<DrawnCall>> kinds;
    for (std::size_t i = 0; i < operator_kind_count; ++i) {
      std::vector<Weighted<DrawnCall>> rows;
      for (const std::uint16_t row : words_.by_kind[i]) {
        rows.push_back({1, call_of(row)});
      }
      kinds.push_back({profile_.operators[i], weighted(std::move(rows))});
    }
    return weighted(std::move(kinds));
  }

  [[nodiscard]] Gen<DrawnCall> call_of(std::size_t row) const {
    const OperatorWords& its = words_.operators[row];
    const std::size_t operands = its.operands.size();
    return gen::apply(
        [row](std::vector<std::size_t> picks, std::vector<bool> constant,
              bool follows, std::uint32_t class_, std::size_t val,
              std::vector<DrawnElement> elements, bool unused, bool used,
              DrawnMeta meta) {
          return DrawnCall{row,
                           std::move(picks),
                           std::move(constant),
                           follows,
                           class_,
                           val,
                           std::move(elements),
                           unused,
                           used,
                           std::move(meta)};
        },
        gen::container<std::vector<std::size_t>>(operands, any_number()),
        gen::container<std::vector<bool>>(operands,
                                          percent(profile_.from_constant)),
        percent(profile_.follows), partition_class(), any_number(),
        gen::container<std::vector<DrawnElement>>(
            is_list(its) ? its.row.outputs : 0, element()),
        percent(profile_.returns_unused), percent(profile_.returns_used),
        meta());
  }

  static bool is_list(const OperatorWords& row) {
    return row.row.yields == Yields::tuple || row.row.yields == Yields::list;
  }

  [[nodiscard]] Gen<std::uint32_t> partition_class() const {
    return gen::apply(
        [](bool is_delegated, std::uint32_t class_) {
          return is_delegated ? class_ : 0;
        },
        percent(profile_.delegated),
        gen::inRange<std::uint32_t>(1, profile_.classes + 1));
  }

  [[nodiscard]] Gen<DrawnElement> element() const {
    return gen::apply(
        [](bool is_read, bool is_tagged, DrawnMeta meta) {
          return DrawnElement{is_read, is_tagged, std::move(meta)};
        },
        percent(85), percent(profile_.element_inside), meta());
  }

  [[nodiscard]] Gen<DrawnMeta> meta() const {
    return gen::apply(
        [](bool val, bool handle, std::vector<DrawnKey> keys) {
          return DrawnMeta{val, handle, std::move(keys)};
        },
        percent(100 - profile_.no_val), percent(100 - profile_.no_handle),
        some(profile_.keys, key()));
  }

  [[nodiscard]] Gen<DrawnKey> key() const {
    std::vector<Weighted<DrawnKey>> kinds;
    for (std::size_t i = 0; i < words_.keys_by_kind.size(); ++i) {
      std::vector<Weighted<DrawnKey>> rows;
      for (const std::uint16_t row : words_.keys_by_kind[i]) {
        rows.push_back({1, key_of(row)});
      }
      kinds.push_back({profile_.key_kinds[i], weighted(std::move(rows))});
    }
    return weighted(std::move(kinds));
  }

  [[nodiscard]] Gen<DrawnKey> key_of(std::size_t row) const {
    return gen::apply(
        [row](ValueId its, std::size_t node) {
          return DrawnKey{row, its, node};
        },
        value(words_.keys[row].row.style), any_number());
  }

  [[nodiscard]] Gen<ValueId> value(ValueStyle style) const {
    const unsigned usual = 100 - profile_.falsy - profile_.any_value;
    return weighted<ValueId>(
        {{profile_.falsy, one_of(words_.falsy)},
         {profile_.any_value, one_of(words_.of(ValueStyle::anything))},
         {usual, style == ValueStyle::node ? gen::just(ValueId{})
                                           : one_of(words_.of(style))}});
  }

  // gen::weightedOneOf, for a list that is made at run time. RapidCheck copies
  // what it maps with for every value: the list is shared, not copied.
  template <class T>
  static Gen<T> weighted(std::vector<Weighted<T>> choices) {
    std::size_t total = 0;
    for (const Weighted<T>& choice : choices) total += choice.weight;
    const auto shared =
        std::make_shared<const std::vector<Weighted<T>>>(std::move(choices));
    return gen::mapcat(gen::inRange<std::size_t>(0, total),
                       [shared](std::size_t drawn) {
                         std::size_t i = 0;
                         while (drawn >= (*shared)[i].weight) {
                           drawn -= (*shared)[i++].weight;
                         }
                         return (*shared)[i].one;
                       });
  }

  const Vocabulary& words_;
  const Profile& profile_;
};

// --- from what was drawn to a program ---------------------------------------

// A node that later ones can take.
struct Value {
  NodeId node;
  std::uint32_t class_ = 0;
  std::uint32_t stage = 0;
  bool is_source = false;
};

class Assembler {
 public:
  Assembler(const Vocabulary& words, const Profile& profile)
      : words_(words), profile_(profile), builder_(words.store) {}

  Program run(const DrawnGraph& drawn) {
    const GraphId graph = builder_.begin_graph(words_.graphs[0].name);
    find_node_values(drawn);
    for (const DrawnInput& input : drawn.inputs) add_input(input);
    for (const DrawnCall& call : drawn.calls) add_call(call);
    return_values(drawn);
    builder_.set_signature(graph, std::move(signature_));
    return std::move(builder_).build("before");
  }

 private:
  [[nodiscard]] std::size_t here() const { return builder_.node_count(); }

  // Inputs can be named by the meta of all nodes.
  void find_node_values(const DrawnGraph& drawn) {
    for (std::size_t i = 0; i < drawn.inputs.size(); ++i) {
      if (drawn.inputs[i].kind == InputKind::user_input) {
        node_values_.push_back(words_.input_node_values[i]);
      }
    }
  }

  MetaId meta(const DrawnMeta& drawn, ValueId val, ValueId tag,
              bool may_have_handle) {
    entries_.clear();
    if (val && drawn.has_val) entries_.push_back({known::val, val});
    for (const DrawnKey& key : drawn.keys) {
      const Symbol name = words_.keys[key.row].key;
      const bool is_there = std::any_of(
          entries_.begin(), entries_.end(),
          [&](const MetaEntry& entry) { return entry.key == name; });
      const ValueId value =
          key.value ? key.value : node_values_[key.node % node_values_.size()];
      if (!is_there) entries_.push_back({name, value});
    }
    if (drawn.has_handle && may_have_handle) {
      entries_.push_back({known::debug_handle,
                          words_.handles[++handles_ % words_.handles.size()]});
    }
    if (tag) entries_.push_back({known::delegation_tag, tag});
    return builder_.add_meta(entries_);
  }

  void add_input(const DrawnInput& drawn) {
    const auto kind = static_cast<std::size_t>(drawn.kind);
    const std::size_t index = here();
    const Symbol name = words_.inputs[kind][index];
    const NodeId node =
        builder_.add_node({.name = name,
                           .op = Op::placeholder,
                           .target = name,
                           .meta = meta(drawn.meta, drawn.val, {}, false)});
    const bool is_input = drawn.kind == InputKind::user_input;
    signature_.inputs.push_back(
        {drawn.kind, node, is_input ? Symbol{} : words_.targets[kind][index]});
    (is_input ? tensors_ : constants_)
        .push_back({.node = node, .is_source = true});
  }

  // One tag for what has one class and stage: such a partition is convex.
  [[nodiscard]] ValueId tag_of(const Value& value) {
    if (value.class_ == 0) return {};
    const std::size_t partition =
        std::size_t{value.stage} * profile_.classes + value.class_ - 1;
    if (partition >= tags_.size()) tags_.resize(partition + 1);
    if (tags_[partition].is_none()) tags_[partition] = words_.tags[next_tag_++];
    return tags_[partition];
  }

  Value pick(const DrawnCall& call, std::size_t i, char kind) {
    const bool from_constant = call.from_constant[i] && !constants_.empty();
    const std::vector<Value>& from = kind == '#'     ? symints_
                                     : from_constant ? constants_
                                                     : tensors_;
    return from[call.operands[i] % from.size()];
  }

  void add_call(const DrawnCall& call) {
    const OperatorWords* row = &words_.operators[call.row];
    if (symints_.empty() && row->operands.find('#') != std::string::npos) {
      constexpr auto unary = static_cast<std::size_t>(OperatorKind::unary);
      row = &words_.operators[words_.by_kind[unary].front()];
    }
    std::vector<Value> operands;
    for (std::size_t i = 0; i < row->operands.size(); ++i) {
      operands.push_back(pick(call, i, row->operands[i]));
    }
    finish_call(call, *row, operands);
  }

  void finish_call(const DrawnCall& call, const OperatorWords& row,
                   const std::vector<Value>& operands) {
    Value value;
    value.class_ = call.class_;
    operands_.clear();
    for (const Value& operand : operands) {
      operands_.push_back(operand.node);
      set_used(operand.node);
    }
    for (const Value& operand : operands) {
      if (operand.is_source) continue;
      if (call.follows) value.class_ = operand.class_;
      break;
    }
    for (const Value& operand : operands) {
      if (operand.is_source) continue;
      value.stage =
          std::max(value.stage,
                   operand.stage + (operand.class_ != value.class_ ? 1U : 0U));
    }
    const Yields yields = row.row.yields;
    const bool is_list = yields == Yields::tuple || yields == Yields::list;
    ValueId val;
    const TupleWords* elements = nullptr;
    if (is_list) {
      const auto& rows =
          words_.tuple_vals[yields == Yields::list ? 1 : 0][row.row.outputs];
      elements = &rows[call.val % rows.size()];
      val = elements->value;
    } else {
      const auto& vals =
          yields == Yields::symint ? words_.symint_vals : words_.tensor_vals;
      val = vals[call.val % vals.size()];
    }
    value.node =
        builder_.add_node({.name = row.names[here()],
                           .op = row.op,
                           .target = row.target,
                           .args = row.args,
                           .kwargs = row.kwargs,
                           .operands = operands_,
                           .meta = meta(call.meta, val, tag_of(value), true)});
    if (is_list) {
      add_elements(call, value, *elements);
      return;
    }
    (yields == Yields::symint ? symints_ : tensors_).push_back(value);
    made_.push_back(
        {value.node, call.is_returned_unused, call.is_returned_used});
  }

  void add_elements(const DrawnCall& call, const Value& list,
                    const TupleWords& words) {
    for (std::size_t i = 0; i < call.elements.size(); ++i) {
      const DrawnElement& element = call.elements[i];
      if (!element.is_read) continue;
      Value value = list;
      value.node = builder_.add_node(
          {.name = words_.getitems[here()],
           .op = Op::call_function,
           .target = known::getitem,
           .args = words_.getitem_args[i],
           .operands = {&list.node, 1},
           .meta = meta(element.meta, words.elements[i],
                        element.is_tagged ? tag_of(list) : ValueId{}, true)});
      tensors_.push_back(value);
      made_.push_back(
          {value.node, call.is_returned_unused, call.is_returned_used});
    }
  }

  void set_used(NodeId node) {
    if (is_used_.size() <= node.index()) is_used_.resize(node.index() + 1);
    is_used_[node.index()] = true;
  }

  void return_values(const DrawnGraph& drawn) {
    is_used_.resize(here());
    operands_.clear();
    for (const Made& made : made_) {
      const bool is_returned =
          is_used_[made.node.index()] ? made.if_used : made.if_unused;
      if (is_returned) operands_.push_back(made.node);
    }
    if (operands_.empty()) operands_.push_back(tensors_.back().node);
    operands_.resize(std::min(operands_.size(), most_outputs));
    for (const NodeId node : operands_) {
      signature_.outputs.push_back({OutputKind::user_output, node, {}});
    }
    builder_.add_node({.name = known::output,
                       .op = Op::output,
                       .target = known::output,
                       .args = words_.output_args[operands_.size()],
                       .operands = operands_,
                       .meta = meta(drawn.output, {}, {}, false)});
  }

  struct Made {
    NodeId node;
    bool if_unused;
    bool if_used;
  };

  const Vocabulary& words_;
  const Profile& profile_;
  ProgramBuilder builder_;
  Signature signature_;
  std::vector<Value> tensors_;
  std::vector<Value> symints_;
  std::vector<Value> constants_;
  std::vector<Made> made_;
  std::vector<bool> is_used_;
  std::vector<ValueId> tags_;  // by partition
  std::size_t next_tag_ = 0;
  std::size_t handles_ = 0;
  std::vector<ValueId> node_values_;
  std::vector<MetaEntry> entries_;
  std::vector<NodeId> operands_;
};

}  // namespace

rc::Gen<Program> programs_by_combinators(const Vocabulary& words,
                                         const Profile& profile) {
  return gen::map(Combinators(words, profile).graph(),
                  [&](const DrawnGraph& drawn) {
                    return Assembler(words, profile).run(drawn);
                  });
}

}  // namespace metagate
