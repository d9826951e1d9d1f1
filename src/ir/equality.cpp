#include "ir/equality.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace metagate {
namespace {

std::string_view field_text(const Tree& tree, std::string_view name) {
  const Tree* field = tree.find(name);
  return field == nullptr ? std::string_view() : field->text;
}

// A $dict and a dict with string keys can say the same: see both as a mapping.
Tree as_mapping(const Tree& tree) {
  if (tree.tag != Tag::dict) return tree;
  Tree mapping{.tag = Tag::mapping};
  for (const Item& item : tree.items) {
    mapping.items.push_back({.name = {}, .value = text_tree(item.name)});
    mapping.items.push_back({.name = {}, .value = item.value});
  }
  return mapping;
}

bool is_dict(const Tree& tree) {
  return tree.tag == Tag::dict || tree.tag == Tag::mapping;
}

bool same_real(std::string_view a, std::string_view b) {
  const double x = real_value(a);
  const double y = real_value(b);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

// Bags inside bags beyond this are compared by hash: a limit for hostile input.
constexpr int deepest_bag = 200;

}  // namespace

Equality::Equality(const Program& a, const Program& b, Corresponds corresponds,
                   bool same_objects)
    : a_(a),
      b_(b),
      corresponds_(std::move(corresponds)),
      same_objects_(
          same_objects && &a.store().root() == &b.store().root() &&
          (a.store().has_mutated_objects() || b.store().has_mutated_objects())),
      ids_agree_(b.store().extends(a.store())) {}

bool Equality::same_facts_decide(const Facts& a, const Facts& b,
                                 bool& result) const {
  if (a.hash == b.hash && a.decided_by_equal_hash() &&
      b.decided_by_equal_hash()) {
    result = true;
    return true;
  }
  // A mutated object is told by its identity, which no hash knows.
  if (!same_objects_ && a.decided_by_hash() && b.decided_by_hash()) {
    result = false;
    return true;
  }
  return false;
}

bool Equality::values(ValueId in_a, ValueId in_b) const {
  bool result = false;
  if (same_facts_decide(a_.store().facts(in_a), b_.store().facts(in_b),
                        result)) {
    return result;
  }
  const Tree* a = a_.store().peek(in_a);
  const Tree* b = b_.store().peek(in_b);
  if (a != nullptr && b != nullptr) return trees(*a, *b);
  return trees(a_.store().tree(in_a), b_.store().tree(in_b));
}

bool Equality::trees(const Tree& in_a, const Tree& in_b) const {
  State state;
  return same(in_a, in_b, state) && drain(state);
}

bool Equality::drain(State& state) const {
  while (!state.pending.empty()) {
    const auto [x, y] = state.pending.back();
    state.pending.pop_back();
    if (!same(a_.store().tree(a_.store().object(x).value),
              b_.store().tree(b_.store().object(y).value), state)) {
      return false;
    }
  }
  return true;
}

bool Equality::same(const Tree& a, const Tree& b, State& state) const {
  if (a.tag == Tag::object || b.tag == Tag::object) {
    return same_objects(a, b, state);
  }
  if (is_dict(a) && is_dict(b)) {
    if (a.tag == Tag::dict && b.tag == Tag::dict) {
      return same_fields(a, b, state);
    }
    return same_bag(as_mapping(a), as_mapping(b), 2, state);
  }
  if (a.tag != b.tag) return false;
  switch (a.tag) {
    case Tag::null:
    case Tag::ellipsis:
      return true;
    case Tag::real:
      return same_real(a.text, b.text);
    case Tag::node:
      return same_nodes(a, b);
    case Tag::operand:
      return a.index == b.index;
    case Tag::set:
      return same_bag(a, b, 1, state);
    case Tag::sym:
    case Tag::expr:
      return same_symbols(a, b);
    case Tag::op: {
      const bool both_have_kind =
          a.find("kind") != nullptr && b.find("kind") != nullptr;
      return field_text(a, "name") == field_text(b, "name") &&
             (!both_have_kind ||
              field_text(a, "kind") == field_text(b, "kind"));
    }
    case Tag::bytes:
    case Tag::tensor:
    case Tag::enumeration:
    case Tag::data:
    case Tag::opaque:
      return a.text == b.text && same_fields(a, b, state);
    case Tag::list:
    case Tag::tuple:
    case Tag::slice:
    case Tag::range:
    case Tag::complex:
      return same_elements(a, b, state);
    default:
      return a.text == b.text;
  }
}

// At least one of the two is a reference.
bool Equality::same_objects(const Tree& a, const Tree& b, State& state) const {
  if (a.tag == Tag::object && b.tag == Tag::object) {
    const ObjectId x(a.index);
    const ObjectId y(b.index);
    const Object& in_a = a_.store().object(x);
    const Object& in_b = b_.store().object(y);
    if (same_objects_ && in_a.identity == in_b.identity &&
        !in_a.facts.has_node) {
      return true;
    }
    bool result = false;
    if (same_facts_decide(in_a.facts, in_b.facts, result)) return result;
    if (state.assumed.emplace(x, y).second) state.pending.emplace_back(x, y);
    return true;
  }
  return same(followed(a, a_.store()), followed(b, b_.store()), state);
}

bool Equality::same_nodes(const Tree& a, const Tree& b) const {
  const Tree* graph_a = a.find("graph");
  const Tree* graph_b = b.find("graph");
  const NodeId x =
      graph_a == nullptr ? NodeId{} : names_a().node(graph_a->text, a.text);
  const NodeId y =
      graph_b == nullptr ? NodeId{} : names_b().node(graph_b->text, b.text);
  if (x && y) {
    if (const std::optional<bool> known = corresponds_(x, y)) return *known;
  }
  if (x && !y && corresponds_(x, y).value_or(false)) return a.text == b.text;
  const auto spelt = [](const Tree* graph) {
    return graph == nullptr ? std::string_view() : graph->text;
  };
  return a.text == b.text && spelt(graph_a) == spelt(graph_b);
}

bool Equality::same_elements(const Tree& a, const Tree& b, State& state) const {
  if (a.items.size() != b.items.size()) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!same(a.items[i].value, b.items[i].value, state)) return false;
  }
  return true;
}

