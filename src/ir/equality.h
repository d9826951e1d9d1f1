// Are two values of two programs equal (FORMAT.md, "Equality")?
//
// Almost always the hashes decide. Values that hold a $node, a cycle or a
// symbol are compared as trees, and a $node is equal to another when the two
// nodes correspond. Cyclic values are equal when no finite path tells them
// apart.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ir/names.h"
#include "ir/program.h"

namespace metagate {

// Does this node of `a` correspond to that node of `b`? Nothing where one of
// them has no counterpart; then graph and name decide. Asked with no node of
// `b`: is the node of `a` gone? Then its name decides alone.
using Corresponds = std::function<std::optional<bool>(NodeId, NodeId)>;

class Equality {
 public:
  // Both programs must outlive this. With `same_objects`, an object index means
  // the same object in both programs, and an object is equal to itself even
  // where its value has changed: that is `alias-mutated`, and no other fault.
  Equality(const Program& a, const Program& b, Corresponds corresponds,
           bool same_objects);

  [[nodiscard]] bool operator()(ValueId in_a, ValueId in_b) const {
    return is_same_id(in_a, in_b) || values(in_a, in_b);
  }
  [[nodiscard]] bool trees(const Tree& in_a, const Tree& in_b) const;

 private:
  using ObjectPair = std::pair<ObjectId, ObjectId>;
  // Two objects that meet are taken as equal and compared later, once: so a
  // cycle ends, and a chain of references needs no stack.
  struct State {
    std::set<ObjectPair> assumed;
    std::vector<ObjectPair> pending;
    int depth = 0;  // of bags inside bags
  };

  // The usual case: one value, which means the same in both programs.
  bool is_same_id(ValueId in_a, ValueId in_b) const {
    return ids_agree_ && in_a == in_b && !a_.store().facts(in_a).has_node;
  }
  bool values(ValueId in_a, ValueId in_b) const;
  bool same(const Tree& a, const Tree& b, State& state) const;
  bool drain(State& state) const;
  bool same_facts_decide(const Facts& a, const Facts& b, bool& result) const;
  bool same_objects(const Tree& a, const Tree& b, State& state) const;
  bool same_nodes(const Tree& a, const Tree& b) const;
  bool same_elements(const Tree& a, const Tree& b, State& state) const;
  bool same_fields(const Tree& a, const Tree& b, State& state) const;
  bool same_symbols(const Tree& a, const Tree& b) const;
  bool same_bag(const Tree& a, const Tree& b, std::size_t stride,
                State& state) const;
  bool bag_by_hash(const Tree& a, const Tree& b, std::size_t stride,
                   bool& result) const;
  const Names& names_a() const;
  const Names& names_b() const;

  const Program& a_;
  const Program& b_;
  Corresponds corresponds_;
  bool same_objects_;
  bool ids_agree_;  // an id of a's store means the same in b's
  mutable std::optional<Names> names_a_;  // made when the first $node is met
  mutable std::optional<Names> names_b_;
};

}  // namespace metagate
