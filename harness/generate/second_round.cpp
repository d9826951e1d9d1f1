#include "harness/generate/second_round.h"

#include <algorithm>
#include <vector>

#include "harness/generate/prng.h"
#include "ir/delegates.h"
#include "ir/draft.h"
#include "ir/users.h"

namespace metagate {
namespace {

constexpr std::uint32_t none = 0xffffffff;

// Lowered graphs, and the bodies in them.
std::vector<bool> delegated_graphs(const Program& program) {
  std::vector<bool> delegated(program.graphs().size());
  const auto mark = [&](GraphId id, auto&& again) -> void {
    if (delegated[id.index()]) return;
    delegated[id.index()] = true;
    for (const Module& module : program.graph(id).modules) {
      if (module.graph) again(module.graph, again);
    }
  };
  for (const Graph& graph : program.graphs()) {
    for (const Module& module : graph.modules) {
      if (module.kind == ModuleKind::lowered) mark(module.graph, mark);
    }
  }
  return delegated;
}

// Tags one graph; the label is that of generate/generate.h.
class Tagger {
 public:
  Tagger(const Program& program, const Users& users, const Vocabulary& words,
         const Profile& profile, Prng& prng, Draft& draft)
      : program_(program),
        users_(users),
        words_(words),
        profile_(profile),
        prng_(prng),
        draft_(draft),
        knows_words_(program.store().extends(*words.store)),
        match_(knows_words_ ? words.store->find("match")
                            : draft.store().intern("match")),
        labels_(program.nodes().size()) {}

  void run(GraphId graph) {
    next_ = prng_.percent(60) ? 0 : prng_.below(8);
    tags_.clear();
    const Range range = program_.graph(graph).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      label(NodeId(i));
    }
    if (!program_.graph(graph).signature) return;
    for (const InputSpec& spec : program_.graph(graph).signature->inputs) {
      if (is_constant(spec.kind) && spec.arg) own(graph, spec);
    }
  }

 private:
  struct Label {
    std::uint32_t class_ = 0;  // 0 = outside
    std::uint32_t stage = 0;
    std::uint32_t tag = none;
  };

  Label& at(NodeId node) { return labels_[node.index()]; }

  [[nodiscard]] bool is_source(NodeId node) const {
    const Op op = program_.node(node).op;
    return op == Op::placeholder || op == Op::get_attr;
  }

  [[nodiscard]] bool may_be_tagged(NodeId node) const {
    const Op op = program_.node(node).op;
    if (op != Op::call_function && op != Op::call_method) return false;
    if (is_delegate_call(program_, node)) return false;
    if (program_.node(node).target == known::getitem) return false;
    const auto operands = program_.operands(node);
    return std::none_of(operands.begin(), operands.end(), [&](NodeId operand) {
      return program_.node(operand).op == Op::get_attr;
    });
  }

  void label(NodeId node) {
    if (is_source(node) || program_.node(node).op == Op::output) return;
    if (is_element(node)) return label_element(node);
    Label& own = at(node);
    if (may_be_tagged(node) && prng_.percent(profile_.delegated)) {
      own.class_ = 1 + prng_.below(profile_.classes);
    }
    for (const NodeId operand : program_.operands(node)) {
      if (is_source(operand)) continue;
      const Label& from = at(operand);
      own.stage =
          std::max(own.stage, from.stage + (from.class_ != own.class_ ? 1 : 0));
    }
    if (own.class_ == 0) return label_stale(node);
    const std::size_t partition =
        std::size_t{own.stage} * profile_.classes + own.class_ - 1;
    if (partition >= tags_.size()) tags_.resize(partition + 1, none);
    if (tags_[partition] == none) tags_[partition] = next_++;
    tag(node, tags_[partition]);
    if (prng_.percent(10)) draft_.set(node, match_, word(words_.falsy.front()));
  }

  [[nodiscard]] bool is_element(NodeId node) const {
    return program_.node(node).target == known::getitem &&
           program_.node(node).operands.count == 1 &&
           !is_delegate_call(program_, program_.operands(node)[0]);
  }

  void label_element(NodeId node) {
    const Label list = at(program_.operands(node)[0]);
    at(node) = list;
    if (list.class_ != 0 && prng_.percent(profile_.element_inside)) {
      tag(node, list.tag);
    }
  }

  void label_stale(NodeId node) {
    const bool is_delegate =
        is_delegate_call(program_, node) || is_delegate_getitem(program_, node);
    if (is_delegate && prng_.percent(4 * profile_.odd_tag)) {
      draft_.set(node, known::delegation_tag,
                 word(words_.tags[prng_.below(4)]));
    }
  }

  // A value of the vocabulary, in the program. What a lowering made in another
  // process need not stand on the vocabulary's store.
  ValueId word(ValueId id) {
    return knows_words_ ? id : draft_.store().add(words_.store->tree(id));
  }

  void tag(NodeId node, std::uint32_t number) {
    at(node).tag = number;
    draft_.set(node, known::delegation_tag,
               word(words_.tags[number % words_.tags.size()]));
  }

  // Gives a constant to the partition of its users, where all are in one.
  void own(GraphId graph, const InputSpec& spec) {
    std::uint32_t owner = none;
    for (const Use& use : users_.of(spec.arg)) {
      const std::uint32_t home = at(use.user).tag;
      if (home == none || (owner != none && owner != home)) return;
      owner = home;
    }
    if (owner == none || !prng_.percent(profile_.owned)) return;
    for (const OutputSpec& output : program_.graph(graph).signature->outputs) {
      const bool is_mutation = output.kind == OutputKind::buffer_mutation &&
                               output.target == spec.target;
      if (is_mutation &&
          (output.arg.is_none() || at(output.arg).tag != owner)) {
        return;
      }
    }
    tag(spec.arg, owner);
  }

  const Program& program_;
  const Users& users_;
  const Vocabulary& words_;
  const Profile& profile_;
  Prng& prng_;
  Draft& draft_;
  const bool knows_words_;
  const Symbol match_;
  std::vector<Label> labels_;
  std::vector<std::uint32_t> tags_;
  std::uint32_t next_ = 0;
};

}  // namespace

bool has_second_round(const Profile& profile, std::uint64_t seed) {
  return Prng(~seed).percent(profile.second_round);
}

Program tag_again(const Program& lowered, const Vocabulary& words,
                  const Profile& profile, std::uint64_t seed) {
  Prng prng(seed ^ 0x5eed0002);
  Draft draft(lowered);
  draft.stage = "before2";
  const Users users(lowered);
  const std::vector<bool> delegated = delegated_graphs(lowered);
  Tagger tagger(lowered, users, words, profile, prng, draft);
  for (std::size_t i = 0; i < lowered.graphs().size(); ++i) {
    if (!delegated[i]) tagger.run(GraphId(i));
  }
  return draft.build();
}

}  // namespace metagate