bool Equality::same_fields(const Tree& a, const Tree& b, State& state) const {
  const auto order = [](const Tree& tree) {
    std::vector<const Item*> fields;
    for (const Item& item : tree.items) {
      if (!is_ignored(tree.tag, item)) fields.push_back(&item);
    }
    std::sort(fields.begin(), fields.end(),
              [](const Item* x, const Item* y) { return x->name < y->name; });
    return fields;
  };
  const std::vector<const Item*> in_a = order(a);
  const std::vector<const Item*> in_b = order(b);
  if (in_a.size() != in_b.size()) return false;
  for (std::size_t i = 0; i < in_a.size(); ++i) {
    if (in_a[i]->name != in_b[i]->name) return false;
    if (!same(in_a[i]->value, in_b[i]->value, state)) return false;
  }
  return true;
}

// By `exact` if both have it, else by `expr`.
bool Equality::same_symbols(const Tree& a, const Tree& b) const {
  if (field_text(a, "kind") != field_text(b, "kind")) return false;
  const bool both_are_exact =
      a.find("exact") != nullptr && b.find("exact") != nullptr;
  const std::string_view by = both_are_exact ? "exact" : "expr";
  return field_text(a, by) == field_text(b, by);
}

// Compares two bags by the hashes of their elements, where those decide.
bool Equality::bag_by_hash(const Tree& a, const Tree& b, std::size_t stride,
                           bool& result) const {
  const auto hashes = [stride](const Tree& tree, const Store& store,
                               std::vector<Hash128>& out) {
    for (std::size_t i = 0; i < tree.items.size(); i += stride) {
      std::vector<Facts> parts;
      for (std::size_t k = 0; k < stride; ++k) {
        parts.push_back(facts_of(tree.items[i + k].value, store));
        if (!parts.back().decided_by_hash()) return false;
      }
      out.push_back(sequence_facts(Tag::tuple, parts).hash);
    }
    std::sort(out.begin(), out.end());
    return true;
  };
  std::vector<Hash128> in_a;
  std::vector<Hash128> in_b;
  if (!hashes(a, a_.store(), in_a) || !hashes(b, b_.store(), in_b)) {
    return false;
  }
  result = in_a == in_b;
  return true;
}

// Elements without order, `stride` items each (1 in a set, 2 in a mapping).
bool Equality::same_bag(const Tree& a, const Tree& b, std::size_t stride,
                        State& state) const {
  if (a.items.size() != b.items.size()) return false;
  bool result = false;
  if (bag_by_hash(a, b, stride, result)) return result;
  if (state.depth > deepest_bag) {
    return facts_of(a, a_.store()).hash == facts_of(b, b_.store()).hash;
  }
  const std::size_t count = a.items.size() / stride;
  std::vector<bool> taken(count, false);
  const auto element_is = [&](std::size_t i, std::size_t j) {
    State tentative{state.assumed, {}, state.depth + 1};
    for (std::size_t k = 0; k < stride; ++k) {
      if (!same(a.items[i * stride + k].value, b.items[j * stride + k].value,
                tentative)) {
        return false;
      }
    }
    if (!drain(tentative)) return false;
    state.assumed = std::move(tentative.assumed);
    return true;
  };
  for (std::size_t i = 0; i < count; ++i) {
    // The same place first: most bags keep the order they were made in.
    std::size_t j = i;
    if (taken[i] || !element_is(i, i)) {
      for (j = 0; j < count; ++j) {
        if (j != i && !taken[j] && element_is(i, j)) break;
      }
    }
    if (j == count) return false;
    taken[j] = true;
  }
  return true;
}

const Names& Equality::names_a() const {
  if (!names_a_) names_a_.emplace(a_);
  return *names_a_;
}

const Names& Equality::names_b() const {
  if (!names_b_) names_b_.emplace(b_);
  return *names_b_;
}

}  // namespace metagate
