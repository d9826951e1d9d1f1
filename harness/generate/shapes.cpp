#include "harness/generate/shapes.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/delegates.h"
#include "ir/users.h"

namespace metagate {
namespace {

using enum Shape;

constexpr ShapeRow table[] = {
    {single_output, "single_output", "a partition has one output", 50},
    {multi_output, "multi_output", "a partition has several outputs", 40},
    {mixed, "mixed", "partitions of one and of several outputs in one program",
     30},
    {wide, "wide", "a partition has nine outputs or more", 0.2, "wide"},
    {dead, "dead", "a partition has no user", 10},
    {untagged, "untagged", "no partition at all", 1},
    {many_partitions, "many_partitions", "four partitions or more", 25},
    {no_input, "no_input", "a partition takes nothing", 3},
    {chained, "chained", "a partition takes what another returns", 25},
    {between, "between", "an untagged node stands between two partitions", 6},
    {same_value_twice, "same_value_twice", "a node takes one value twice", 30},
    {twins, "twins",
     "two nodes in one place do the same with the same operands", 10, "twins"},
    {returned_and_used, "returned_and_used",
     "an output of the program is also used inside", 20},
    {returned_twice, "returned_twice", "the program returns a value twice", 10},
    {owned_constant, "owned_constant", "a partition owns a constant", 20},
    {copied_constant, "copied_constant", "and others use it as well", 10,
     "constants"},
    {fed_constant, "fed_constant", "a partition takes an untagged constant",
     10},
    {consumed_mutation, "consumed_mutation",
     "a partition mutates a buffer that it owns", 4, "mutation"},
    {outside_mutation, "outside_mutation",
     "a mutated buffer is owned by no partition", 10},
    {input_mutation, "input_mutation", "an input of the program is mutated", 4},
    {nested, "nested", "there is a control-flow body", 15, "nested"},
    {deeply_nested, "deeply_nested", "a body is in a body", 2, "nested"},
    {nested_partition, "nested_partition",
     "a partition is in a body that is in no partition", 8, "nested"},
    {same_tag_nested, "same_tag_nested",
     "two graphs have partitions of one tag", 5, "nested"},
    {delegated_body, "delegated_body", "a partition holds a control-flow call",
     5},
    {symint_output, "symint_output", "a partition returns a SymInt", 5,
     "symint"},
    {symint_input, "symint_input", "a partition takes a SymInt", 2, "symint"},
    {list_inside, "list_inside", "a list is made and read in one partition",
     10},
    {list_across, "list_across",
     "a list that a partition makes is read outside", 10, "lists"},
    {shared_object, "shared_object", "two nodes hold one object", 40},
    {node_in_meta, "node_in_meta", "a meta value names a node", 20},
    {falsy_value, "falsy_value", "a meta value is false to Python", 60},
    {transient_key, "transient_key", "a node carries a hand-over key", 60},
    {null_tag, "null_tag", "a `delegation_tag` is None", 5},
    {without_keys, "without_keys", "a tagged node has no key but its tag", 0.1,
     "tiny"},
    {many_keys, "many_keys", "a node has ten keys or more", 40},
    {second_round, "second_round", "the program has delegates already", 10,
     "rounds"},
};

// What a call does, and where.
struct CallPlace {
  std::uint64_t home;
  Symbol target;
  Hash128 args;
  Hash128 kwargs;
  std::vector<NodeId> operands;

  friend auto operator<=>(const CallPlace&, const CallPlace&) = default;
};

struct Partition {
  std::uint32_t outputs = 0;
  bool takes = false;
};

class Recognizer {
 public:
  explicit Recognizer(const Program& program)
      : program_(program), store_(program.store()), users_(program) {}

  Shapes run() {
    find_homes();
    for (std::size_t i = 0; i < program_.nodes().size(); ++i) {
      look_at(NodeId(i));
    }
    look_at_partitions();
    look_at_signature();
    look_at_graphs();
    return shapes_;
  }

 private:
  void add(Shape shape) { shapes_.set(static_cast<std::size_t>(shape)); }

  // A tag's identity in its graph, or 0.
  [[nodiscard]] std::uint64_t tag_of(NodeId node) const {
    const ValueId value = program_.value(node, known::delegation_tag);
    if (value.is_none() || is_delegate_call(program_, node) ||
        is_delegate_getitem(program_, node)) {
      return 0;
    }
    const Facts& facts = store_.facts(value);
    return facts.hash == null_.hash ? 0 : facts.hash.low | 1U;
  }

