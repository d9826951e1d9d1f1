#include "check/boundary_faults.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "check/entries.h"
#include "check/flatten.h"

namespace metagate {
namespace {

class Judge {
 public:
  Judge(const Program& before, const Program& after, const Users& users,
        const Tags& tags, Correspondence& correspondence)
      : before_(before),
        after_(after),
        users_(users),
        tags_(tags),
        correspondence_(correspondence) {}

  Boundary judge() {
    trust_the_indices();
    for (const NodeId node : correspondence_.misdirected) {
      if (correspondence_.part[node.index()] == Part::none) continue;
      fault("shape-args", node,
            is_delegate_call(after_, node)
                ? "calls another lowered module than its own"
                : "names another lowered module than its own");
    }
    trust_the_users_of_constants();
    bring_strays_home();
    for (const NewDelegate& delegate : correspondence_.delegates) {
      out_.is_read.push_back(judge_getitems(delegate));
    }
    for (const NewDelegate& delegate : correspondence_.delegates) {
      judge_operands(delegate);
      judge_consumed(delegate);
    }
    return std::move(out_);
  }

 private:
  NodeId& stands_for(NodeId node) {
    return correspondence_.stands_for[node.index()];
  }

  // The node before that a node inside is, or whose value it passes on.
  NodeId value(NodeId node) { return value_of(after_, correspondence_, node); }

  void trust_the_indices() {
    for (const NewDelegate& delegate : correspondence_.delegates) {
      for (const NodeId getitem : delegate.getitems) {
        const NodeId source = resolve(after_, correspondence_, getitem);
        if (source) stands_for(getitem) = stands_for(source);
      }
      for (const NodeId placeholder : delegate.fed) {
        const NodeId source = resolve(after_, correspondence_, placeholder);
        if (source) stands_for(placeholder) = stands_for(source);
      }
    }
  }

  // A copy of a constant that the signature does not name, known by its users.
  void trust_the_users_of_constants() {
    for (std::size_t i = 0; i < after_.nodes().size(); ++i) {
      const NodeId node(i);
      if (after_.node(node).op != Op::placeholder || stands_for(node) ||
          correspondence_.part[i] != Part::vertex) {
        continue;
      }
      const NodeId want = wanted(node);
      if (want && before_.node(want).op == Op::placeholder) {
        stands_for(node) = want;
      }
    }
  }

  // A getitem that reads another delegate than the one whose output its users
  // took: told at the getitem, and then judged as that delegate's.
  void bring_strays_home() {
    auto& delegates = correspondence_.delegates;
    for (std::uint32_t d = 0; d < delegates.size(); ++d) {
      for (const NodeId getitem : std::vector<NodeId>(delegates[d].getitems)) {
        const std::uint32_t home = home_of(getitem, d);
        if (home == d) continue;
        fault("shape-args", getitem,
              fmt::format("reads `{}` where it read `{}`",
                          after_.name(delegates[d].at.call),
                          after_.name(delegates[home].at.call)));
        std::erase(delegates[d].getitems, getitem);
        auto& others = delegates[home].getitems;
        others.insert(std::lower_bound(others.begin(), others.end(), getitem),
                      getitem);
        correspondence_.delegate[getitem.index()] = home;
        const NodeId source = resolve(after_, correspondence_, getitem);
        stands_for(getitem) = source ? stands_for(source) : NodeId{};
      }
    }
  }

  // The delegate whose output the users of a getitem of delegate `d` took, if
  // that output has no other reader; else `d`.
  std::uint32_t home_of(NodeId getitem, std::uint32_t d) {
    const NodeId want = wanted(getitem);
    if (want.is_none() || want == stands_for(getitem)) return d;
    const NodeId found = correspondence_.found[want.index()];
    if (found.is_none()) return d;
    const std::uint32_t home = correspondence_.delegate[found.index()];
    if (home == no_delegate || home == d) return d;
    const NewDelegate& delegate = correspondence_.delegates[home];
    if (!output_for(delegate, want)) return d;
    const bool is_read =
        std::any_of(delegate.getitems.begin(), delegate.getitems.end(),
                    [&](NodeId other) { return stands_for(other) == want; });
    return is_read ? d : home;
  }

