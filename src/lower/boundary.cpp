#include "lower/boundary.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "ir/delegates.h"

namespace metagate {
namespace {

// A value that leaves a partition, and where it comes among the outputs:
// elements of a list stand where the list stands, by their index.
struct Leaving {
  NodeId place;
  std::int64_t element;
  DelegateOutput output;
};

class Finder {
 public:
  explicit Finder(const GraphWork& work)
      : work_(work),
        program_(work.program),
        seen_(work.program.nodes().size(), no_partition) {}

  void run(std::uint32_t index) {
    home_ = index;
    Partition& partition = work_.out.list[index];
    for (const NodeId node : partition.nodes) take_inputs(node, partition);
    leaving_.clear();
    for (const NodeId node : partition.nodes) {
      if (leaves(node, partition)) add_output(node);
    }
    std::sort(leaving_.begin(), leaving_.end(),
              [](const auto& a, const auto& b) {
                return std::tuple(a.place, a.element, a.output.node) <
                       std::tuple(b.place, b.element, b.output.node);
              });
    for (const Leaving& leaving : leaving_) {
      partition.outputs.push_back(leaving.output);
    }
  }

 private:
  void take_inputs(NodeId node, Partition& partition) {
    for (const NodeId operand : program_.operands(node)) {
      const std::uint32_t from = work_.home(operand);
      if (from == home_ || seen_[operand.index()] == home_) continue;
      seen_[operand.index()] = home_;
      const bool is_constant =
          program_.node(operand).op == Op::placeholder && from != no_partition;
      if (is_constant) continue;  // it gets a copy
      if (names_body(operand)) {
        refuse_body(home_, node, operand);
        continue;
      }
      partition.inputs.push_back(operand);
    }
  }

  [[nodiscard]] bool names_body(NodeId node) const {
    if (program_.node(node).op != Op::get_attr) return false;
    const Module* module = module_named_by(program_, node);
    return module != nullptr && module->kind != ModuleKind::tensor;
  }

  [[nodiscard]] bool is_consumed(const Use& use,
                                 const Partition& partition) const {
    if (partition.consumed.empty()) return false;
    return program_.node(use.user).op == Op::output &&
           std::any_of(partition.consumed.begin(), partition.consumed.end(),
                       [&](const Mutation& mutation) {
                         return mutation.operand == use.position;
                       });
  }

  // Is it read outside, or was it a getitem outside that has to stay?
  bool leaves(NodeId node, const Partition& partition) {
    user_ = {};
    for (const Use& use : work_.users.of(node)) {
      if (work_.home(use.user) == home_ || is_consumed(use, partition)) {
        continue;
      }
      user_ = use.user;
      return true;
    }
    return stays(node);
  }

  // A getitem without that tag is in the partition as the reader of a list.
  bool stays(NodeId node) const {
    return program_.node(node).target == known::getitem &&
           !work_.tags.live(node);
  }

  void add_output(NodeId node) {
    if (names_body(node)) return refuse_body(home_, user_, node);
    const bool stays_outside = stays(node);
    if (is_list_valued(program_, work_.users, node)) {
      // A list of lists: its own getitems stay.
      if (user_.is_none()) return;
      work_.refuse(
          "list-boundary",
          fmt::format("{} returns the list `{}`, which `{}` takes as a whole "
                      "or in another partition",
                      work_.words(home_), program_.name(node),
                      program_.name(user_)));
      return;
    }
    Leaving leaving{node, 0, {node, stays_outside}};
    if (stays_outside) {
      leaving.place = program_.operands(node)[0];
      leaving.element = index_of_getitem(program_, node).value_or(0);
    }
    leaving_.push_back(leaving);
  }

  void refuse_body(std::uint32_t partition, NodeId user, NodeId body) const {
    work_.refuse(
        "body-boundary",
        fmt::format("{} would cut `{}` off the body `{}` that it calls",
                    work_.words(partition), program_.name(user),
                    program_.name(body)));
  }

  const GraphWork& work_;
  const Program& program_;
  std::uint32_t home_ = no_partition;
  NodeId user_;                      // outside, of the node last asked for
  std::vector<std::uint32_t> seen_;  // by node: the partition that takes it
  std::vector<Leaving> leaving_;
};

}  // namespace

std::string GraphWork::words(std::uint32_t partition) const {
  return fmt::format("partition `{}` of graph `{}`",
                     tags.text(out.list[partition].tag),
                     program.text(program.graph(graph).name));
}

bool is_list_valued(const Program& program, const Users& users, NodeId node) {
  const ValueId val = program.value(node, known::val);
  if (val.is_none()) {
    const auto uses = users.of(node);
    return std::any_of(uses.begin(), uses.end(), [&](const Use& use) {
      return is_getitem(program, use.user);
    });
  }
  const Store& store = program.store();
  if (store.elements(val)) return true;
  const Tree* tree = store.peek(val);
  if (tree != nullptr && tree->tag != Tag::object) {
    return tree->tag == Tag::list || tree->tag == Tag::tuple;
  }
  const Tag tag = followed(store.tree(val), store).tag;
  return tag == Tag::list || tag == Tag::tuple;
}

void take_elements(const GraphWork& work) {
  const Range range = work.program.graph(work.graph).nodes;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const NodeId node(i);
    const Node& record = work.program.node(node);
    if (record.target != known::getitem || record.operands.count != 1) continue;
    if (work.home(node) != no_partition) continue;
    const NodeId list = work.program.operands(node)[0];
    const std::uint32_t home = work.home(list);
    if (home == no_partition || !is_getitem(work.program, node)) continue;
    if (!is_list_valued(work.program, work.users, list)) continue;
    work.out.home[node.index()] = home;
    auto& nodes = work.out.list[home].nodes;
    nodes.insert(std::lower_bound(nodes.begin(), nodes.end(), node), node);
  }
}

void find_boundaries(const GraphWork& work) {
  if (work.out.list.size() == work.first) return;
  Finder finder(work);
  for (std::size_t i = work.first; i < work.out.list.size(); ++i) {
    finder.run(static_cast<std::uint32_t>(i));
  }
}

}  // namespace metagate
