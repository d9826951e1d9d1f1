#include "ir/difference.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace metagate {
namespace {

std::string quoted(std::string_view text) {
  return "`" + std::string(text) + "`";
}

std::string against(std::string_view what, std::string_view one,
                    std::string_view other) {
  return std::string(what) + " " + quoted(one) + ", and " + quoted(other) +
         " in the other";
}

std::string counts(std::string_view what, std::size_t one, std::size_t other) {
  return "has " + std::to_string(one) + " " + std::string(what) + ", and " +
         std::to_string(other) + " in the other";
}

class Comparison {
 public:
  Comparison(const Program& one, const Program& other)
      : a_(one),
        b_(other),
        ids_agree_(one.store().extends(other.store()) ||
                   other.store().extends(one.store())) {}

  std::optional<Difference> run() {
    if (a_.graphs().size() != b_.graphs().size()) {
      return Difference{
          {}, {}, {}, counts("graphs", a_.graphs().size(), b_.graphs().size())};
    }
    for (std::size_t g = 0; g < a_.graphs().size(); ++g) {
      here_ = {GraphId(g), {}, {}, {}};
      const std::string says = graphs(GraphId(g));
      if (says.empty()) continue;
      here_.says = says;
      return here_;
    }
    return std::nullopt;
  }

 private:
  // What differs, or nothing; `here_` says where.
  std::string graphs(GraphId id) {
    const Graph& a = a_.graph(id);
    const Graph& b = b_.graph(id);
    if (!texts(a.name, b.name)) {
      return against("is called", a_.text(a.name), b_.text(b.name));
    }
    const std::uint32_t count = std::min(a.nodes.count, b.nodes.count);
    for (std::uint32_t i = 0; i < count; ++i) {
      here_.node = NodeId(a.nodes.first + i);
      std::string says = nodes(here_.node, NodeId(b.nodes.first + i));
      if (!says.empty()) return says;
    }
    here_.node = {};
    if (a.nodes.count != b.nodes.count) {
      return counts("nodes", a.nodes.count, b.nodes.count);
    }
    if (!std::ranges::equal(
            a.modules, b.modules, [&](const Module& x, const Module& y) {
              return x.kind == y.kind && texts(x.name, y.name) &&
                     texts(x.backend, y.backend) && x.graph == y.graph;
            })) {
      return "has other modules than in the other";
    }
    if (!signatures(a, b)) return "has another signature in the other";
    return {};
  }

  std::string nodes(NodeId one, NodeId other) {
    const Node& a = a_.node(one);
    const Node& b = b_.node(other);
    if (!texts(a.name, b.name)) {
      return against("is called", a_.name(one), b_.name(other));
    }
    if (a.op != b.op) return against("is", name_of(a.op), name_of(b.op));
    if (!texts(a.target, b.target)) {
      return against("calls", a_.text(a.target), b_.text(b.target));
    }
    if (!operands(one, other)) return "takes other operands in the other";
    if (!values(a.args, b.args) || !values(a.kwargs, b.kwargs)) {
      return "has other arguments in the other";
    }
    return meta(one, other);
  }

  bool operands(NodeId one, NodeId other) {
    const std::uint32_t first_a = a_.graph(a_.node(one).graph).nodes.first;
    const std::uint32_t first_b = b_.graph(b_.node(other).graph).nodes.first;
    return std::ranges::equal(
        a_.operands(one), b_.operands(other), [&](NodeId x, NodeId y) {
          return x.index() - first_a == y.index() - first_b;
        });
  }

  std::string meta(NodeId one, NodeId other) {
    if (!pairs_up(dicts_, a_.node(one).meta, b_.node(other).meta)) {
      return "shares its meta with other nodes in the other";
    }
    const auto in_a = a_.meta(one);
    const auto in_b = b_.meta(other);
    for (std::size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i) {
      here_.key = a_.text(in_a[i].key);
      if (!texts(in_a[i].key, in_b[i].key)) {
        return "has the key " + quoted(b_.text(in_b[i].key)) +
               " there in the other";
      }
      if (!values(in_a[i].value, in_b[i].value)) {
        return "has another value of " + quoted(here_.key) + " in the other";
      }
    }
    here_.key.clear();
    if (in_a.size() != in_b.size()) {
      return counts("keys", in_a.size(), in_b.size());
    }
    return {};
  }

