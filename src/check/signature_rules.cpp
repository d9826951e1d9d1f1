#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/entries.h"
#include "check/families.h"

namespace metagate {
namespace {

// An entry of a signature in terms that both programs share.
struct Entry {
  std::string_view kind;
  std::string_view target;      // empty where there is none
  NodeId target_node;           // before: the input that is mutated, where the
                                // target is the name of one
  NodeId means;                 // before: what its arg stands for
  NodeId arg;                   // after; none in what is only expected
  bool cannot_be_told = false;  // the arg is a finding of its own

  [[nodiscard]] bool agrees_with(const Entry& other) const {
    if (kind != other.kind) return false;
    const bool by_node = target_node && other.target_node;
    if (by_node ? target_node != other.target_node : target != other.target) {
      return false;
    }
    return means == other.means || cannot_be_told || other.cannot_be_told;
  }
};

class Judge {
 public:
  Judge(const Subject& subject, Findings& findings)
      : subject_(subject), findings_(findings) {}

  void pair(const GraphPair& pair) {
    const auto& was = subject_.before.graph(pair.before).signature;
    const auto& is = subject_.after.graph(pair.after).signature;
    if (!was) return;
    if (!is) {
      findings_.push_back(
          finding_at_graph(subject_, "shape-signature", pair.after, false));
      findings_.back().detail = "has no signature any more";
      return;
    }
    fallback_ = subject_.after.output_of(pair.after);
    graph_before_ = pair.before;
    graph_after_ = pair.after;
    compare(expected_inputs(pair, *was), without_copies(inputs_after(*is)),
            "input");
    compare(expected_outputs(pair, *was), followed_outputs(*is), "output");
  }

  void delegate(const NewDelegate& delegate) {
    const auto& is = subject_.after.graph(delegate.at.lowered).signature;
    if (!delegate.is_matched) return;
    if (!is) {
      if (!others_have_signatures()) return;
      findings_.push_back(finding_at_graph(subject_, "shape-signature",
                                           delegate.at.lowered, false));
      findings_.back().detail =
          "has no signature, as other lowered graphs have";
      return;
    }
    fallback_ = subject_.after.output_of(delegate.at.lowered);
    graph_before_ = delegate.cut_from;
    graph_after_ = delegate.at.lowered;
    compare_lowered_inputs(delegate, *is);
    if (!returns_wrong_node(fallback_)) {
      compare_lowered_outputs(delegate, *is);
    }
  }

 private:
  // A producer that writes no signatures at all can't lose one.
  bool others_have_signatures() const {
    const auto have = [](const Program& program) {
      const std::vector<Delegate> all = delegates_of(program);
      return std::any_of(all.begin(), all.end(), [&](const Delegate& d) {
        return program.graph(d.lowered).signature.has_value();
      });
    };
    return have(subject_.after) || have(subject_.before);
  }

  std::string_view text(Symbol symbol) const {
    return symbol ? subject_.after.text(symbol) : std::string_view();
  }
  std::string_view text_before(Symbol symbol) const {
    return symbol ? subject_.before.text(symbol) : std::string_view();
  }
  NodeId value(NodeId after) const {
    return value_of(subject_.after, subject_.correspondence, after);
  }

  static bool is_input_mutation(InputKind) { return false; }
  static bool is_input_mutation(OutputKind kind) {
    return kind == OutputKind::user_input_mutation;
  }

  // A user_input_mutation names the input by the name of its node.
  static NodeId input_named(const Program& program, GraphId graph,
                            std::string_view name) {
    if (graph.is_none() || name.empty()) return {};
    const Range range = program.graph(graph).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const bool is_input = program.node(NodeId(i)).op == Op::placeholder;
      if (is_input && program.name(NodeId(i)) == name) return NodeId(i);
    }
    return {};
  }