  // What all matched users of `node` took before where they take it now; none
  // where they disagree or there are none. A use by the call of a new delegate
  // is a use by those that use the placeholder it feeds.
  NodeId wanted(NodeId node) {
    std::optional<NodeId> all;
    bool agree = true;
    ask_users(node, 0, [&](NodeId expected) {
      if (!all) all = expected;
      agree = agree && *all == expected;
    });
    return all && agree ? *all : NodeId{};
  }

  template <class Tell>
  void ask_users(NodeId node, int depth, const Tell& tell) {
    if (depth > 100) return;
    for (const Use& use : users_.of(node)) {
      const std::size_t user = use.user.index();
      if (correspondence_.part[user] == Part::call) {
        const NewDelegate& delegate =
            correspondence_.delegates[correspondence_.delegate[user]];
        if (use.position >= 1 && use.position <= delegate.fed.size()) {
          ask_users(delegate.fed[use.position - 1], depth + 1, tell);
        }
        continue;
      }
      if (const NodeId expected =
              expected_operand(before_, correspondence_, use)) {
        tell(expected);
      }
    }
  }

  static bool is_permutation(const std::vector<std::int64_t>& indices,
                             std::size_t count) {
    std::vector<bool> seen(count, false);
    for (const std::int64_t i : indices) {
      if (i < 0 || static_cast<std::size_t>(i) >= count) return false;
      if (seen[static_cast<std::size_t>(i)]) return false;
      seen[static_cast<std::size_t>(i)] = true;
    }
    return indices.size() == count;
  }

  // The output that stands for `node`, or none.
  std::optional<std::size_t> output_for(const NewDelegate& delegate,
                                        NodeId node) {
    for (std::size_t i = 0; i < delegate.visible.size(); ++i) {
      if (value(delegate.visible[i]) == node) return i;
    }
    return std::nullopt;
  }

  bool holds(const NewDelegate& delegate, NodeId node) {
    const NodeId found = correspondence_.found[node.index()];
    if (found.is_none()) return false;
    return after_.node(found).graph == delegate.at.lowered;
  }

  std::vector<bool> judge_getitems(const NewDelegate& delegate) {
    const std::size_t count = delegate.visible.size();
    std::vector<std::int64_t> indices;
    std::vector<NodeId> contradicted;  // what the users want instead, or none
    for (const NodeId getitem : delegate.getitems) {
      indices.push_back(correspondence_.index[getitem.index()]);
      const NodeId want = users_.of(getitem).empty()
                              ? meant_for(delegate, getitem)
                              : wanted(getitem);
      const NodeId has = stands_for(getitem);
      const bool is_element =
          want && is_list_of(want, has) && !holds(delegate, want);
      contradicted.push_back(want && want != has && !is_element ? want
                                                                : NodeId{});
      if (is_element) stands_for(getitem) = want;
    }
    if (is_permutation(indices, count)) {
      judge_returned(delegate, indices, contradicted);
    } else {
      judge_indices(delegate, indices, contradicted);
    }
    return read_outputs(delegate, indices, contradicted);
  }

  // An unused getitem has no users to ask. What it should read instead is what
  // its meta is that of, if there is a second witness, since its meta may be
  // what is wrong: a node of the partition that is gone, one that the signature
  // or the `val` of the output node has in the place of the output, or, where
  // indices do not ascend, another output. None where there is none.
  NodeId meant_for(const NewDelegate& delegate, NodeId getitem) {
    const NodeId has = stands_for(getitem);
    if (has.is_none()) return {};
    std::size_t most = equal_entries(has, getitem);
    if (most == after_.meta(getitem).size()) return {};
    if (shares_its_meta(getitem)) return {};
    NodeId best;
    const auto compare = [&](NodeId from) {
      if (from.is_none()) return;
      const std::size_t equal = equal_entries(from, getitem);
      if (equal <= most) return;
      best = from;
      most = equal;
    };
    for (const NodeId node : could_be_meant(delegate, getitem)) {
      compare(value(node));
    }
    const Range range = before_.graph(delegate.cut_from).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const bool is_gone = correspondence_.found[i].is_none();
      if (is_gone && was_cut_with(NodeId(i), delegate)) compare(NodeId(i));
    }
    return best;
  }

