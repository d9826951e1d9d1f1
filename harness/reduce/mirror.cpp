#include "harness/reduce/mirror.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/reduce/cut.h"

namespace metagate {
namespace {

using Places = std::vector<std::int64_t>;

// Where each of `old` is in `now`, or -1: one by one where nothing was taken
// out, else the longest beginning that is still in order.
Places places_of(std::span<const NodeId> old, const std::vector<NodeId>& now,
                 bool only_equal) {
  Places places(old.size(), -1);
  std::size_t next = 0;
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old.size() == now.size() && !only_equal) {
      places[i] = static_cast<std::int64_t>(i);
    } else if (next < now.size() && now[next] == old[i]) {
      places[i] = static_cast<std::int64_t>(next++);
    }
  }
  return places;
}

class Mirror {
 public:
  Mirror(const Program& before, const Draft& cut, const Edit& edit,
         const Correspondence& correspondence, Draft& after)
      : before_(before),
        cut_(cut),
        edit_(edit),
        match_(correspondence),
        after_(after),
        is_kept_(before.nodes().size()),
        doomed_(after.nodes.size()),
        was_used_(after.nodes.size()) {}

  bool run() {
    if (edit_.kind == EditKind::plain_outputs) plain_outputs(after_);
    look();
    change_meta();
    if (!make_inputs() || !rewire()) return false;
    for (std::size_t i = 0; i < match_.stands_for.size(); ++i) {
      const NodeId from = match_.stands_for[i];
      if (from && !is_kept_[from.index()]) doom(NodeId(i));
    }
    for (std::uint32_t i = 0; i < match_.delegates.size(); ++i) tidy(i);
    after_.erase(doomed_);
    after_.erase_unused_graphs();
    mend_signatures();
    return is_valid();
  }

 private:
  using Place = std::pair<GraphId, NodeId>;

  // --- what is what ----------------------------------------------------------
  void look() {
    for (const DraftGraph& graph : cut_.graphs) {
      for (const NodeId id : graph.nodes) is_kept_[id.index()] = true;
    }
    for (const DraftGraph& graph : after_.graphs) {
      for (const NodeId id : graph.nodes) {
        for (const NodeId operand : after_.at(id).operands) {
          was_used_[operand.index()] = true;
        }
      }
    }
    for (std::size_t i = 0; i < match_.stands_for.size(); ++i) {
      const NodeId id(i);
      const NodeId from = match_.stands_for[i];
      if (from) stand_ins_.try_emplace({after_.at(id).graph, from}, id);
    }
  }

  // The node of a graph after that is there for a node before, or none.
  [[nodiscard]] NodeId stand_in(GraphId graph, NodeId from) const {
    const auto found = stand_ins_.find({graph, from});
    return found == stand_ins_.end() ? NodeId{} : found->second;
  }

  [[nodiscard]] bool is_gone(NodeId after) const {
    return after.index() < doomed_.size() && doomed_[after.index()];
  }

  void doom(NodeId after) {
    // A placeholder may be fed by another node by now.
    if (retargeted_.contains(after)) return;
    doomed_[after.index()] = true;
  }

  [[nodiscard]] std::set<NodeId> used() const {
    std::set<NodeId> used;
    for (const DraftGraph& graph : after_.graphs) {
      for (const NodeId id : graph.nodes) {
        if (is_gone(id)) continue;
        const auto& operands = after_.at(id).operands;
        used.insert(operands.begin(), operands.end());
      }
    }
    return used;
  }

  // --- metadata --------------------------------------------------------------
  void change_meta() {
    if (edit_.kind == EditKind::drop_keys) {
      // Also where no node stands for one before.
      std::set<Symbol> left;
      for (const DraftGraph& graph : cut_.graphs) {
        for (const NodeId id : graph.nodes) {
          for (const MetaEntry& entry : entries_of(id)) left.insert(entry.key);
        }
      }
      std::set<Symbol> dropped;
      for (std::size_t i = 0; i < before_.nodes().size(); ++i) {
        for (const MetaEntry& entry : before_.meta(NodeId(i))) {
          if (!left.contains(entry.key)) dropped.insert(key_after(entry.key));
        }
      }
      for (DraftMeta& meta : after_.metas) {
        std::erase_if(meta.entries, [&](const MetaEntry& entry) {
          return dropped.contains(entry.key);
        });
      }
      return;
    }
    for (std::size_t i = 0; i < match_.stands_for.size(); ++i) {
      const NodeId from = match_.stands_for[i];
      if (from && is_kept_[from.index()]) change_meta(NodeId(i), from);
    }
  }

  [[nodiscard]] const std::vector<MetaEntry>& entries_of(NodeId id) const {
    return cut_.metas[cut_.at(id).meta.index()].entries;
  }

