#include "harness/generate/sketch.h"

#include <algorithm>

#include "harness/generate/ownership.h"

namespace metagate {
namespace {

// Nodes that are added after the calls, or with one of them.
constexpr std::size_t spare_nodes = 24;

class Sketcher {
 public:
  Sketcher(const Vocabulary& words, const Profile& profile,
           const PendingBody& body, std::uint32_t next_graph, Prng& prng,
           Sketch& sketch)
      : words_(words),
        profile_(profile),
        body_(body),
        next_graph_(next_graph),
        prng_(prng),
        sketch_(sketch) {}

  void run() {
    add_inputs();
    const Interval calls = is_top() ? profile_.calls : profile_.body_calls;
    const std::uint32_t count = prng_.between(calls.least, calls.most);
    for (std::uint32_t i = 0; i < count && has_room(); ++i) add_something();
    if (is_top()) {
      while (!sketch_.fresh_buffers.empty()) {
        mutate_buffer(prng_.percent(profile_.mutated));
      }
      mutate_inputs();
      return_values();
    } else {
      return_as_asked();
    }
    give_tags(profile_, prng_, sketch_);
  }

 private:
  [[nodiscard]] bool is_top() const { return body_.words == 0; }
  [[nodiscard]] std::uint32_t here() const {
    return static_cast<std::uint32_t>(sketch_.nodes.size());
  }
  [[nodiscard]] bool has_room() const {
    return sketch_.nodes.size() + spare_nodes < words_.most_nodes;
  }

  // --- inputs ---------------------------------------------------------------

  void add_input(InputKind kind) {
    const auto row = static_cast<std::size_t>(kind);
    const std::uint32_t index = here();
    SketchNode& node = sketch_.nodes.emplace_back();
    node.op = Op::placeholder;
    node.name = words_.inputs[row][index];
    node.target = node.name;
    node.val = random_tensor();
    node.is_source = true;
    node.input = kind;
    if (kind == InputKind::user_input) {
      sketch_.tensors.push_back(index);
      if (is_top() && index < words_.input_node_values.size()) {
        node.node_value = words_.input_node_values[index];
      }
    } else {
      sketch_.constants.push_back(index);
      if (kind == InputKind::buffer) sketch_.fresh_buffers.push_back(index);
    }
  }

  void add_inputs() {
    if (is_top()) {
      const Interval span = profile_.constants;
      const std::uint32_t count = prng_.between(span.least, span.most);
      for (std::uint32_t i = 0; i < count; ++i) {
        constexpr InputKind kinds[] = {
            InputKind::parameter, InputKind::parameter,
            InputKind::buffer,    InputKind::buffer,
            InputKind::buffer,    InputKind::constant_tensor,
            InputKind::custom_obj};
        add_input(kinds[prng_.below(std::size(kinds))]);
      }
    }
    const std::uint32_t count =
        is_top() ? prng_.between(profile_.inputs.least, profile_.inputs.most)
                 : body_.passed;
    for (std::uint32_t i = 0; i < count; ++i) add_input(InputKind::user_input);
    if (sketch_.tensors.empty()) add_operator(nullary());
    if (prng_.percent(profile_.tensor_attribute)) add_tensor_attribute();
  }

  [[nodiscard]] const OperatorWords& nullary() const {
    return words_.operators[words_.by_kind[0].front()];
  }

  void add_tensor_attribute() {
    const std::uint32_t index = here();
    SketchNode& node = sketch_.nodes.emplace_back();
    node.op = Op::get_attr;
    node.name = words_.tensors[index];
    node.target = node.name;
    node.val = random_tensor();
    sketch_.modules.push_back({.name = node.target,
                               .kind = ModuleKind::tensor,
                               .backend = {},
                               .graph = {}});
    place(index);
    sketch_.tensors.push_back(index);
  }

  // --- operands and places --------------------------------------------------

  [[nodiscard]] ValueId random_tensor() {
    return words_.tensor_vals[prng_.below(words_.tensor_vals.size())];
  }