  // Nodes of the lowered graph.
  std::vector<NodeId> could_be_meant(const NewDelegate& delegate,
                                     NodeId getitem) const {
    std::vector<NodeId> nodes;
    const std::int64_t index = correspondence_.index[getitem.index()];
    add_by_val(delegate, index, nodes);
    if (const NodeId named = named_for_output(delegate, index)) {
      nodes.push_back(named);
    }
    for (const NodeId other : delegate.getitems) {
      const std::int64_t its = correspondence_.index[other.index()];
      if ((other < getitem) == (its < index) || its < 0) continue;
      if (static_cast<std::size_t>(its) >= delegate.visible.size()) continue;
      nodes.push_back(delegate.visible[static_cast<std::size_t>(its)]);
    }
    return nodes;
  }

  // Nodes whose `val` the output node has in the place of what getitems read
  // at `index`, where that is not the `val` of what is returned.
  void add_by_val(const NewDelegate& delegate, std::int64_t index,
                  std::vector<NodeId>& nodes) const {
    const auto& visible = delegate.visible;
    if (index < 0 || static_cast<std::size_t>(index) >= visible.size()) return;
    const NodeId output = after_.output_of(delegate.at.lowered);
    const ValueId val = after_.value(output, known::val);
    if (val.is_none()) return;
    const Store& store = after_.store();
    const Tree list = followed(store.tree(val), store);
    const auto position = static_cast<std::size_t>(index) +
                          after_.operands(output).size() - visible.size();
    if (position >= list.items.size()) return;
    const Tree& said = list.items[position].value;
    const Hash128 hash = facts_of(said, store).hash;
    const auto has_it = [&](NodeId node) {
      const ValueId its = after_.value(node, known::val);
      return its ? store.facts(its).hash == hash : said.tag == Tag::null;
    };
    if (has_it(visible[static_cast<std::size_t>(index)])) return;
    const Range range = after_.graph(delegate.at.lowered).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      if (has_it(NodeId(i))) nodes.push_back(NodeId(i));
    }
  }

  // What the signature of the lowered graph calls the output that getitems read
  // at `index`.
  NodeId named_for_output(const NewDelegate& delegate,
                          std::int64_t index) const {
    const auto& signature = after_.graph(delegate.at.lowered).signature;
    if (!signature) return {};
    for (const OutputSpec& spec : signature->outputs) {
      if (spec.kind == OutputKind::buffer_mutation) continue;
      if (index-- == 0) return spec.arg;
    }
    return {};
  }

  bool shares_its_meta(NodeId node) const {
    const MetaId meta = after_.node(node).meta;
    const auto nodes = after_.nodes();
    return std::count_if(nodes.begin(), nodes.end(), [&](const Node& other) {
             return other.meta == meta;
           }) > 1;
  }

  // A node that is itself a getitem of the list- or tuple-valued `list`.
  bool is_list_of(NodeId node, NodeId list) {
    return list && is_getitem(before_, node) &&
           before_.operands(node)[0] == list;
  }

  // Every output is read once. Where users contradict all the same, the lowered
  // graph returns the wrong node, or two indices are exchanged.
  void judge_returned(const NewDelegate& delegate,
                      const std::vector<std::int64_t>& indices,
                      std::vector<NodeId>& contradicted) {
    std::vector<std::size_t> exchanged;
    bool returns_wrong = false;
    for (std::size_t g = 0; g < indices.size(); ++g) {
      const NodeId want = contradicted[g];
      if (want.is_none()) continue;
      if (stands_for(delegate.getitems[g]).is_none()) {
        // What is returned is new, which is a finding of its own.
        stands_for(delegate.getitems[g]) = want;
      } else if (correspondence_.found[want.index()].is_none()) {
        // What was returned is gone, which is a finding of its own.
        if (was_cut_with(want, delegate)) {
          stands_for(delegate.getitems[g]) = want;
        }
      } else if (output_for(delegate, want)) {
        exchanged.push_back(g);
      } else if (holds(delegate, want)) {
        returns_wrong = true;
        stands_for(delegate.getitems[g]) = want;
      }
    }
    if (returns_wrong) {
      fault("shape-args", after_.output_of(delegate.at.lowered),
            "returns another node than the one that is read outside");
    }
    add_unused(delegate, exchanged, contradicted);
    // Users that take them the other way round can be what is wrong themselves.
    // The structure is the same as that of two exchanged indices; what the
    // getitems carry tells which it is.
    if (are_right(delegate, exchanged, contradicted)) {
      for (const std::size_t g : exchanged) {
        correspondence_.wrongly_read.emplace_back(delegate.getitems[g],
                                                  contradicted[g]);
      }
      return;
    }
    if (exchanged.size() < 2 || !is_exchange(delegate, exchanged, contradicted))
      return;
    // Indices ascend as they should: then it is the outputs that do not.
    const bool in_lowered = signature_disagrees(delegate) ||
                            std::is_sorted(indices.begin(), indices.end());
    for (const std::size_t g : exchanged) {
      set_wrongly_read(delegate.getitems[g], contradicted[g]);
      if (in_lowered) continue;
      fault("shape-index", delegate.getitems[g],
            fmt::format("reads output {} where output {} stands for `{}`",
                        indices[g], *output_for(delegate, contradicted[g]),
                        before_.name(contradicted[g])));
    }
    if (in_lowered) {
      fault("shape-args", after_.output_of(delegate.at.lowered),
            "returns its outputs in another order");
    }
  }