  [[nodiscard]] Symbol key_after(Symbol key) const {
    return after_.store().find(before_.text(key));
  }

  void change_meta(NodeId id, NodeId from) {
    const std::vector<MetaEntry>& now = entries_of(from);
    for (const MetaEntry& old : before_.meta(from)) {
      const auto found = std::find_if(
          now.begin(), now.end(),
          [&](const MetaEntry& entry) { return entry.key == old.key; });
      if (found != now.end() && found->value == old.value) continue;
      const Symbol key = key_after(old.key);
      if (!key) continue;
      if (found == now.end()) {
        after_.remove(id, key);
        continue;
      }
      ValueId* const value = after_.find(id, key);
      // A value that is another stays so.
      if (value == nullptr || after_.store().facts(*value).hash !=
                                  before_.store().facts(old.value).hash) {
        continue;
      }
      *value = after_.store().add(now_value(found->value));
    }
  }

  // Edits write nulls and integers only, which mean the same in all stores.
  [[nodiscard]] Tree now_value(ValueId value) const {
    return cut_.store().tree(value);
  }

  // --- calls that became inputs ----------------------------------------------
  bool make_inputs() {
    for (std::size_t i = 0; i < match_.part.size(); ++i) {
      const NodeId id(i);
      const NodeId from = match_.stands_for[i];
      if (!from || match_.part[i] != Part::vertex) continue;
      if (!is_kept_[from.index()]) continue;
      if (edit_.kind == EditKind::plain_input &&
          before_.node(from).op == Op::placeholder && is_plain(from)) {
        if (after_.at(id).graph != GraphId(0)) return false;
        plain_input(after_, id);
      }
      const Op now = cut_.at(from).op;
      if (now != Op::placeholder || before_.node(from).op == now) continue;
      if (match_.delegate[i] == no_delegate) {
        if (after_.at(id).graph != GraphId(0)) return false;
        become_input(id, GraphId(0));
        set_meta(id, id);
      } else if (!feed(id, from)) {
        return false;
      }
    }
    return true;
  }

  // Was it made one by this edit?
  [[nodiscard]] bool is_plain(NodeId from) const {
    const auto& was = before_.graph(GraphId(0)).signature;
    const auto& now = cut_.at(GraphId(0)).signature;
    if (!was || !now) return false;
    const auto kind = [&](const Signature& signature) {
      for (const InputSpec& spec : signature.inputs) {
        if (spec.arg == from) return spec.kind;
      }
      return InputKind::user_input;
    };
    return kind(*was) != kind(*now);
  }

  void become_input(NodeId id, GraphId at) {
    DraftNode& node = after_.at(id);
    node.op = Op::placeholder;
    node.target = node.name;
    node.args = {};
    node.kwargs = {};
    node.operands.clear();
    DraftGraph& graph = after_.at(at);
    std::erase(graph.nodes, id);
    const auto first = std::find_if(
        graph.nodes.begin(), graph.nodes.end(),
        [&](NodeId other) { return after_.at(other).op != Op::placeholder; });
    graph.nodes.insert(first, id);
    if (graph.signature) {
      graph.signature->inputs.push_back({InputKind::user_input, id, {}});
    }
  }

  // Without a tag: what is outside has none.
  void set_meta(NodeId to, NodeId from) {
    std::vector<MetaEntry> entries = after_.meta_of(from);
    std::erase_if(entries, [](const MetaEntry& entry) {
      return entry.key == known::delegation_tag;
    });
    after_.at(to).meta = MetaId(after_.metas.size());
    after_.metas.push_back({std::move(entries), {}});
  }

  // What was computed in a delegate is given to it, and to all that read it.
  bool feed(NodeId inside, NodeId from) {
    const NewDelegate& delegate =
        match_.delegates[match_.delegate[inside.index()]];
    const GraphId outer = after_.at(delegate.at.call).graph;
    if (outer != GraphId(0)) return false;
    NodeId input = stand_in(outer, from);
    if (!input) {
      // Its name may be taken; is_valid() sees that.
      input = after_.insert(outer, delegate.at.get_attr,
                            {.name = after_.at(inside).name,
                             .target = {},
                             .args = {},
                             .kwargs = {},
                             .operands = {},
                             .meta = {},
                             .graph = outer});
      doomed_.resize(after_.nodes.size());
      stand_ins_[{outer, from}] = input;
    }
    become_input(input, outer);
    set_meta(input, inside);
    inputs_.insert(input);
    become_input(inside, after_.at(inside).graph);
    set_meta(inside, input);
    DraftNode& call = after_.at(delegate.at.call);
    Tree args = after_.store().tree(call.args);
    args.items.push_back(
        {{}, operand_tree(static_cast<std::uint32_t>(call.operands.size()))});
    call.operands.push_back(input);
    after_.at(delegate.at.call).args = after_.store().add(std::move(args));
    return true;
  }