  template <class Spec>
  Entry entry_after(const Spec& spec) const {
    Entry entry{.kind = name_of(spec.kind),
                .target = text(spec.target),
                .target_node = {},
                .means = {},
                .arg = spec.arg};
    if (is_input_mutation(spec.kind)) {
      const NodeId input =
          input_named(subject_.after, graph_after_, entry.target);
      if (input) entry.target_node = subject_.stands_for(input);
    }
    if (spec.arg) {
      const Part part = subject_.part(spec.arg);
      const bool is_call = part == Part::call;
      if (!is_call) entry.means = value(spec.arg);
      entry.cannot_be_told = entry.means.is_none() &&
                             (part == Part::vertex || part == Part::getitem ||
                              (is_call && is_told_as_direct(spec.arg)));
      // Which of two nodes such a getitem stands for is told as its index.
      if (subject_.correspondence.reads_instead(spec.arg)) {
        entry.cannot_be_told = true;
      }
    }
    return entry;
  }

  // The signature of a program that uses a delegate itself names it, too.
  bool is_told_as_direct(NodeId call) const {
    const auto uses = subject_.users_after.of(call);
    return std::any_of(uses.begin(), uses.end(), [&](const Use& use) {
      return subject_.after.node(use.user).op == Op::output;
    });
  }

  // An entry before by what it says; `arg` is left open.
  template <class Spec>
  Entry said_before(const Spec& spec) const {
    Entry entry{.kind = name_of(spec.kind),
                .target = text_before(spec.target),
                .target_node = {},
                .means = spec.arg,
                .arg = {}};
    if (is_input_mutation(spec.kind)) {
      entry.target_node =
          input_named(subject_.before, graph_before_, entry.target);
    }
    return entry;
  }

  template <class Spec>
  Entry entry_before(const Spec& spec) const {
    Entry entry = said_before(spec);
    if (spec.arg) {
      entry.arg = counterpart(spec.arg);
      entry.cannot_be_told = entry.arg.is_none();
    }
    return entry;
  }

  // The node of the graph after that an entry should name: what its output node
  // returns, or its placeholder; else the node wherever it is.
  NodeId counterpart(NodeId before) const {
    if (fallback_) {
      for (const NodeId returned : subject_.after.operands(fallback_)) {
        if (value(returned) == before) return returned;
      }
      const GraphId graph = subject_.after.node(fallback_).graph;
      const Range range = subject_.after.graph(graph).nodes;
      for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
        if (subject_.after.node(NodeId(i)).op != Op::placeholder) continue;
        if (subject_.stands_for(NodeId(i)) == before) return NodeId(i);
      }
    }
    return subject_.correspondence.found[before.index()];
  }

  std::vector<Entry> inputs_after(const Signature& signature) const {
    std::vector<Entry> entries;
    entries.reserve(signature.inputs.size());
    for (const InputSpec& spec : signature.inputs) {
      entries.push_back(entry_after(spec));
    }
    return entries;
  }

  std::vector<Entry> outputs_after(const Signature& signature) const {
    std::vector<Entry> entries;
    entries.reserve(signature.outputs.size());
    for (const OutputSpec& spec : signature.outputs) {
      entries.push_back(entry_after(spec));
    }
    return entries;
  }

  // A constant that was copied for some of its users has an entry for each
  // copy.
  static std::vector<Entry> without_copies(const std::vector<Entry>& entries) {
    std::vector<Entry> kept;
    kept.reserve(entries.size());
    for (const Entry& entry : entries) {
      const bool is_copy =
          !entry.target.empty() && entry.means &&
          std::any_of(kept.begin(), kept.end(), [&](const Entry& other) {
            return other.kind == entry.kind && other.target == entry.target &&
                   other.means == entry.means && other.arg != entry.arg;
          });
      if (!is_copy) kept.push_back(entry);
    }
    return kept;
  }