  std::uint32_t pick(const std::vector<std::uint32_t>& from) {
    if (from.size() > 6 && prng_.percent(profile_.recent)) {
      return from[from.size() - 1 - prng_.below(6)];
    }
    return from[prng_.below(from.size())];
  }

  void add_operand(std::uint32_t node, std::uint32_t operand) {
    sketch_.operands.push_back(operand);
    ++sketch_.nodes[node].operands;
    ++sketch_.nodes[operand].uses;
  }

  void add_tensor_operand(std::uint32_t node) {
    if (sketch_.nodes[node].operands > 0 &&
        prng_.percent(profile_.same_twice)) {
      const std::uint32_t before = sketch_.operands.back();
      if (is_tensor_like(before)) return add_operand(node, before);
    }
    if (!sketch_.constants.empty() && prng_.percent(profile_.from_constant)) {
      return add_operand(node, pick(sketch_.constants));
    }
    add_operand(node, pick(sketch_.tensors));
  }

  [[nodiscard]] bool is_tensor_like(std::uint32_t node) const {
    return std::find(sketch_.symints.begin(), sketch_.symints.end(), node) ==
           sketch_.symints.end();
  }

  // Draws the class of a node whose operands are there, and finds its stage.
  void place(std::uint32_t index, bool is_taken = true) {
    SketchNode& node = sketch_.nodes[index];
    node.class_ = is_taken ? draw_class(node) : outside_class;
    node.is_tagged = node.class_ != outside_class;
    for (std::uint32_t i = 0; i < node.operands; ++i) {
      const SketchNode& operand =
          sketch_.nodes[sketch_.operands[node.first_operand + i]];
      if (operand.is_source) continue;
      node.stage = std::max(
          node.stage, operand.stage + (operand.class_ != node.class_ ? 1 : 0));
    }
  }

  std::uint32_t draw_class(const SketchNode& node) {
    for (std::uint32_t i = 0; i < node.operands; ++i) {
      const SketchNode& operand =
          sketch_.nodes[sketch_.operands[node.first_operand + i]];
      if (operand.is_source) continue;
      if (prng_.percent(profile_.follows)) return operand.class_;
      break;
    }
    if (!prng_.percent(profile_.delegated)) return outside_class;
    return 1 + prng_.below(profile_.classes);
  }

  // --- calls ----------------------------------------------------------------

  void add_something() {
    if (!sketch_.fresh_buffers.empty() && prng_.percent(20)) {
      mutate_buffer(prng_.percent(profile_.mutated));
    } else if (body_.depth < profile_.body_depth &&
               prng_.percent(profile_.body_call)) {
      add_body_call();
    } else if (last_row_ != nullptr && prng_.percent(profile_.twin)) {
      add_twin();
    } else {
      add_operator(draw_operator());
    }
  }

  // Another call that does what the last one does, with the same operands.
  void add_twin() {
    const SketchNode& last = sketch_.nodes[last_];
    const std::uint32_t first = last.first_operand;
    const std::uint32_t count = last.operands;
    const std::uint32_t index = begin_node();
    for (std::uint32_t i = 0; i < count; ++i) {
      add_operand(index, sketch_.operands[first + i]);
    }
    finish_operator(index, *last_row_);
  }

  const OperatorWords& draw_operator() {
    std::uint32_t total = 0;
    for (const std::uint32_t weight : profile_.operators) total += weight;
    std::uint32_t drawn = prng_.below(total);
    std::size_t kind = 0;
    while (drawn >= profile_.operators[kind]) {
      drawn -= profile_.operators[kind++];
    }
    const auto& rows = words_.by_kind[kind];
    const OperatorWords& row = words_.operators[rows[prng_.below(rows.size())]];
    const bool needs_symint = row.operands.find('#') != std::string::npos;
    return needs_symint && sketch_.symints.empty()
               ? words_.operators[rows.front()]
               : row;
  }

  std::uint32_t begin_node() {
    SketchNode& node = sketch_.nodes.emplace_back();
    node.first_operand = static_cast<std::uint32_t>(sketch_.operands.size());
    return here() - 1;
  }