  // --- operands --------------------------------------------------------------
  bool rewire() {
    for (std::size_t i = 0; i < match_.part.size(); ++i) {
      const NodeId from = match_.stands_for[i];
      if (!from || match_.part[i] != Part::vertex) continue;
      if (!is_kept_[from.index()]) continue;
      if (!rewire(NodeId(i), from)) return false;
    }
    return true;
  }

  bool rewire(NodeId id, NodeId from) {
    const auto old = before_.operands(from);
    const std::vector<NodeId>& now = cut_.at(from).operands;
    if (after_.at(id).op == Op::placeholder) return true;
    if (std::equal(old.begin(), old.end(), now.begin(), now.end())) return true;
    const GraphId graph = after_.at(id).graph;
    const bool is_output = after_.at(id).op == Op::output;
    const Places places = places_of(
        old, now, is_output && edit_.kind == EditKind::keep_partition);
    for (std::size_t p = after_.at(id).operands.size(); p-- > 0;) {
      const auto position = static_cast<std::uint32_t>(p);
      const std::uint32_t was =
          is_output ? match_.kept_position(id, position) : position;
      if (was >= places.size()) return false;
      if (places[was] < 0) {
        if (is_output) {
          drop_returned(after_, graph, position);
        } else {
          drop_operand(after_, id, position);
        }
        continue;
      }
      const NodeId wanted = now[static_cast<std::size_t>(places[was])];
      if (wanted == old[was]) continue;
      const NodeId found = read(graph, old[was], wanted);
      if (!found) return false;
      after_.at(id).operands[p] = found;
    }
    std::vector<NodeId> more;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const auto place = static_cast<std::int64_t>(i);
      if (std::find(places.begin(), places.end(), place) != places.end()) {
        continue;
      }
      more.push_back(stand_in(graph, now[i]));
      if (!more.back() || !is_output || graph != GraphId(0)) return false;
    }
    if (!more.empty()) return_values(after_, more);
    return true;
  }

  // What stands for `wanted` in a graph where `old` was read. A placeholder
  // that was fed what is gone is fed what stands in its place.
  NodeId read(GraphId graph, NodeId old, NodeId wanted) {
    const NodeId there = stand_in(graph, wanted);
    if (there) return there;
    const NodeId fed = stand_in(graph, old);
    if (!fed || is_kept_[old.index()]) return {};
    if (fed.index() >= match_.part.size()) return {};
    if (match_.part[fed.index()] != Part::fed) return {};
    const NewDelegate& delegate =
        match_.delegates[match_.delegate[fed.index()]];
    const NodeId call = delegate.at.call;
    const NodeId outside = stand_in(after_.at(call).graph, wanted);
    const auto position =
        static_cast<std::size_t>(match_.index[fed.index()]) + 1;
    if (!outside || position >= after_.at(call).operands.size()) return {};
    after_.at(call).operands[position] = outside;
    set_meta(fed, outside);
    retargeted_.insert(fed);
    stand_ins_[{graph, wanted}] = fed;
    return fed;
  }

  // --- delegates -------------------------------------------------------------
  void tidy(std::uint32_t number) {
    const NewDelegate& delegate = match_.delegates[number];
    const NodeId call = delegate.at.call;
    if (!has_calls(number)) {
      doom(call);
      doom(delegate.at.get_attr);
      for (const NodeId id : delegate.getitems) {
        if (!inputs_.contains(id)) doom(id);
      }
      return;
    }
    const std::set<NodeId> before_outlets = used();
    std::set<std::int64_t> read;
    for (const NodeId id : delegate.getitems) {
      if (inputs_.contains(id) || is_gone(id)) continue;
      if (was_used_[id.index()] && !before_outlets.contains(id)) {
        doom(id);
      } else {
        read.insert(match_.index[id.index()]);
      }
    }
    for (std::size_t i = delegate.visible.size(); i-- > 0;) {
      const auto index = static_cast<std::int64_t>(i);
      const bool was_read = std::any_of(
          delegate.getitems.begin(), delegate.getitems.end(),
          [&](NodeId id) { return match_.index[id.index()] == index; });
      if (was_read && !read.contains(index)) drop_outlet(delegate, i);
    }
    const std::set<NodeId> still = used();
    for (std::size_t i = delegate.fed.size(); i-- > 0;) {
      const NodeId fed = delegate.fed[i];
      const bool is_unused = was_used_[fed.index()] && !still.contains(fed);
      if (!is_unused && !is_gone(fed)) continue;
      doomed_[fed.index()] = true;
      const auto position = static_cast<std::uint32_t>(i + 1);
      if (position < after_.at(call).operands.size()) {
        drop_operand(after_, call, position);
      }
    }
  }

  [[nodiscard]] bool has_calls(std::uint32_t number) const {
    for (std::size_t i = 0; i < match_.part.size(); ++i) {
      if (match_.delegate[i] != number || match_.part[i] != Part::vertex) {
        continue;
      }
      const Op op = after_.nodes[i].op;
      if (op != Op::placeholder && op != Op::output && !is_gone(NodeId(i))) {
        return true;
      }
    }
    return false;
  }

  // Output `index` of a delegate is read by nobody any more.
  void drop_outlet(const NewDelegate& delegate, std::size_t index) {
    const GraphId lowered = delegate.at.lowered;
    for (const NodeId id : after_.at(lowered).nodes) {
      DraftNode& output = after_.at(id);
      if (output.op != Op::output) continue;
      std::vector<NodeId> consumed = delegate.consumed;
      std::size_t seen = 0;
      for (std::uint32_t i = 0; i < output.operands.size(); ++i) {
        const auto hidden =
            std::find(consumed.begin(), consumed.end(), output.operands[i]);
        if (hidden != consumed.end()) {
          consumed.erase(hidden);
        } else if (seen++ == index) {
          drop_of_val(id, i, output.operands.size());
          drop_returned(after_, lowered, i);
          break;
        }
      }
    }
    drop_of_val(delegate.at.call, index, 0);
    for (const NodeId id : delegate.getitems) {
      if (inputs_.contains(id)) continue;
      Tree args = after_.store().tree(after_.at(id).args);
      if (args.items.size() != 2) continue;
      const std::int64_t reads = integer_or(args.items[1].value, -1);
      if (reads <= static_cast<std::int64_t>(index)) continue;
      args.items[1].value = integer_tree(reads - 1);
      after_.at(id).args = after_.store().add(std::move(args));
    }
  }

  // Takes an element out of the `val` of a node, where that is a list; of
  // `count` elements, where that is not 0.
  void drop_of_val(NodeId id, std::size_t index, std::size_t count) {
    ValueId* const val = after_.find(id, known::val);
    if (val == nullptr) return;
    Tree tree = after_.store().tree(*val);
    const bool is_list = tree.tag == Tag::list || tree.tag == Tag::tuple;
    if (!is_list || index >= tree.items.size()) return;
    if (count != 0 && tree.items.size() != count) return;
    tree.items.erase(tree.items.begin() + static_cast<std::ptrdiff_t>(index));
    const ValueId shorter = after_.store().add(std::move(tree));
    after_.set(id, known::val, shorter);
  }

  // --- what must hold --------------------------------------------------------
  void mend_signatures() {
    std::vector<bool> is_there(after_.nodes.size());
    for (const DraftGraph& graph : after_.graphs) {
      for (const NodeId id : graph.nodes) is_there[id.index()] = true;
    }
    for (DraftGraph& graph : after_.graphs) {
      if (!graph.signature) continue;
      std::erase_if(graph.signature->inputs, [&](const InputSpec& spec) {
        return spec.arg && !is_there[spec.arg.index()];
      });
      if (graph.nodes.empty()) continue;
      const DraftNode& output = after_.at(graph.nodes.back());
      auto& specs = graph.signature->outputs;
      if (output.op != Op::output || output.operands.size() != specs.size()) {
        continue;
      }
      for (std::size_t i = 0; i < specs.size(); ++i) {
        if (specs[i].arg) specs[i].arg = output.operands[i];
      }
    }
  }

  // Every node takes what stands before it in its graph, and names are given
  // once in a graph.
  [[nodiscard]] bool is_valid() const {
    std::vector<bool> stands(after_.nodes.size());
    for (const DraftGraph& graph : after_.graphs) {
      std::set<Symbol> names;
      for (const NodeId id : graph.nodes) {
        const DraftNode& node = after_.at(id);
        if (!names.insert(node.name).second) return false;
        for (const NodeId operand : node.operands) {
          if (!stands[operand.index()]) return false;
          if (after_.at(operand).graph != node.graph) return false;
        }
        stands[id.index()] = true;
      }
    }
    return true;
  }

  const Program& before_;
  const Draft& cut_;
  const Edit& edit_;
  const Correspondence& match_;
  Draft& after_;
  std::vector<bool> is_kept_;   // by node before
  std::vector<bool> doomed_;    // by node after
  std::vector<bool> was_used_;  // likewise
  std::map<Place, NodeId> stand_ins_;
  std::set<NodeId> inputs_;      // that were getitems, or are new
  std::set<NodeId> retargeted_;  // placeholders that another node feeds now
};

}  // namespace

bool mirror(const Program& before, const Draft& cut, const Edit& edit,
            const Correspondence& correspondence, Draft& after) {
  return Mirror(before, cut, edit, correspondence, after).run();
}

}  // namespace metagate