  // The getitem without users that has what the others want, and so must want
  // what they leave.
  void add_unused(const NewDelegate& delegate,
                  std::vector<std::size_t>& exchanged,
                  std::vector<NodeId>& contradicted) {
    std::vector<NodeId> left;
    std::vector<NodeId> wanted;
    for (const std::size_t g : exchanged) {
      left.push_back(stands_for(delegate.getitems[g]));
      wanted.push_back(contradicted[g]);
    }
    const auto without = [](std::vector<NodeId> nodes,
                            const std::vector<NodeId>& others) {
      std::erase_if(nodes, [&](NodeId node) {
        return std::find(others.begin(), others.end(), node) != others.end();
      });
      return nodes;
    };
    const std::vector<NodeId> nobody_wants = without(left, wanted);
    const std::vector<NodeId> nobody_has = without(wanted, left);
    if (nobody_wants.size() != 1 || nobody_has.size() != 1) return;
    for (std::size_t g = 0; g < delegate.getitems.size(); ++g) {
      const NodeId getitem = delegate.getitems[g];
      if (stands_for(getitem) != nobody_has[0]) continue;
      if (!users_.of(getitem).empty()) continue;
      contradicted[g] = nobody_wants[0];
      exchanged.insert(std::lower_bound(exchanged.begin(), exchanged.end(), g),
                       g);
      return;
    }
  }

  // Do the getitems carry rather what they read than what their users took? If
  // they carry neither more: one wrong user is likelier than two wrong
  // getitems.
  bool are_right(const NewDelegate& delegate,
                 const std::vector<std::size_t>& which,
                 const std::vector<NodeId>& taken) {
    std::size_t like_taken = 0;
    std::size_t like_read = 0;
    for (const std::size_t g : which) {
      const NodeId getitem = delegate.getitems[g];
      like_taken += equal_entries(taken[g], getitem);
      like_read += equal_entries(stands_for(getitem), getitem);
    }
    if (like_taken != like_read) return like_read > like_taken;
    return have_one_user(delegate.getitems, which);
  }

  // How many entries of its meta has a node after from that node before?
  std::size_t equal_entries(NodeId before, NodeId after) const {
    std::size_t count = 0;
    for (const MetaEntry& entry : after_.meta(after)) {
      const Symbol key = before_.store().find(after_.text(entry.key));
      if (key.is_none()) continue;
      const ValueId value = before_.value(before, key);
      count += value && before_.store().facts(value).hash ==
                            after_.store().facts(entry.value).hash;
    }
    return count;
  }

  // Is there only one node that uses all of these?
  bool have_one_user(const std::vector<NodeId>& nodes,
                     const std::vector<std::size_t>& which) const {
    NodeId user;
    for (const std::size_t i : which) {
      for (const Use& use : users_.of(nodes[i])) {
        if (user && user != use.user) return false;
        user = use.user;
      }
    }
    return !user.is_none();
  }

