#include <fmt/core.h>

#include <algorithm>

#include "lower/boundary.h"

namespace metagate {
namespace {

class Finder {
 public:
  explicit Finder(const GraphWork& work)
      : work_(work), program_(work.program) {}

  void run() {
    find_mutations();
    const Range range = program_.graph(work_.graph).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const NodeId node(i);
      if (program_.node(node).op != Op::placeholder) continue;
      if (work_.home(node) != no_partition) share(node);
    }
  }

 private:
  // Consumed are the mutations that their buffer's owner computes.
  void find_mutations() {
    const auto& signature = program_.graph(work_.graph).signature;
    const NodeId output = program_.output_of(work_.graph);
    if (!signature || output.is_none()) return;
    const auto returned = program_.operands(output);
    std::uint32_t operand = 0;
    for (std::uint32_t i = 0; i < signature->outputs.size(); ++i) {
      const OutputSpec& spec = signature->outputs[i];
      if (spec.arg.is_none()) continue;
      while (operand < returned.size() && returned[operand] != spec.arg) {
        ++operand;
      }
      if (operand == returned.size()) return;
      if (spec.kind == OutputKind::buffer_mutation && spec.target) {
        consume({spec.arg, spec.target, i, operand});
      }
      ++operand;
    }
  }

  void consume(const Mutation& mutation) {
    bool is_owned = false;
    const std::uint32_t home = work_.home(mutation.node);
    for (const InputSpec& spec :
         program_.graph(work_.graph).signature->inputs) {
      if (spec.target != mutation.target || !is_constant(spec.kind)) continue;
      if (spec.arg.is_none()) continue;
      const std::uint32_t owner = work_.home(spec.arg);
      if (owner == no_partition) continue;
      mutated_.push_back(spec.arg);
      is_owned = true;
      if (owner == home) continue;
      work_.refuse("mutated-constant",
                   fmt::format("{} owns `{}`, which `{}` mutates elsewhere",
                               work_.words(owner), program_.name(spec.arg),
                               program_.name(mutation.node)));
    }
    if (is_owned && home != no_partition) {
      work_.out.list[home].consumed.push_back(mutation);
      consumed_operands_.push_back(mutation.operand);
    }
  }

  // A constant that its partition owns: those of its users that are elsewhere
  // get a copy each, a partition one for all of its nodes.
  void share(NodeId node) {
    const std::uint32_t owner = work_.home(node);
    add_to(owner, node);
    bool is_shared = false;
    for (const Use& use : work_.users.of(node)) {
      const std::uint32_t home = work_.home(use.user);
      if (home == owner || is_consumed(use)) continue;
      if (!is_shared && !may_be_copied(node, use.user)) return;
      is_shared = true;
      if (home == no_partition) {
        work_.out.is_copied_outside[node.index()] = true;
      } else {
        add_to(home, node);
      }
    }
  }

  void add_to(std::uint32_t partition, NodeId node) {
    auto& constants = work_.out.list[partition].constants;
    if (constants.empty() || constants.back() != node) {
      constants.push_back(node);
    }
  }

  [[nodiscard]] bool is_consumed(const Use& use) const {
    return program_.node(use.user).op == Op::output &&
           std::find(consumed_operands_.begin(), consumed_operands_.end(),
                     use.position) != consumed_operands_.end();
  }

  bool may_be_copied(NodeId node, NodeId user) const {
    const auto refuse = [&](const char* code, const char* why) {
      work_.refuse(
          code, fmt::format("{} owns `{}`, which `{}` uses as well: {}",
                            work_.words(work_.home(node)), program_.name(node),
                            program_.name(user), why));
      return false;
    };
    const Symbol no_copy = program_.store().find("no_copy");
    if (no_copy && program_.value(node, no_copy)) {
      return refuse("no-copy", "it must not be copied");
    }
    if (std::find(mutated_.begin(), mutated_.end(), node) != mutated_.end()) {
      return refuse("mutated-constant",
                    "a buffer that is mutated cannot be copied");
    }
    return true;
  }

  const GraphWork& work_;
  const Program& program_;
  std::vector<NodeId> mutated_;
  std::vector<std::uint32_t> consumed_operands_;
};

}  // namespace

void find_constants(const GraphWork& work) {
  Finder(work).run();
}

}  // namespace metagate