  [[nodiscard]] bool is_source(NodeId node) const {
    return program_.node(node).op == Op::placeholder;
  }

  void find_homes() {
    homes_.resize(program_.nodes().size());
    for (std::size_t i = 0; i < homes_.size(); ++i) {
      const NodeId node(i);
      homes_[i] = tag_of(node);
      if (homes_[i] == 0 && is_element(node)) {
        homes_[i] = homes_[program_.operands(node)[0].index()];
        if (homes_[i] != 0) add(list_across);
      } else if (homes_[i] != 0 && is_element(node)) {
        add(list_inside);
      }
      if (homes_[i] != 0 && !is_source(node)) {
        partitions_[{program_.node(node).graph, homes_[i]}];
      }
    }
  }

  [[nodiscard]] bool is_element(NodeId node) const {
    return program_.node(node).target == known::getitem &&
           program_.node(node).operands.count == 1 &&
           !is_delegate_call(program_, program_.operands(node)[0]);
  }

  [[nodiscard]] std::uint64_t home(NodeId node) const {
    return homes_[node.index()];
  }

  [[nodiscard]] bool is_symint(NodeId node) const {
    const ValueId val = program_.value(node, known::val);
    return val && store_.tree(val).tag == Tag::sym;
  }

  void look_at(NodeId node) {
    look_at_meta(node);
    if (program_.node(node).op == Op::output) return;
    look_at_operands(node);
    look_for_twin(node);
    if (home(node) == 0 || is_source(node)) return;
    Partition& own = partitions_[{program_.node(node).graph, home(node)}];
    const auto uses = users_.of(node);
    const bool leaves = std::any_of(
        uses.begin(), uses.end(),
        [&](const Use& use) { return home(use.user) != home(node); });
    if (leaves) {
      ++own.outputs;
      if (is_symint(node)) add(symint_output);
    }
    for (const NodeId operand : program_.operands(node)) {
      own.takes |= home(operand) != home(node);
    }
  }

  void look_at_operands(NodeId node) {
    const auto operands = program_.operands(node);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const NodeId operand = operands[i];
      const bool is_twice =
          std::find(operands.begin(), operands.begin() + static_cast<long>(i),
                    operand) != operands.begin() + static_cast<long>(i);
      if (is_twice) add(same_value_twice);
      const bool crosses = home(node) != 0 && home(operand) != home(node);
      if (crosses && is_symint(operand)) add(symint_input);
      if (crosses && home(operand) != 0 && !is_source(operand)) add(chained);
      if (home(node) == 0 && home(operand) != 0 && !is_source(operand)) {
        const auto uses = users_.of(node);
        if (std::any_of(uses.begin(), uses.end(),
                        [&](const Use& use) { return home(use.user) != 0; })) {
          add(between);
        }
      }
      if (home(node) != 0 && program_.node(operand).op == Op::get_attr) {
        const Module* module = program_.graph(program_.node(node).graph)
                                   .find_module(program_.node(operand).target);
        if (module != nullptr && module->kind == ModuleKind::graph) {
          add(delegated_body);
        }
      }
    }
  }

  void look_for_twin(NodeId node) {
    const Node& n = program_.node(node);
    if (n.op != Op::call_function && n.op != Op::call_method) return;
    const auto operands = program_.operands(node);
    if (operands.empty()) return;
    const auto hash = [&](ValueId value) {
      return value ? store_.facts(value).hash : Hash128{};
    };
    CallPlace call{home(node),
                   n.target,
                   hash(n.args),
                   hash(n.kwargs),
                   {operands.begin(), operands.end()}};
    if (!calls_.insert(std::move(call)).second) add(twins);
  }

  void look_at_meta(NodeId node) {
    const auto entries = program_.meta(node);
    if (entries.size() >= 10) add(many_keys);
    for (const MetaEntry& entry : entries) {
      const Facts& facts = store_.facts(entry.value);
      if (facts.has_node) add(node_in_meta);
      const std::string_view key = program_.text(entry.key);
      if (key == "match" || key == "no_copy" || key == "compile_spec" ||
          key == "backend_id" || key.starts_with("submodule") ||
          key.starts_with("toplevel")) {
        add(transient_key);
      }
      const Tree tree = store_.tree(entry.value);
      if (tree.tag == Tag::object &&
          !objects_.emplace(tree.index, node).second &&
          objects_.at(tree.index) != node) {
        add(shared_object);
      }
      if (is_falsy(tree)) add(falsy_value);
      if (entry.key == known::delegation_tag && tree.tag == Tag::null) {
        add(null_tag);
      }
    }
    if (entries.size() == 1 && tag_of(node) != 0) add(without_keys);
  }