  // Was the node in the partition that the delegate was made of?
  bool was_cut_with(NodeId node, const NewDelegate& delegate) const {
    const Tags::TagId tag = tags_.of(node);
    if (tag == Tags::none) return false;
    bool has_nodes = false;
    const Range range = after_.graph(delegate.at.lowered).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const NodeId from = correspondence_.stands_for[i];
      if (correspondence_.part[i] != Part::vertex || from.is_none()) continue;
      // A constant may have the tag of another user.
      if (before_.node(from).op == Op::placeholder) continue;
      if (tags_.of(from) == tag) return true;
      has_nodes = true;
    }
    return !has_nodes;
  }

  // Do the getitems want exactly what the others of them have?
  bool is_exchange(const NewDelegate& delegate,
                   const std::vector<std::size_t>& exchanged,
                   const std::vector<NodeId>& contradicted) {
    std::vector<NodeId> have;
    std::vector<NodeId> want;
    for (const std::size_t g : exchanged) {
      have.push_back(stands_for(delegate.getitems[g]));
      want.push_back(contradicted[g]);
    }
    std::sort(have.begin(), have.end());
    std::sort(want.begin(), want.end());
    return have == want;
  }

  bool signature_disagrees(const NewDelegate& delegate) const {
    const auto& signature = after_.graph(delegate.at.lowered).signature;
    const auto returned =
        after_.operands(after_.output_of(delegate.at.lowered));
    if (!signature || signature->outputs.size() != returned.size()) {
      return false;
    }
    for (std::size_t i = 0; i < returned.size(); ++i) {
      if (signature->outputs[i].arg != returned[i]) return true;
    }
    return false;
  }

  // What the users of a getitem say of its index.
  enum class Says { right, nothing, wrong };

  Says users_say(const NewDelegate& delegate, std::size_t g,
                 const std::vector<NodeId>& contradicted) {
    const NodeId want = contradicted[g];
    if (want && (output_for(delegate, want) || holds(delegate, want))) {
      return Says::wrong;
    }
    const NodeId getitem = delegate.getitems[g];
    const bool is_right =
        stands_for(getitem) && wanted(getitem) == stands_for(getitem);
    return is_right ? Says::right : Says::nothing;
  }

  // Some index is missing, repeated or out of range.
  void judge_indices(const NewDelegate& delegate,
                     const std::vector<std::int64_t>& indices,
                     std::vector<NodeId>& contradicted) {
    const std::size_t count = delegate.visible.size();
    // Of the readers of one output that one is right whose users say so; else
    // the first that none contradicts.
    std::vector<bool> has_reader(count, false);
    std::vector<std::size_t> wrong;
    for (const Says says : {Says::right, Says::nothing, Says::wrong}) {
      for (std::size_t g = 0; g < indices.size(); ++g) {
        if (users_say(delegate, g, contradicted) != says) continue;
        const std::int64_t i = indices[g];
        const bool in_range = i >= 0 && static_cast<std::size_t>(i) < count;
        if (in_range && says != Says::wrong &&
            !has_reader[static_cast<std::size_t>(i)]) {
          has_reader[static_cast<std::size_t>(i)] = true;
        } else {
          wrong.push_back(g);
        }
      }
    }
    std::sort(wrong.begin(), wrong.end());
    for (const std::size_t g : wrong) {
      judge_wrong_index(delegate, indices[g], delegate.getitems[g],
                        contradicted[g]);
    }
    if (wrong.size() == 1) give_the_only_unread(delegate, wrong[0], has_reader);
  }

  void judge_wrong_index(const NewDelegate& delegate, std::int64_t index,
                         NodeId getitem, NodeId want) {
    const std::size_t count = delegate.visible.size();
    const bool in_range = index >= 0 && static_cast<std::size_t>(index) < count;
    if (want) set_wrongly_read(getitem, want);
    if (in_range && is_read_by_other(delegate, getitem, index)) {
      fault("shape-duplicated", getitem,
            fmt::format("reads output {} of `{}`, which another getitem reads",
                        index, after_.name(delegate.at.call)));
    } else {
      fault("shape-index", getitem,
            index < 0
                ? fmt::format("reads no output of `{}`",
                              after_.name(delegate.at.call))
                : fmt::format("reads output {} of `{}`, which has {}", index,
                              after_.name(delegate.at.call), count));
    }
  }

  void set_wrongly_read(NodeId getitem, NodeId stands_for_node) {
    const NodeId reads = stands_for(getitem);
    if (reads && reads != stands_for_node) {
      correspondence_.wrongly_read.emplace_back(getitem, reads);
    }
    stands_for(getitem) = stands_for_node;
  }

  bool is_read_by_other(const NewDelegate& delegate, NodeId getitem,
                        std::int64_t index) const {
    return std::any_of(delegate.getitems.begin(), delegate.getitems.end(),
                       [&](NodeId other) {
                         return other != getitem &&
                                correspondence_.index[other.index()] == index;
                       });
  }

  // One getitem is wrong, nobody uses it, and one output is not read: it is
  // that one's.
  void give_the_only_unread(const NewDelegate& delegate, std::size_t wrong,
                            const std::vector<bool>& has_reader) {
    const NodeId getitem = delegate.getitems[wrong];
    if (!users_.of(getitem).empty()) return;
    if (std::count(has_reader.begin(), has_reader.end(), false) != 1) return;
    const auto unread = static_cast<std::size_t>(
        std::find(has_reader.begin(), has_reader.end(), false) -
        has_reader.begin());
    set_wrongly_read(getitem, value(delegate.visible[unread]));
  }

  std::vector<bool> read_outputs(const NewDelegate& delegate,
                                 const std::vector<std::int64_t>& indices,
                                 const std::vector<NodeId>& contradicted) {
    const std::size_t count = delegate.visible.size();
    std::vector<bool> is_read(count, false);
    for (std::size_t g = 0; g < indices.size(); ++g) {
      const std::int64_t i = indices[g];
      const NodeId node = stands_for(delegate.getitems[g]);
      const bool is_corrected =
          (contradicted[g] && node == contradicted[g]) ||
          correspondence_.reads_instead(delegate.getitems[g]);
      if (is_corrected) {
        if (const auto output = output_for(delegate, node)) {
          is_read[*output] = true;
          continue;
        }
      }
      if (i >= 0 && static_cast<std::size_t>(i) < count) {
        is_read[static_cast<std::size_t>(i)] = true;
      } else if (node) {
        if (const auto output = output_for(delegate, node)) {
          is_read[*output] = true;
        }
      }
    }
    return is_read;
  }

  // A placeholder whose users all took something else before.
  void judge_operands(const NewDelegate& delegate) {
    const auto operands = after_.operands(delegate.at.call);
    std::vector<std::size_t> wrong;
    std::vector<NodeId> wants;
    for (std::size_t i = 0; i < delegate.fed.size(); ++i) {
      wants.push_back(judge_operand(delegate, i));
      if (wants.back()) wrong.push_back(i);
    }
    if (is_exchange_by_user(delegate, wrong)) return;
    std::string detail;
    for (const std::size_t i : wrong) {
      stands_for(delegate.fed[i]) = wants[i];
      if (!detail.empty()) detail += ", ";
      detail += i + 1 < operands.size()
                    ? fmt::format("takes `{}` where the partition took `{}`",
                                  after_.name(operands[i + 1]),
                                  before_.name(wants[i]))
                    : fmt::format(
                          "takes nothing where the partition took "
                          "`{}`",
                          before_.name(wants[i]));
    }
    if (detail.empty() && operands.size() != delegate.fed.size() + 1) {
      detail = fmt::format("takes {} operands where `{}` has {} inputs",
                           operands.size() - 1,
                           after_.text(after_.graph(delegate.at.lowered).name),
                           delegate.fed.size());
    }
    if (!detail.empty()) fault("shape-args", delegate.at.call, detail);
  }

  // Sets what a placeholder stands for. Returns what its users took instead,
  // where that is a fault of the call; else none.
  NodeId judge_operand(const NewDelegate& delegate, std::size_t i) {
    const auto operands = after_.operands(delegate.at.call);
    const NodeId placeholder = delegate.fed[i];
    const NodeId want = wanted(placeholder);
    const bool is_fed = i + 1 < operands.size();
    const NodeId has = is_fed ? value(operands[i + 1]) : NodeId{};
    stands_for(placeholder) = has;
    if (want.is_none() || want == has) return {};
    // Users that took a node of the partition before, which is gone.
    const bool is_gone = correspondence_.found[want.index()].is_none();
    if (is_gone && has && was_cut_with(want, delegate)) return {};
    const bool is_told_elsewhere =
        is_gone || is_unread(after_, correspondence_, out_, want) ||
        (is_fed &&
         (has.is_none() || is_delegate_call(after_, operands[i + 1])));
    if (!is_told_elsewhere) return want;
    stands_for(placeholder) = want;
    return {};
  }

  // Two operands exchanged: by the call, or by the only node inside that takes
  // them? Placeholders are called what they are fed, if that tells.
  bool is_exchange_by_user(const NewDelegate& delegate,
                           const std::vector<std::size_t>& wrong) {
    if (wrong.size() < 2 || !have_one_user(delegate.fed, wrong)) return false;
    return std::all_of(wrong.begin(), wrong.end(), [&](std::size_t i) {
      const NodeId has = stands_for(delegate.fed[i]);
      return has && after_.name(delegate.fed[i]) == before_.name(has);
    });
  }

  // A consumed mutation is the node that the signature before says. Where the
  // entry names another node than the one returned, the entry is wrong.
  void judge_consumed(const NewDelegate& delegate) {
    const auto& inner = after_.graph(delegate.at.lowered).signature;
    const NodeId output = after_.output_of(delegate.at.lowered);
    if (!inner || output.is_none()) return;
    const auto returned = after_.operands(output);
    if (in_other_order(*inner, returned) && !follows(*inner, returned)) return;
    for (std::size_t i = 0; i < returned.size(); ++i) {
      const OutputSpec* spec = output_spec(*inner, returned, i);
      if (spec == nullptr || !spec->target) continue;
      const NodeId known = mutation_before(before_, delegate.cut_from,
                                           after_.text(spec->target));
      if (known.is_none() || value(returned[i]).is_none()) continue;
      if (value(returned[i]) == known) continue;
      if (correspondence_.found[known.index()].is_none()) continue;
      const bool entry_agrees = spec->arg == returned[i];
      if (!entry_agrees && (!spec->arg || value(spec->arg) != known)) continue;
      fault("shape-args", output,
            fmt::format("returns `{}` as the mutation of `{}`",
                        after_.name(returned[i]), after_.text(spec->target)));
    }
  }

  // Do the entries name what is returned, each in its place?
  static bool follows(const Signature& signature,
                      std::span<const NodeId> returned) {
    return std::equal(
        signature.outputs.begin(), signature.outputs.end(), returned.begin(),
        returned.end(),
        [](const OutputSpec& spec, NodeId node) { return spec.arg == node; });
  }

  // The same nodes in another order: a matter of the signature.
  static bool in_other_order(const Signature& signature,
                             std::span<const NodeId> returned) {
    std::vector<NodeId> named;
    for (const OutputSpec& spec : signature.outputs) named.push_back(spec.arg);
    std::vector<NodeId> nodes(returned.begin(), returned.end());
    std::sort(named.begin(), named.end());
    std::sort(nodes.begin(), nodes.end());
    return named == nodes;
  }

  // One node, one finding.
  void fault(std::string_view rule, NodeId at, std::string detail) {
    for (BoundaryFault& known : out_.faults) {
      if (known.rule != rule || known.at != at) continue;
      known.detail += ", " + detail;
      return;
    }
    out_.faults.push_back({rule, at, std::move(detail)});
  }

  const Program& before_;
  const Program& after_;
  const Users& users_;
  const Tags& tags_;
  Correspondence& correspondence_;
  Boundary out_;
};

}  // namespace