  std::uint32_t add_operator(const OperatorWords& row) {
    const std::uint32_t index = begin_node();
    for (const char kind : row.operands) {
      if (kind == '#') {
        add_operand(index, pick(sketch_.symints));
      } else {
        add_tensor_operand(index);
      }
    }
    finish_operator(index, row);
    return index;
  }

  void finish_operator(std::uint32_t index, const OperatorWords& row) {
    last_ = index;
    last_row_ = &row;
    SketchNode& node = sketch_.nodes[index];
    node.op = row.op;
    node.name = row.names[index];
    node.target = row.target;
    node.args = row.args;
    node.kwargs = row.kwargs;
    if (is_top() && index < row.node_values.size()) {
      node.node_value = row.node_values[index];
    }
    place(index);
    switch (row.row.yields) {
      case Yields::tensor:
        node.val = random_tensor();
        sketch_.tensors.push_back(index);
        break;
      case Yields::symint:
        node.val = words_.symint_vals[prng_.below(words_.symint_vals.size())];
        sketch_.symints.push_back(index);
        break;
      case Yields::tuple:
      case Yields::list:
        add_elements(index, row.row.yields == Yields::list, row.row.outputs);
        break;
    }
  }

  // The getitems of a list- or tuple-valued node.
  void add_elements(std::uint32_t list, bool is_list, std::uint32_t count) {
    const auto& rows = words_.tuple_vals[is_list ? 1 : 0][count];
    const TupleWords& row = rows[prng_.below(rows.size())];
    sketch_.nodes[list].val = row.value;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!prng_.percent(85)) continue;
      const std::uint32_t index = begin_node();
      add_operand(index, list);
      SketchNode& node = sketch_.nodes[index];
      node.name = words_.getitems[index];
      node.target = known::getitem;
      node.args = words_.getitem_args[i];
      node.val = row.elements[i];
      node.class_ = sketch_.nodes[list].class_;
      node.stage = sketch_.nodes[list].stage;
      node.is_tagged = node.class_ != outside_class &&
                       prng_.percent(profile_.element_inside);
      sketch_.tensors.push_back(index);
    }
  }

  // --- control flow ---------------------------------------------------------

  void add_body_call() {
    const auto& bodies = words_.graphs[body_.words].bodies;
    const BodyCall kind{
        static_cast<std::uint8_t>(prng_.below(body_call_count))};
    const BodyCallWords& row =
        words_.body_calls[static_cast<std::size_t>(kind)];
    const auto first = static_cast<std::uint32_t>(sketch_.bodies.size());
    if (first + row.bodies > bodies.size()) return;

    const std::uint32_t passed = prng_.between(1, most_passed);
    const std::uint32_t returned =
        kind == BodyCall::while_loop ? passed : prng_.between(1, 3);
    for (std::uint32_t i = 0; i < row.bodies; ++i) {
      const bool is_condition = kind == BodyCall::while_loop && i == 0;
      add_body_attribute(first + i, {.words = bodies[first + i],
                                     .depth = body_.depth + 1,
                                     .passed = passed,
                                     .returned = is_condition ? 1 : returned});
    }
    const std::uint32_t attributes = here() - row.bodies;
    const std::uint32_t index = begin_node();
    if (kind == BodyCall::cond) add_tensor_operand(index);
    for (std::uint32_t i = 0; i < row.bodies; ++i) {
      add_operand(index, attributes + i);
    }
    for (std::uint32_t i = 0; i < passed; ++i) {
      add_operand(index, pick(sketch_.tensors));
    }
    SketchNode& node = sketch_.nodes[index];
    node.name = row.names[index];
    node.target = row.target;
    node.args = row.args[passed];
    place(index, profile_.takes_bodies);
    add_elements(index, false, returned);
  }

