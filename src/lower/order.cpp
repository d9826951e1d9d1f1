#include "lower/order.h"

#include <algorithm>
#include <queue>

#include "lower/convexity.h"

namespace metagate {
namespace {

// What is ready, smallest first: delegates by partition, then nodes in order.
using Key = std::uint64_t;
constexpr Key node_keys = Key{1} << 40U;

class Sorter {
 public:
  Sorter(const Program& program, const Users& users, GraphId graph,
         const Partitions& partitions)
      : program_(program),
        users_(users),
        partitions_(partitions),
        range_(program.graph(graph).nodes),
        here_(partitions.of_graph[graph.index()]) {}

  bool run(std::vector<Slot>& slots) {
    count_waiting();
    std::size_t due = 0;
    for (std::uint32_t i = 0; i < range_.count; ++i) {
      if (is_slot(node_at(i))) ++due;
      if (is_slot(node_at(i)) && node_waits_[i] == 0) make_ready(node_at(i));
    }
    for (std::uint32_t p = 0; p < here_.count; ++p) {
      ++due;
      if (partition_waits_[p] == 0) make_ready(here_.first + p);
    }
    slots.reserve(due);
    while (!ready_.empty()) {
      const Key key = ready_.top();
      ready_.pop();
      if (key < node_keys) {
        emit_partition(static_cast<std::uint32_t>(key), slots);
      } else {
        emit_node(NodeId(static_cast<std::uint32_t>(key - node_keys)), slots);
      }
    }
    return slots.size() == due;
  }

 private:
  [[nodiscard]] NodeId node_at(std::uint32_t i) const {
    return NodeId(range_.first + i);
  }
  [[nodiscard]] std::uint32_t home(NodeId node) const {
    return partitions_.home[node.index()];
  }
  [[nodiscard]] bool is_placeholder(NodeId node) const {
    return program_.node(node).op == Op::placeholder;
  }
  // Does it stay outside, or leave a copy there?
  [[nodiscard]] bool is_slot(NodeId node) const {
    return home(node) == no_partition ||
           partitions_.is_copied_outside[node.index()];
  }

  // Calls what(user's partition, user) for each use over a boundary.
  template <class What>
  void each_crossing(NodeId node, const What& what) const {
    const std::uint32_t from = home(node);
    const bool is_constant = from != no_partition && is_placeholder(node);
    for (const Use& use : users_.of(node)) {
      const std::uint32_t to = home(use.user);
      if (to == from && from != no_partition) continue;
      if (is_constant && to != no_partition) continue;  // has its own copy
      what(to, use.user);
    }
  }

  void count_waiting() {
    node_waits_.assign(range_.count, 0);
    partition_waits_.assign(here_.count, 0);
    placeholders_ = 0;
    for (std::uint32_t i = 0; i < range_.count; ++i) {
      const NodeId node = node_at(i);
      if (is_placeholder(node)) {
        if (is_slot(node)) ++placeholders_;
        if (!is_slot(node)) continue;  // all of it moves
      }
      each_crossing(node, [&](std::uint32_t to, NodeId user) {
        if (to == no_partition) {
          ++node_waits_[user.index() - range_.first];
        } else {
          ++partition_waits_[to - here_.first];
        }
      });
    }
  }

  void make_ready(NodeId node) { ready_.push(node_keys + node.index()); }

  void make_ready(std::uint32_t partition) {
    if (placeholders_ == 0) {
      ready_.push(partition);
    } else {
      held_back_.push_back(partition);
    }
  }

  void release_users(NodeId node) {
    each_crossing(node, [&](std::uint32_t to, NodeId user) {
      if (to == no_partition) {
        if (--node_waits_[user.index() - range_.first] == 0) make_ready(user);
      } else if (--partition_waits_[to - here_.first] == 0) {
        make_ready(to);
      }
    });
  }

  void emit_node(NodeId node, std::vector<Slot>& slots) {
    slots.push_back({.node = node, .partition = no_partition});
    if (is_placeholder(node) && --placeholders_ == 0) {
      for (const std::uint32_t partition : held_back_) ready_.push(partition);
      held_back_.clear();
    }
    release_users(node);
  }

  void emit_partition(std::uint32_t partition, std::vector<Slot>& slots) {
    slots.push_back({.node = {}, .partition = partition});
    for (const NodeId node : partitions_.list[partition].nodes) {
      release_users(node);
    }
  }

  const Program& program_;
  const Users& users_;
  const Partitions& partitions_;
  const Range range_;
  const Range here_;                            // the graph's partitions
  std::vector<std::uint32_t> node_waits_;       // by node of the graph
  std::vector<std::uint32_t> partition_waits_;  // by partition of the graph
  std::uint32_t placeholders_ = 0;              // still to come
  std::vector<std::uint32_t> held_back_;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> ready_;
};

}  // namespace

Result<std::vector<Slot>> order_of(const Program& program, const Users& users,
                                   GraphId graph,
                                   const Partitions& partitions) {
  std::vector<Slot> slots;
  if (!Sorter(program, users, graph, partitions).run(slots)) {
    return explain_cycle(program, users, graph, partitions);
  }
  return slots;
}

}  // namespace metagate
