#include "harness/generate/generate.h"

#include <utility>
#include <vector>

#include "harness/generate/sketch.h"
#include "ir/builder.h"

namespace metagate {
namespace {

// Writes a sketched graph down, with meta.
class GraphWriter {
 public:
  GraphWriter(const Vocabulary& words, const Profile& profile, Prng& prng,
              ProgramBuilder& builder, std::vector<MetaEntry>& entries,
              std::vector<NodeId>& ids, const std::vector<ValueId>& nodes,
              std::uint32_t& next_handle)
      : words_(words),
        profile_(profile),
        prng_(prng),
        builder_(builder),
        entries_(entries),
        ids_(ids),
        node_values_(nodes),
        next_handle_(next_handle) {}

  void run(const Sketch& sketch, const PendingBody& body) {
    const GraphId graph = builder_.begin_graph(words_.graphs[body.words].name);
    ids_.clear();
    for (const SketchNode& node : sketch.nodes) add(sketch, node);
    add_output(sketch);
    for (const Module& module : sketch.modules) {
      builder_.add_module(graph, module);
    }
    if (body.words == 0) builder_.set_signature(graph, signature_of(sketch));
  }

 private:
  void add(const Sketch& sketch, const SketchNode& node) {
    operands_.clear();
    for (std::uint32_t i = 0; i < node.operands; ++i) {
      operands_.push_back(ids_[sketch.operands[node.first_operand + i]]);
    }
    draw_meta(node);
    ids_.push_back(builder_.add_node({.name = node.name,
                                      .op = node.op,
                                      .target = node.target,
                                      .args = node.args,
                                      .kwargs = node.kwargs,
                                      .operands = operands_,
                                      .meta = builder_.add_meta(entries_)}));
  }

  void add_output(const Sketch& sketch) {
    operands_.clear();
    for (const ReturnedValue& value : sketch.returned) {
      operands_.push_back(ids_[value.node]);
    }
    entries_.clear();
    if (prng_.percent(50)) add_keys();
    std::erase_if(entries_, [](const MetaEntry& entry) {
      return entry.key == known::delegation_tag;
    });
    builder_.add_node({.name = known::output,
                       .op = Op::output,
                       .target = known::output,
                       .args = words_.output_args[operands_.size()],
                       .operands = operands_,
                       .meta = builder_.add_meta(entries_)});
  }

  Signature signature_of(const Sketch& sketch) const {
    Signature signature;
    for (std::size_t i = 0; i < sketch.nodes.size(); ++i) {
      const SketchNode& node = sketch.nodes[i];
      if (node.op != Op::placeholder) continue;
      const auto kind = static_cast<std::size_t>(node.input);
      signature.inputs.push_back(
          {node.input, ids_[i],
           is_constant(node.input) ? words_.targets[kind][i] : Symbol{}});
    }
    for (const ReturnedValue& value : sketch.returned) {
      signature.outputs.push_back({value.kind, ids_[value.node], value.target});
    }
    return signature;
  }

  // --- meta -----------------------------------------------------------------

  void draw_meta(const SketchNode& node) {
    entries_.clear();
    if (node.val && !prng_.percent(profile_.no_val)) {
      entries_.push_back({known::val, node.val});
    }
    add_keys();
    if (node.op != Op::placeholder && node.op != Op::get_attr &&
        !prng_.percent(profile_.no_handle)) {
      // Nodes that one ancestor became have one handle; 0 is "not set".
      const std::uint32_t handle = prng_.percent(8)    ? 0
                                   : prng_.percent(80) ? ++next_handle_
                                                       : next_handle_;
      entries_.push_back({known::debug_handle,
                          words_.handles[handle % words_.handles.size()]});
    }
    if (node.is_tagged) {
      entries_.push_back({known::delegation_tag, words_.tags[node.tag]});
    } else if (node.class_ == outside_class &&
               prng_.percent(profile_.odd_tag)) {
      entries_.push_back({known::delegation_tag, words_.null});
    }
    if (entries_.size() > 1) {
      std::swap(entries_[0], entries_[prng_.below(entries_.size())]);
    }
    if (node.is_tagged && node.op == Op::placeholder) {
      // Asks that the constant must not be copied, which the others need.
      std::erase_if(entries_, [&](const MetaEntry& entry) {
        return entry.key == no_copy_;
      });
    }
  }

