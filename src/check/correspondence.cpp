#include "check/correspondence.h"

#include <algorithm>
#include <deque>
#include <unordered_set>
#include <utility>

#include "check/anchors.h"
#include "check/called_delegates.h"
#include "check/delegate_pairs.h"
#include "check/flatten.h"
#include "ir/modules.h"

namespace metagate {
namespace {

// Finds vertices before by the names of nodes after.
class NameIndex {
 public:
  NameIndex(const Program& before, const Program& after)
      : before_(before),
        after_(after.store()),
        symbols_agree_(after_.extends(before.store())) {}

  void set(std::span<const NodeId> nodes) {
    entries_.clear();
    for (std::size_t v = 0; v < nodes.size(); ++v) {
      entries_.push_back(
          {before_.node(nodes[v]).name, static_cast<std::int32_t>(v)});
    }
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return a.name < b.name; });
  }

  // The vertex of that name, for the first who asks.
  std::int32_t take(Symbol after) {
    const Symbol name =
        symbols_agree_ ? after : before_.store().find(after_.text(after));
    const auto found = std::lower_bound(
        entries_.begin(), entries_.end(), name,
        [](const Entry& entry, Symbol symbol) { return entry.name < symbol; });
    if (found == entries_.end() || found->name != name) return no_vertex;
    return std::exchange(found->vertex, no_vertex);
  }

 private:
  struct Entry {
    Symbol name;
    std::int32_t vertex;
  };

  const Program& before_;
  const Store& after_;
  bool symbols_agree_;
  std::vector<Entry> entries_;  // by name
};

class Builder {
 public:
  Builder(const Program& before, const Program& after, const Users& users_after,
          const Tags& tags, Trust trust)
      : before_(before),
        after_(after),
        tags_(tags),
        trust_(trust),
        users_after_(users_after),
        called_before_(called_delegates(before)),
        delegates_before_(called_before_.list),
        called_after_(called_delegates(after)),
        delegates_after_(called_after_.list),
        labels_before_(before),
        labels_after_(after),
        vertices_before_(before.nodes().size()),
        vertices_after_(after.nodes().size()),
        names_(before, after),
        seen_before_(before.graphs().size(), false),
        seen_after_(after.graphs().size(), false) {
    const std::size_t count = after.nodes().size();
    out_.stands_for.assign(count, {});
    out_.part.assign(count, Part::none);
    out_.role.assign(count, Role::outside);
    out_.delegate.assign(count, no_delegate);
    out_.index.assign(count, -1);
    out_.found.assign(before.nodes().size(), {});
  }

  Correspondence build() {
    if (!before_.graphs().empty() && !after_.graphs().empty()) {
      add_pair({GraphId(0), GraphId(0), false, false});
    }
    run();
    pair_leftovers();
    run();
    find_unmatched();
    find_misdirected();
    return std::move(out_);
  }

 private:
  void run() {
    while (!queue_.empty()) {
      const GraphPair pair = queue_.front();
      queue_.pop_front();
      out_.graphs.push_back(pair);
      match_pair(pair);
    }
  }

  void add_pair(const GraphPair& pair) {
    const std::size_t b = pair.before.index();
    const std::size_t a = pair.after.index();
    if (seen_before_[b] || seen_after_[a]) return;
    seen_before_[b] = seen_after_[a] = true;
    queue_.push_back(pair);
  }

  static std::vector<Delegate> in_graph(const std::vector<Delegate>& all,
                                        GraphId graph) {
    std::vector<Delegate> found;
    for (const Delegate& delegate : all) {
      if (delegate.outer == graph) found.push_back(delegate);
    }
    return found;
  }

  void match_pair(const GraphPair& pair) {
    const std::vector<Delegate> in_before =
        in_graph(delegates_before_, pair.before);
    const std::vector<Delegate> in_after =
        in_graph(delegates_after_, pair.after);
    const DelegatePairs paired =
        pair_delegates(before_, labels_before_, in_before, after_,
                       labels_after_, in_after, trust_);
    const std::vector<DelegatePair>& old = paired.list;
    out_.names_disagree = out_.names_disagree || paired.names_disagree;
    set_parts(pair, in_after, old);

    Flat flat_before =
        flatten_before(before_, pair.before, labels_before_, vertices_before_);
    Flat flat_after =
        flatten_after(after_, pair.after, out_, labels_after_, vertices_after_);
    shorten_output(pair, flat_before);
    // Inside a delegate tags say nothing.
    if (!pair.is_inside) say_where_they_belong(flat_before, flat_after);
    const std::vector<Anchor> anchors =
        find_anchors(before_, flat_before, after_, flat_after, pair, out_);
    const GraphMatch match =
        match_graphs(flat_before.side, flat_after.side, anchors,
                     same_names(flat_before, flat_after, pair), trust_);
    out_.names_disagree = out_.names_disagree || match.names_disagree;
    record(flat_before, flat_after, match);
    pair_modules(pair, flat_after);
    for (const DelegatePair& delegates : old) {
      add_pair({delegates.before.lowered, delegates.after.lowered, true, true});
    }
  }