  void add_body_attribute(std::uint32_t number, const PendingBody& body) {
    SketchNode& node = sketch_.nodes.emplace_back();
    node.op = Op::get_attr;
    node.name = words_.submodules[number];
    node.target = node.name;
    node.is_source = true;
    sketch_.modules.push_back(
        {.name = node.target,
         .kind = ModuleKind::graph,
         .backend = {},
         .graph = GraphId(std::size_t{next_graph_} + number)});
    sketch_.bodies.push_back(body);
  }

  // --- mutations and outputs ------------------------------------------------

  void mutate(std::uint32_t source, OutputKind kind, Symbol target) {
    const auto& rows =
        words_.by_kind[static_cast<std::size_t>(OperatorKind::binary)];
    const OperatorWords& row = words_.operators[rows[prng_.below(2)]];
    const std::uint32_t index = begin_node();
    add_operand(index, source);
    add_operand(index, pick(sketch_.tensors));
    finish_operator(index, row);
    ++sketch_.nodes[index].uses;
    sketch_.returned.push_back({index, kind, target});
  }

  void mutate_buffer(bool really) {
    const std::uint32_t buffer = sketch_.fresh_buffers.back();
    sketch_.fresh_buffers.pop_back();
    if (!really) return;
    mutate(buffer, OutputKind::buffer_mutation,
           words_.targets[static_cast<std::size_t>(InputKind::buffer)][buffer]);
  }

  void mutate_inputs() {
    for (std::uint32_t i = 0; i < here(); ++i) {
      const SketchNode& node = sketch_.nodes[i];
      if (node.op != Op::placeholder) return;
      if (node.input != InputKind::user_input) continue;
      if (!prng_.percent(profile_.input_mutated)) continue;
      mutate(i, OutputKind::user_input_mutation, node.name);
      return;
    }
  }

  void return_value(std::uint32_t node) {
    if (sketch_.returned.size() >= most_outputs) return;
    sketch_.returned.push_back({node});
    ++sketch_.nodes[node].uses;
  }

  void return_values() {
    const std::size_t mutations = sketch_.returned.size();
    for (std::uint32_t i = 0; i < here(); ++i) {
      const SketchNode& node = sketch_.nodes[i];
      const bool is_input = node.op == Op::placeholder;
      if (node.is_source && !is_input) continue;
      if (is_list(node)) continue;
      const unsigned chance = is_input        ? 2
                              : node.uses > 0 ? profile_.returns_used
                                              : profile_.returns_unused;
      if (!prng_.percent(chance)) continue;
      return_value(i);
      if (prng_.percent(profile_.returns_twice)) return_value(i);
    }
    if (sketch_.returned.size() == mutations) {
      return_value(sketch_.tensors.back());
    }
  }

  [[nodiscard]] bool is_list(const SketchNode& node) const {
    return node.val && words_.store->elements(node.val).has_value();
  }

  // Unused values first: those are the results.
  void return_as_asked() {
    std::uint32_t left = body_.returned;
    for (std::size_t i = sketch_.tensors.size(); i-- > 0 && left > 0;) {
      const std::uint32_t node = sketch_.tensors[i];
      if (sketch_.nodes[node].uses > 0 || !prng_.percent(90)) continue;
      return_value(node);
      --left;
    }
    for (; left > 0; --left) return_value(pick(sketch_.tensors));
  }

  const Vocabulary& words_;
  const Profile& profile_;
  const PendingBody& body_;
  const std::uint32_t next_graph_;
  Prng& prng_;
  Sketch& sketch_;
  // The last call of an operator, for add_twin.
  std::uint32_t last_ = no_node;
  const OperatorWords* last_row_ = nullptr;
};

}  // namespace

void Sketch::clear() {
  nodes.clear();
  operands.clear();
  returned.clear();
  modules.clear();
  bodies.clear();
  tensors.clear();
  symints.clear();
  constants.clear();
  fresh_buffers.clear();
}

void draw_graph(const Vocabulary& words, const Profile& profile,
                const PendingBody& body, std::uint32_t next_graph, Prng& prng,
                Sketch& sketch) {
  sketch.clear();
  Sketcher(words, profile, body, next_graph, prng, sketch).run();
}

}  // namespace metagate