Boundary judge_boundaries(const Program& before, const Program& after,
                          const Users& users_after, const Tags& tags_before,
                          Correspondence& correspondence) {
  return Judge(before, after, users_after, tags_before, correspondence).judge();
}

bool is_unread(const Program& after, const Correspondence& correspondence,
               const Boundary& boundary, NodeId before) {
  const NodeId found = correspondence.found[before.index()];
  if (found.is_none()) return false;
  const std::uint32_t d = correspondence.delegate[found.index()];
  if (d == no_delegate) return false;
  const auto& visible = correspondence.delegates[d].visible;
  for (std::size_t i = 0; i < visible.size(); ++i) {
    if (value_of(after, correspondence, visible[i]) != before) continue;
    return !boundary.is_read[d][i];
  }
  return false;
}

NodeId value_of(const Program& after, const Correspondence& correspondence,
                NodeId operand) {
  const std::size_t i = operand.index();
  switch (correspondence.part[i]) {
    case Part::vertex:
    case Part::getitem:
    case Part::fed:
      return correspondence.stands_for[i];
    case Part::call: {
      const NodeId source = resolve(after, correspondence, operand);
      return source ? correspondence.stands_for[source.index()] : NodeId{};
    }
    default:
      return {};
  }
}

NodeId expected_operand(const Program& before,
                        const Correspondence& correspondence, const Use& use) {
  if (correspondence.part[use.user.index()] != Part::vertex) return {};
  const NodeId stands_for = correspondence.stands_for[use.user.index()];
  if (stands_for.is_none()) return {};
  const auto operands = before.operands(stands_for);
  const std::uint32_t position =
      correspondence.kept_position(use.user, use.position);
  return position < operands.size() ? operands[position] : NodeId{};
}

}  // namespace metagate