  // An entry that names what is returned in its place follows from the output
  // node, which is judged as a node.
  std::vector<Entry> followed_outputs(const Signature& signature) const {
    std::vector<Entry> entries = outputs_after(signature);
    if (fallback_.is_none()) return entries;
    const auto returned = subject_.after.operands(fallback_);
    for (std::size_t i = 0; i < std::min(entries.size(), returned.size());
         ++i) {
      if (entries[i].arg == returned[i]) entries[i].cannot_be_told = true;
    }
    return entries;
  }

  // Without the constants that delegates consumed whole.
  std::vector<Entry> expected_inputs(const GraphPair& pair,
                                     const Signature& signature) const {
    std::vector<bool> owned(subject_.before.nodes().size(), false);
    std::vector<bool> outside(owned.size(), false);
    for (const NewDelegate& delegate : subject_.correspondence.delegates) {
      if (delegate.at.outer != pair.after) continue;
      for (const NodeId node : delegate.owned) {
        if (const NodeId from = subject_.stands_for(node)) {
          owned[from.index()] = true;
        }
      }
    }
    const Range range = subject_.after.graph(pair.after).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      if (subject_.after.node(NodeId(i)).op != Op::placeholder) continue;
      if (const NodeId from = subject_.stands_for(NodeId(i))) {
        outside[from.index()] = true;
      }
    }
    std::vector<Entry> entries;
    entries.reserve(signature.inputs.size());
    for (const InputSpec& spec : signature.inputs) {
      const bool is_consumed =
          spec.arg && owned[spec.arg.index()] && !outside[spec.arg.index()];
      if (!is_consumed) entries.push_back(entry_before(spec));
    }
    return entries;
  }

  std::vector<Entry> expected_outputs(const GraphPair& pair,
                                      const Signature& signature) const {
    std::vector<Entry> entries;
    entries.reserve(signature.outputs.size());
    for (const OutputSpec& spec : signature.outputs) {
      entries.push_back(entry_before(spec));
    }
    const NodeId output = subject_.after.output_of(pair.after);
    for (const auto& kept : subject_.correspondence.kept_outputs) {
      if (kept.output != output) continue;
      std::vector<Entry> left;
      for (const std::uint32_t position : kept.positions) {
        if (position < entries.size()) left.push_back(entries[position]);
      }
      return left;
    }
    return entries;
  }

  // One finding for each entry that is wrong, missing or too much; one for a
  // signature that has the right entries in another order.
  void compare(const std::vector<Entry>& expected,
               const std::vector<Entry>& got, std::string_view side) {
    std::vector<std::size_t> wrong;
    if (expected.size() == got.size()) {
      for (std::size_t i = 0; i < got.size(); ++i) {
        if (!expected[i].agrees_with(got[i])) wrong.push_back(i);
      }
      if (wrong.empty()) return;
      if (same_in_other_order(expected, got, wrong)) {
        add(got[wrong.front()], expected[wrong.front()],
            fmt::format("{} entries are in another order", side));
        return;
      }
      for (const std::size_t i : wrong) {
        add(got[i], expected[i],
            fmt::format("{} {} is {}, and was {}", side, i, words(got[i]),
                        words(expected[i])));
      }
      return;
    }
    compare_unequal(expected, got, side);
  }

  static bool same_in_other_order(const std::vector<Entry>& expected,
                                  const std::vector<Entry>& got,
                                  const std::vector<std::size_t>& wrong) {
    std::vector<bool> used(wrong.size(), false);
    for (const std::size_t i : wrong) {
      std::size_t j = 0;
      while (j < wrong.size() &&
             (used[j] || got[i].means != expected[wrong[j]].means ||
              !expected[wrong[j]].agrees_with(got[i]))) {
        ++j;
      }
      if (j == wrong.size()) return false;
      used[j] = true;
    }
    return true;
  }

  void compare_unequal(const std::vector<Entry>& expected,
                       const std::vector<Entry>& got, std::string_view side) {
    // What both have at the two ends is right; between them lies the fault.
    std::size_t first = 0;
    while (first < std::min(expected.size(), got.size()) &&
           expected[first].agrees_with(got[first])) {
      ++first;
    }
    std::size_t last = 0;
    while (last < std::min(expected.size(), got.size()) - first &&
           expected[expected.size() - 1 - last].agrees_with(
               got[got.size() - 1 - last])) {
      ++last;
    }
    std::vector<bool> used(got.size(), false);
    for (std::size_t i = first; i < expected.size() - last; ++i) {
      std::size_t j = first;
      while (j < got.size() - last &&
             (used[j] || !expected[i].agrees_with(got[j]))) {
        ++j;
      }
      if (j < got.size() - last) {
        used[j] = true;
      } else if (!expected[i].cannot_be_told) {
        add(expected[i], expected[i],
            fmt::format("{} {} is missing", side, words(expected[i])));
      }
    }
    for (std::size_t j = first; j < got.size() - last; ++j) {
      if (used[j] || got[j].cannot_be_told) continue;
      add(got[j], got[j],
          fmt::format("{} {} was not there", side, words(got[j])));
    }
  }

  void compare_lowered_inputs(const NewDelegate& delegate,
                              const Signature& signature) {
    std::vector<Entry> expected;
    const Range range = subject_.after.graph(delegate.at.lowered).nodes;
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      const NodeId node(i);
      if (subject_.after.node(node).op != Op::placeholder) continue;
      Entry entry{.kind = name_of(InputKind::user_input),
                  .target = {},
                  .target_node = {},
                  .means = value(node),
                  .arg = node};
      if (subject_.part(node) == Part::vertex) {
        if (const InputSpec* spec = spec_before(delegate, entry.means)) {
          entry.kind = name_of(spec->kind);
          entry.target = text_before(spec->target);
        }
      }
      expected.push_back(entry);
    }
    std::vector<Entry> got = inputs_after(signature);
    for (std::size_t i = 0; i < std::min(expected.size(), got.size()); ++i) {
      // A token that the call feeds is one inside, too.
      if (got[i].kind == name_of(InputKind::token) &&
          expected[i].target.empty()) {
        expected[i].kind = got[i].kind;
      }
      // Inside, the node itself is meant, and not what it stands for.
      expected[i].cannot_be_told = false;
      got[i].cannot_be_told = false;
    }
    by_node(expected);
    by_node(got);
    compare(expected, got, "input");
  }

  void compare_lowered_outputs(const NewDelegate& delegate,
                               const Signature& signature) {
    const auto returned = subject_.after.operands(fallback_);
    std::vector<Entry> got = outputs_after(signature);
    std::vector<Entry> expected;
    for (std::size_t i = 0; i < returned.size(); ++i) {
      expected.push_back(expected_output(delegate, returned[i],
                                         output_spec(signature, returned, i)));
    }
    by_node(expected);
    by_node(got);
    compare(expected, got, "output");
  }

  // What the entry about a returned node should be; `spec` is what it is.
  Entry expected_output(const NewDelegate& delegate, NodeId returned,
                        const OutputSpec* spec) const {
    Entry entry{.kind = name_of(OutputKind::user_output),
                .target = {},
                .target_node = {},
                .means = {},
                .arg = returned};
    if (spec == nullptr) return entry;
    const Entry got = entry_after(*spec);
    const std::string_view mutates = mutation_of(delegate, value(returned));
    const bool is_consumed =
        spec->target &&
        (spec->kind == OutputKind::buffer_mutation ||
         (!mutates.empty() && spec->kind != OutputKind::user_input_mutation));
    if (is_consumed && (mutation_vanished(delegate, got.target) ||
                        value(returned).is_none())) {
      return got;
    }
    if (is_consumed) {
      entry.kind = name_of(OutputKind::buffer_mutation);
      entry.target = mutates;
    } else if (was_entry(delegate, value(returned), got)) {
      entry.kind = got.kind;
      entry.target = got.target;
    }
    return entry;
  }

  // Was there such an entry about the node before? A buffer mutation that is
  // not consumed is an ordinary output of the delegate.
  bool was_entry(const NewDelegate& delegate, NodeId node,
                 const Entry& entry) const {
    const auto& signature = subject_.before.graph(delegate.cut_from).signature;
    if (!signature || entry.kind == name_of(OutputKind::buffer_mutation)) {
      return false;
    }
    return std::any_of(signature->outputs.begin(), signature->outputs.end(),
                       [&](const OutputSpec& spec) {
                         if (spec.arg != node) return false;
                         Entry was = said_before(spec);
                         was.cannot_be_told = true;  // the arg is compared here
                         return was.agrees_with(entry);
                       });
  }

  // Is the node gone that mutated this target?
  bool mutation_vanished(const NewDelegate& delegate,
                         std::string_view target) const {
    const auto& signature = subject_.before.graph(delegate.cut_from).signature;
    if (!signature) return false;
    return std::any_of(
        signature->outputs.begin(), signature->outputs.end(),
        [&](const OutputSpec& spec) {
          return spec.kind == OutputKind::buffer_mutation && spec.arg &&
                 text_before(spec.target) == target &&
                 subject_.correspondence.found[spec.arg.index()].is_none();
        });
  }

  // The target that the node before mutates, by the signature before.
  std::string_view mutation_of(const NewDelegate& delegate, NodeId node) const {
    const auto& signature = subject_.before.graph(delegate.cut_from).signature;
    if (!signature || node.is_none()) return {};
    for (const OutputSpec& spec : signature->outputs) {
      if (spec.kind == OutputKind::buffer_mutation && spec.arg == node) {
        return text_before(spec.target);
      }
    }
    return {};
  }

  // In a lowered graph entries are compared by the nodes they name.
  static void by_node(std::vector<Entry>& entries) {
    for (Entry& entry : entries) {
      entry.means = entry.arg;
      entry.cannot_be_told = false;
    }
  }

  const InputSpec* spec_before(const NewDelegate& delegate, NodeId node) const {
    const auto& signature = subject_.before.graph(delegate.cut_from).signature;
    if (!signature || node.is_none()) return nullptr;
    for (const InputSpec& spec : signature->inputs) {
      if (spec.arg == node) return &spec;
    }
    return nullptr;
  }

  bool returns_wrong_node(NodeId output) const {
    return output.is_none() ||
           std::any_of(subject_.boundary.faults.begin(),
                       subject_.boundary.faults.end(),
                       [&](const BoundaryFault& f) { return f.at == output; });
  }

  std::string words(const Entry& entry) const {
    std::string out(entry.kind);
    if (!entry.target.empty()) out += fmt::format(" of `{}`", entry.target);
    if (entry.arg) {
      out += fmt::format(" (`{}`)", subject_.after.name(entry.arg));
    }
    return out;
  }

  void add(const Entry& got, const Entry& expected, std::string detail) {
    NodeId at = got.arg ? got.arg : expected.arg;
    if (at.is_none()) at = fallback_;
    if (at.is_none()) return;
    findings_.push_back(finding_at(subject_, "shape-signature", at));
    findings_.back().detail = std::move(detail);
  }

  const Subject& subject_;
  Findings& findings_;
  GraphId graph_before_;  // the graphs whose signatures are compared
  GraphId graph_after_;
  NodeId fallback_;  // where a finding is placed that has no node
};

}  // namespace

void judge_shape_signature(const Subject& subject, Findings& findings) {
  Judge judge(subject, findings);
  for (const GraphPair& pair : subject.correspondence.graphs) {
    judge.pair(pair);
  }
  for (const NewDelegate& delegate : subject.correspondence.delegates) {
    judge.delegate(delegate);
  }
}

}  // namespace metagate