  bool signatures(const Graph& a, const Graph& b) {
    if (a.signature.has_value() != b.signature.has_value()) return false;
    if (!a.signature) return true;
    const auto same = [&](const auto& x, const auto& y) {
      if (x.kind != y.kind || x.arg.is_none() != y.arg.is_none()) return false;
      if (x.arg &&
          x.arg.index() - a.nodes.first != y.arg.index() - b.nodes.first) {
        return false;
      }
      return texts(x.target, y.target);
    };
    return std::ranges::equal(a.signature->inputs, b.signature->inputs, same) &&
           std::ranges::equal(a.signature->outputs, b.signature->outputs, same);
  }

  bool texts(Symbol x, Symbol y) const {
    if (x.is_none() || y.is_none()) return x == y;
    if (ids_agree_) return x == y;
    return a_.text(x) == b_.text(y);
  }

  bool values(ValueId x, ValueId y) {
    if (x.is_none() || y.is_none()) return x.is_none() && y.is_none();
    const Tree* const in_a = a_.store().peek(x);
    const Tree* const in_b = b_.store().peek(y);
    const bool same = in_a != nullptr && in_b != nullptr
                          ? trees(*in_a, *in_b)
                          : trees(a_.store().tree(x), b_.store().tree(y));
    return same && drain();
  }

  bool trees(const Tree& x, const Tree& y) {
    // An object that is met once is written where it stands.
    if (x.tag == Tag::object && y.tag != Tag::object) {
      return meets_alone(alone_a_, objects_.there, ObjectId(x.index)) &&
             trees(a_.store().tree(a_.store().object(ObjectId(x.index)).value),
                   y);
    }
    if (y.tag == Tag::object && x.tag != Tag::object) {
      return meets_alone(alone_b_, objects_.back, ObjectId(y.index)) &&
             trees(x,
                   b_.store().tree(b_.store().object(ObjectId(y.index)).value));
    }
    if (x.tag != y.tag || x.text != y.text ||
        x.items.size() != y.items.size()) {
      return false;
    }
    if (x.tag == Tag::object) return meet(ObjectId(x.index), ObjectId(y.index));
    if (x.index != y.index) return false;
    for (std::size_t i = 0; i < x.items.size(); ++i) {
      if (x.items[i].name != y.items[i].name ||
          !trees(x.items[i].value, y.items[i].value)) {
        return false;
      }
    }
    return true;
  }

  using ObjectSet = std::unordered_set<ObjectId>;

  static bool meets_alone(ObjectSet& alone,
                          const std::unordered_map<ObjectId, ObjectId>& paired,
                          ObjectId object) {
    return !paired.contains(object) && alone.insert(object).second;
  }

  // Objects are paired as they are met, and compared once.
  bool meet(ObjectId x, ObjectId y) {
    if (alone_a_.contains(x) || alone_b_.contains(y)) return false;
    const bool is_new = !objects_.there.contains(x);
    if (!pairs_up(objects_, x, y)) return false;
    if (is_new) open_.emplace_back(x, y);
    return true;
  }

  bool drain() {
    while (!open_.empty()) {
      const auto [x, y] = open_.back();
      open_.pop_back();
      const ValueId in_a = a_.store().object(x).value;
      const ValueId in_b = b_.store().object(y).value;
      if (in_a.is_none() != in_b.is_none()) return false;
      if (in_a && !trees(a_.store().tree(in_a), b_.store().tree(in_b))) {
        return false;
      }
    }
    return true;
  }

  template <class Id>
  struct Pairing {
    std::unordered_map<Id, Id> there;
    std::unordered_map<Id, Id> back;
  };

  template <class Id>
  static bool pairs_up(Pairing<Id>& pairing, Id x, Id y) {
    const auto [there, is_new] = pairing.there.try_emplace(x, y);
    const auto [back, is_new_back] = pairing.back.try_emplace(y, x);
    return there->second == y && back->second == x;
  }

  const Program& a_;
  const Program& b_;
  // One store stands on the other: ids of the lower one mean the same.
  const bool ids_agree_;
  Pairing<MetaId> dicts_;
  Pairing<ObjectId> objects_;
  ObjectSet alone_a_;  // that stand inline in the other
  ObjectSet alone_b_;
  std::vector<std::pair<ObjectId, ObjectId>> open_;
  Difference here_;
};

}  // namespace

std::optional<Difference> first_difference(const Program& one,
                                           const Program& other) {
  return Comparison(one, other).run();
}

}  // namespace metagate