  [[nodiscard]] static bool is_falsy(const Tree& tree) {
    switch (tree.tag) {
      case Tag::null:
        return true;
      case Tag::boolean:
        return tree.text == "false";
      case Tag::integer:
        return tree.text == "0";
      case Tag::text:
        return tree.text.empty();
      case Tag::list:
      case Tag::tuple:
      case Tag::dict:
      case Tag::set:
        return tree.items.empty();
      default:
        return false;
    }
  }

  void look_at_partitions() {
    if (partitions_.empty()) add(untagged);
    if (partitions_.size() >= 4) add(many_partitions);
    std::set<std::uint64_t> tags;
    for (const auto& [place, partition] : partitions_) {
      if (!tags.insert(place.second).second) add(same_tag_nested);
      if (partition.outputs == 0) add(dead);
      if (partition.outputs == 1) add(single_output);
      if (partition.outputs > 1) add(multi_output);
      if (partition.outputs >= 9) add(wide);
      if (!partition.takes) add(no_input);
      if (place.first != GraphId(0)) add(nested_partition);
    }
    const auto has = [&](Shape shape) {
      return shapes_.test(static_cast<std::size_t>(shape));
    };
    if (has(single_output) && has(multi_output)) add(mixed);
  }

  void look_at_signature() {
    const auto& signature = program_.graph(GraphId(0)).signature;
    if (!signature) return;
    for (const InputSpec& spec : signature->inputs) {
      if (is_constant(spec.kind) && spec.arg) look_at_constant(spec.arg);
    }
    std::set<NodeId> seen;
    for (const OutputSpec& spec : signature->outputs) {
      if (spec.arg.is_none()) continue;
      if (spec.kind == OutputKind::user_input_mutation) add(input_mutation);
      if (!seen.insert(spec.arg).second) add(returned_twice);
      const auto uses = users_.of(spec.arg);
      if (std::any_of(uses.begin(), uses.end(), [&](const Use& use) {
            return program_.node(use.user).op != Op::output;
          })) {
        add(returned_and_used);
      }
      if (spec.kind != OutputKind::buffer_mutation) continue;
      for (const InputSpec& input : signature->inputs) {
        if (input.target != spec.target || input.arg.is_none()) continue;
        const bool is_owned =
            home(input.arg) != 0 && home(input.arg) == home(spec.arg);
        add(is_owned ? consumed_mutation : outside_mutation);
      }
    }
  }

  void look_at_constant(NodeId constant) {
    bool inside = false;
    bool elsewhere = false;
    for (const Use& use : users_.of(constant)) {
      (home(use.user) == home(constant) ? inside : elsewhere) = true;
      if (home(constant) == 0 && home(use.user) != 0) add(fed_constant);
    }
    if (home(constant) == 0 || !inside) return;
    add(owned_constant);
    if (elsewhere) add(copied_constant);
  }

  void look_at_graphs() {
    for (std::size_t i = 0; i < program_.graphs().size(); ++i) {
      for (const Module& module : program_.graph(GraphId(i)).modules) {
        if (module.kind == ModuleKind::lowered) add(second_round);
        if (module.kind != ModuleKind::graph) continue;
        add(nested);
        if (i > 0) add(deeply_nested);
      }
    }
  }

  const Program& program_;
  const Store& store_;
  const Users users_;
  const Facts null_ = facts_of(null_tree(), store_);
  Shapes shapes_;
  std::vector<std::uint64_t> homes_;
  std::map<std::pair<GraphId, std::uint64_t>, Partition> partitions_;
  std::unordered_map<std::uint32_t, NodeId> objects_;
  std::set<CallPlace> calls_;
};

}  // namespace

std::span<const ShapeRow> shape_rows() {
  static_assert(std::size(table) == shape_count);
  return table;
}

Shapes shapes_of(const Program& program) {
  return Recognizer(program).run();
}

}  // namespace metagate