  // Says of every node of the graph, and of the lowered graphs of its new
  // delegates, how it takes part.
  void set_parts(const GraphPair& pair, const std::vector<Delegate>& in_after,
                 const std::vector<DelegatePair>& old) {
    set_graph(pair.after, pair.is_inside, pair.is_lowered);
    for (const Delegate& delegate : in_after) {
      const bool is_old = std::any_of(
          old.begin(), old.end(),
          [&](const DelegatePair& p) { return p.after.call == delegate.call; });
      if (!is_old && !seen_after_[delegate.lowered.index()]) {
        add_new_delegate(pair, delegate);
      }
    }
  }

  void set_graph(GraphId graph, bool is_inside, bool is_lowered) {
    const Range range = after_.graph(graph).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      out_.part[i] = Part::vertex;
      out_.role[i] = role_in(NodeId(i), is_inside, is_lowered);
    }
  }

  Role role_in(NodeId id, bool is_inside, bool is_lowered) const {
    const Node& node = after_.node(id);
    if (is_lowered && node.op == Op::placeholder) return Role::placeholder;
    if (is_lowered && node.op == Op::output) return Role::output;
    if (is_inside) return Role::inside;
    if (is_delegate_call(after_, id) || names_lowered_module(after_, id)) {
      return Role::delegate;
    }
    return is_delegate_getitem(after_, id) ? Role::getitem : Role::outside;
  }

  void add_new_delegate(const GraphPair& pair, const Delegate& delegate) {
    const auto index = static_cast<std::uint32_t>(out_.delegates.size());
    seen_after_[delegate.lowered.index()] = true;
    set_graph(delegate.lowered, true, true);
    const Range range = after_.graph(delegate.lowered).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      out_.delegate[i] = index;
      if (out_.role[i] == Role::output) out_.part[i] = Part::returns;
    }
    NewDelegate added =
        boundary_of(after_, users_after_, delegate, before_, pair.before);
    added.is_matched = is_empty(delegate.lowered);
    const auto set = [&](NodeId node, Part part, Role role) {
      out_.part[node.index()] = part;
      out_.role[node.index()] = role;
      out_.delegate[node.index()] = index;
    };
    for (std::size_t i = 0; i < added.fed.size(); ++i) {
      set(added.fed[i], Part::fed, Role::placeholder);
      out_.index[added.fed[i].index()] = static_cast<std::int64_t>(i);
    }
    for (const NodeId node : added.getitems) {
      set(node, Part::getitem, Role::getitem);
      out_.index[node.index()] = index_of_getitem(after_, node).value_or(-1);
    }
    set(delegate.call, Part::call, Role::delegate);
    set(delegate.get_attr, Part::get_attr, Role::delegate);
    out_.delegates.push_back(std::move(added));
  }

  void say_where_they_belong(Flat& flat_before, Flat& flat_after) const {
    for (const NodeId node : flat_before.nodes) {
      flat_before.side.belongs_to.push_back(tags_.of(node));
    }
    for (const NodeId node : flat_after.nodes) {
      // no_delegate + 1 is 0.
      flat_after.side.belongs_to.push_back(out_.delegate[node.index()] + 1);
    }
  }

  // Is there no node in it that could be matched?
  bool is_empty(GraphId lowered) const {
    const auto nodes = after_.nodes_of(lowered);
    return std::all_of(nodes.begin(), nodes.end(), [](const Node& node) {
      return node.op == Op::placeholder || node.op == Op::output;
    });
  }

  // Leaves out of the output node before what new delegates consumed, so that
  // both outputs count alike.
  void shorten_output(const GraphPair& pair, Flat& flat) {
    const NodeId output = before_.output_of(pair.before);
    const NodeId output_after = after_.output_of(pair.after);
    if (output.is_none() || output_after.is_none()) return;
    const std::vector<std::uint32_t> kept =
        kept_outputs(before_, after_, pair, out_);
    if (kept.size() == before_.operands(output).size()) return;
    Vertex& vertex =
        flat.side.vertices[static_cast<std::size_t>(flat.vertex(output))];
    for (std::size_t i = 0; i < kept.size(); ++i) {
      flat.side.operands[vertex.first_operand + i] =
          flat.side.operands[vertex.first_operand + kept[i]];
    }
    vertex.operand_count = static_cast<std::uint32_t>(kept.size());
    out_.kept_outputs.push_back({output_after, kept});
  }

  std::vector<std::int32_t> same_names(const Flat& flat_before,
                                       const Flat& flat_after,
                                       const GraphPair& pair) {
    names_.set(flat_before.nodes);
    std::vector<std::int32_t> same(flat_after.nodes.size(), no_vertex);
    // A name can stand in a lowered graph and outside it: the one outside,
    // which has had it all the time, goes first.
    for (const bool outer : {true, false}) {
      for (std::size_t v = 0; v < flat_after.nodes.size(); ++v) {
        const Node& node = after_.node(flat_after.nodes[v]);
        if ((node.graph == pair.after) != outer) continue;
        same[v] = names_.take(node.name);
      }
    }
    return same;
  }

  void record(const Flat& flat_before, const Flat& flat_after,
              const GraphMatch& match) {
    for (std::size_t a = 0; a < flat_after.nodes.size(); ++a) {
      const std::int32_t b = match.to_before[a];
      if (b == no_vertex) continue;
      const NodeId node = flat_after.nodes[a];
      out_.stands_for[node.index()] =
          flat_before.nodes[static_cast<std::size_t>(b)];
      const std::uint32_t delegate = out_.delegate[node.index()];
      if (delegate != no_delegate && after_.node(node).op != Op::placeholder) {
        out_.delegates[delegate].is_matched = true;
      }
    }
    for (std::size_t b = 0; b < flat_before.nodes.size(); ++b) {
      const std::int32_t a = match.to_after[b];
      if (a == no_vertex) continue;
      out_.found[flat_before.nodes[b].index()] =
          flat_after.nodes[static_cast<std::size_t>(a)];
    }
    for (const Ambiguity& ambiguity : match.ambiguities) {
      Correspondence::Ambiguous nodes;
      for (const std::int32_t b : ambiguity.before) {
        nodes.before.push_back(flat_before.nodes[static_cast<std::size_t>(b)]);
      }
      for (const std::int32_t a : ambiguity.after) {
        nodes.after.push_back(flat_after.nodes[static_cast<std::size_t>(a)]);
      }
      out_.ambiguous.push_back(std::move(nodes));
    }
  }

  // Control-flow bodies: the graphs that matched nodes name.
  void pair_modules(const GraphPair& pair, const Flat& flat_after) {
    for (const NodeId node : flat_after.nodes) {
      const NodeId stands_for = out_.stands_for[node.index()];
      if (stands_for.is_none()) continue;
      const Module* b = module_of(before_, stands_for);
      const Module* a = module_of(after_, node);
      if (b == nullptr || a == nullptr || b->kind != a->kind) continue;
      const bool is_inside =
          pair.is_inside || out_.delegate[node.index()] != no_delegate;
      if (a->kind == ModuleKind::graph) {
        add_pair({b->graph, a->graph, is_inside, false});
      } else if (a->kind == ModuleKind::lowered &&
                 out_.part[node.index()] == Part::vertex) {
        // An old delegate, also one that a new delegate has swallowed.
        add_pair({b->graph, a->graph, true, true});
      }
      mark_body(node, *a);
    }
  }

  // The nodes of a body that a new delegate holds belong to that delegate.
  void mark_body(NodeId node, const Module& module) {
    const std::uint32_t delegate = out_.delegate[node.index()];
    if (delegate == no_delegate || module.kind == ModuleKind::tensor) return;
    const Range range = after_.graph(module.graph).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      if (out_.delegate[i] == no_delegate) out_.delegate[i] = delegate;
    }
  }

  // The module that a node names, if it is a graph.
  static const Module* module_of(const Program& program, NodeId id) {
    const Module* module = module_named_by(program, id);
    const bool names_graph =
        module != nullptr && module->kind != ModuleKind::tensor;
    return names_graph ? module : nullptr;
  }

  // Graphs that no matched node names: by name, then in order.
  void pair_leftovers() {
    const std::vector<GraphId> left_before = leftovers(before_, seen_before_);
    const std::vector<GraphId> left_after = leftovers(after_, seen_after_);
    if (left_before.empty() || left_after.empty()) return;
    const std::unordered_set<GraphId> named_before = named_graphs(before_);
    const std::unordered_set<GraphId> named_after = named_graphs(after_);
    for (const GraphId b : left_before) {
      if (named_before.contains(b)) continue;
      for (const GraphId a : left_after) {
        if (named_after.contains(a) || seen_after_[a.index()]) continue;
        if (before_.text(before_.graph(b).name) ==
            after_.text(after_.graph(a).name)) {
          add_pair({b, a, false, false});
          break;
        }
      }
    }
  }

  static std::vector<GraphId> leftovers(const Program& program,
                                        const std::vector<bool>& seen) {
    std::vector<GraphId> left;
    for (std::size_t i = 0; i < program.graphs().size(); ++i) {
      if (!seen[i]) left.push_back(GraphId(i));
    }
    return left;
  }

  static std::unordered_set<GraphId> named_graphs(const Program& program) {
    std::unordered_set<GraphId> named = {GraphId(0)};
    for (std::size_t i = 0; i < program.nodes().size(); ++i) {
      if (const Module* module = module_of(program, NodeId(i))) {
        named.insert(module->graph);
      }
    }
    return named;
  }

  // A graph that is left over is a finding of its own only where the node that
  // names it is not.
  void find_unmatched() {
    for (const Delegate& delegate : delegates_before_) {
      if (!seen_before_[delegate.outer.index()]) continue;
      if (out_.found[delegate.call.index()].is_none()) {
        out_.lost_delegates.push_back(delegate.call);
      }
    }
    const std::vector<GraphId> left_before = leftovers(before_, seen_before_);
    const std::vector<GraphId> left_after = leftovers(after_, seen_after_);
    if (left_before.empty() && left_after.empty()) return;
    const std::unordered_set<GraphId> named_before = named_graphs(before_);
    const std::unordered_set<GraphId> named_after = named_graphs(after_);
    for (const GraphId graph : left_before) {
      if (!named_before.contains(graph) ||
          is_named_by_matched(before_, graph, out_.found)) {
        out_.lost_graphs.push_back(graph);
      }
    }
    for (const GraphId graph : left_after) {
      if (!named_after.contains(graph) ||
          is_named_by_matched(after_, graph, out_.stands_for)) {
        out_.invented_graphs.push_back(graph);
      }
    }
  }

  // Those that were so before are no fault of this step.
  void find_misdirected() {
    const std::vector<NodeId>& were = called_before_.misdirected;
    for (const NodeId node : called_after_.misdirected) {
      const NodeId from = out_.stands_for[node.index()];
      if (std::find(were.begin(), were.end(), from) != were.end()) continue;
      out_.misdirected.push_back(node);
    }
  }

  // Does a node with a counterpart name the graph?
  static bool is_named_by_matched(const Program& program, GraphId graph,
                                  const std::vector<NodeId>& counterpart) {
    for (std::size_t i = 0; i < program.nodes().size(); ++i) {
      const Module* module = module_of(program, NodeId(i));
      if (module != nullptr && module->graph == graph && counterpart[i]) {
        return true;
      }
    }
    return false;
  }

  const Program& before_;
  const Program& after_;
  const Tags& tags_;
  const Trust trust_;
  const Users& users_after_;
  const CalledDelegates called_before_;
  const std::vector<Delegate>& delegates_before_;
  const CalledDelegates called_after_;
  const std::vector<Delegate>& delegates_after_;
  Labels labels_before_;
  Labels labels_after_;
  VertexIndex vertices_before_;
  VertexIndex vertices_after_;
  NameIndex names_;
  Correspondence out_;
  std::deque<GraphPair> queue_;
  std::vector<bool> seen_before_;  // by graph
  std::vector<bool> seen_after_;
};

}  // namespace

bool Correspondence::is_inside(NodeId after) const {
  const Role r = role[after.index()];
  return r == Role::inside || r == Role::placeholder || r == Role::output;
}

NodeId Correspondence::reads_instead(NodeId getitem) const {
  for (const auto& [node, reads] : wrongly_read) {
    if (node == getitem) return reads;
  }
  return {};
}

std::uint32_t Correspondence::kept_position(NodeId after,
                                            std::uint32_t position) const {
  for (const KeptOutputs& kept : kept_outputs) {
    if (kept.output == after && position < kept.positions.size()) {
      return kept.positions[position];
    }
  }
  return position;
}

Correspondence correspond(const Program& before, const Program& after,
                          const Users& users_after, const Tags& tags,
                          Trust trust) {
  return Builder(before, after, users_after, tags, trust).build();
}

}  // namespace metagate