  void add_keys() {
    const std::uint32_t count =
        prng_.between(profile_.keys.least, profile_.keys.most);
    std::uint64_t used = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint16_t index = draw_key();
      if ((used >> index & 1U) != 0) continue;
      used |= std::uint64_t{1} << index;
      const ValueId value = draw_value(words_.keys[index].row.style);
      if (value) entries_.push_back({words_.keys[index].key, value});
    }
  }

  std::uint16_t draw_key() {
    std::uint32_t total = 0;
    for (const std::uint32_t weight : profile_.key_kinds) total += weight;
    std::uint32_t drawn = prng_.below(total);
    std::size_t kind = 0;
    while (drawn >= profile_.key_kinds[kind]) {
      drawn -= profile_.key_kinds[kind++];
    }
    const auto& keys = words_.keys_by_kind[kind];
    return keys[prng_.below(keys.size())];
  }

  ValueId draw_value(ValueStyle style) {
    if (prng_.percent(profile_.falsy)) {
      return words_.falsy[prng_.below(words_.falsy.size())];
    }
    if (prng_.percent(profile_.any_value)) style = ValueStyle::anything;
    const std::vector<ValueId>& from =
        style == ValueStyle::node ? node_values_ : words_.of(style);
    return from.empty() ? ValueId{} : from[prng_.below(from.size())];
  }

  const Vocabulary& words_;
  const Profile& profile_;
  Prng& prng_;
  ProgramBuilder& builder_;
  std::vector<MetaEntry>& entries_;
  std::vector<NodeId>& ids_;
  const std::vector<ValueId>& node_values_;
  std::uint32_t& next_handle_;
  std::vector<NodeId> operands_;
  Symbol no_copy_ = words_.store->find("no_copy");
};

}  // namespace

struct Generator::Scratch {
  Sketch sketch;
  std::vector<PendingBody> bodies;
  std::vector<MetaEntry> entries;
  std::vector<NodeId> ids;
  std::vector<ValueId> node_values;  // of the top graph
};

Generator::Generator(const Vocabulary& words, const Profile& profile)
    : words_(words), profile_(profile), scratch_(std::make_unique<Scratch>()) {}

Generator::~Generator() = default;

Program Generator::make(std::uint64_t seed) {
  const Profile profile = profile_for(profile_, seed);
  Prng prng(seed);
  ProgramBuilder builder(words_.store);
  builder.reserve(32, 256);
  Scratch& scratch = *scratch_;
  scratch.node_values.clear();
  scratch.bodies.assign(1,
                        {.words = 0, .depth = 0, .passed = 0, .returned = 0});
  std::uint32_t next_handle = 0;
  for (std::size_t i = 0; i < scratch.bodies.size(); ++i) {
    const PendingBody body = scratch.bodies[i];
    draw_graph(words_, profile, body,
               static_cast<std::uint32_t>(scratch.bodies.size()), prng,
               scratch.sketch);
    if (i == 0) {
      for (const SketchNode& node : scratch.sketch.nodes) {
        if (node.node_value) scratch.node_values.push_back(node.node_value);
      }
    }
    scratch.bodies.insert(scratch.bodies.end(), scratch.sketch.bodies.begin(),
                          scratch.sketch.bodies.end());
    GraphWriter(words_, profile, prng, builder, scratch.entries, scratch.ids,
                scratch.node_values, next_handle)
        .run(scratch.sketch, body);
  }
  return std::move(builder).build("before");
}

}  // namespace metagate
