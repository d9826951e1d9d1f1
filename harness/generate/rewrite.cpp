#include "harness/generate/rewrite.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/generate/prng.h"
#include "ir/builder.h"
#include "ir/names.h"

namespace metagate {
namespace {

template <class T>
void shuffle(std::vector<T>& items, Prng& prng) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[prng.below(i)]);
  }
}

class Rewriter {
 public:
  Rewriter(const Program& program, std::uint64_t seed, const Rewrite& rewrite)
      : program_(program),
        from_(program.store()),
        names_(program),
        prng_(seed),
        rewrite_(rewrite) {}

  Program run() {
    name_nodes();
    copy_objects();
    ProgramBuilder builder(to_);
    std::vector<MetaId> dicts(program_.meta_count());
    for (std::size_t i = 0; i < program_.graphs().size(); ++i) {
      const Graph& graph = program_.graph(GraphId(i));
      builder.begin_graph(word(graph.name));
      const std::uint32_t end = graph.nodes.first + graph.nodes.count;
      for (std::uint32_t n = graph.nodes.first; n < end; ++n) {
        add_node(NodeId(n), builder, dicts);
      }
    }
    for (std::size_t i = 0; i < program_.graphs().size(); ++i) {
      copy_graph(GraphId(i), builder);
    }
    return std::move(builder).build(program_.stage());
  }

 private:
  Symbol word(Symbol symbol) {
    return symbol ? to_->intern(from_.text(symbol)) : Symbol{};
  }

  // Numbers do not say which node it was: they are dealt out anew. Two rewrites
  // with different seeds have no name in common, which would be a hint.
  void name_nodes() {
    const std::string prefix = "r" + std::to_string(prng_.below(1000000)) + "_";
    std::vector<std::size_t> numbers(program_.nodes().size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    shuffle(numbers, prng_);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Node& node = program_.node(NodeId(i));
      new_names_.push_back(
          rewrite_.rename_nodes
              ? to_->intern(prefix + std::to_string(numbers[i]))
              : word(node.name));
    }
  }

  void copy_objects() {
    const std::size_t count = from_.object_count();
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    if (rewrite_.renumber_objects) shuffle(order, prng_);
    if (count > 0) to_->declare_objects(count);
    for (const std::size_t i : order) objects_.emplace_back(i);
    for (std::size_t i = 0; i < count; ++i) {
      to_->define_object(objects_[i], {}, from_.object(ObjectId(i)).facts);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Object& object = from_.object(ObjectId(i));
      if (object.value.is_none()) continue;
      to_->define_object(objects_[i], value(object.value), object.facts);
      to_->set_identity(objects_[i], objects_[object.identity.index()]);
    }
  }

  ValueId value(ValueId id) {
    if (id.is_none()) return {};
    const auto [found, is_new] = values_.try_emplace(id);
    if (is_new) {
      Tree tree = from_.tree(id);
      rewrite_tree(tree);
      found->second = to_->add(std::move(tree));
    }
    return found->second;
  }

  void rewrite_tree(Tree& tree) {
    if (tree.tag == Tag::object) {
      tree.index = objects_[tree.index].index();
    } else if (tree.tag == Tag::node) {
      const Tree* const graph = tree.find("graph");
      const NodeId node =
          graph == nullptr ? NodeId{} : names_.node(graph->text, tree.text);
      if (node) tree.text = to_->text(new_names_[node.index()]);
    }
    for (Item& item : tree.items) rewrite_tree(item.value);
  }

  void add_node(NodeId id, ProgramBuilder& builder,
                std::vector<MetaId>& dicts) {
    const Node& node = program_.node(id);
    MetaId& dict = dicts[node.meta.index()];
    if (dict.is_none()) dict = copy_meta(id, builder);
    builder.add_node({.name = new_names_[id.index()],
                      .op = node.op,
                      .target = word(node.target),
                      .args = value(node.args),
                      .kwargs = value(node.kwargs),
                      .operands = program_.operands(id),
                      .meta = dict});
  }

  MetaId copy_meta(NodeId id, ProgramBuilder& builder) {
    std::vector<MetaEntry> entries;
    for (const MetaEntry& entry : program_.meta(id)) {
      entries.push_back({word(entry.key), value(entry.value)});
    }
    if (rewrite_.reorder_keys) shuffle(entries, prng_);
    const ObjectId object = program_.meta_record(program_.node(id).meta).object;
    return builder.add_meta(entries,
                            object ? objects_[object.index()] : ObjectId{});
  }

  void copy_graph(GraphId id, ProgramBuilder& builder) {
    const Graph& graph = program_.graph(id);
    for (Module module : graph.modules) {
      module.name = word(module.name);
      module.backend = word(module.backend);
      builder.add_module(id, module);
    }
    if (!graph.signature) return;
    Signature signature = *graph.signature;
    for (InputSpec& spec : signature.inputs) spec.target = word(spec.target);
    for (OutputSpec& spec : signature.outputs) {
      spec.target = spec.kind == OutputKind::user_input_mutation
                        ? input_name(id, spec.target)
                        : word(spec.target);
    }
    builder.set_signature(id, std::move(signature));
  }

  // The target of a mutated input is the name of its node.
  Symbol input_name(GraphId graph, Symbol target) {
    if (target.is_none()) return {};
    const NodeId node = names_.node(graph, from_.text(target));
    return node ? new_names_[node.index()] : word(target);
  }

  const Program& program_;
  const Store& from_;
  const Names names_;
  Prng prng_;
  const Rewrite& rewrite_;
  std::shared_ptr<Store> to_ = std::make_shared<Store>();
  std::vector<Symbol> new_names_;
  std::vector<ObjectId> objects_;
  std::unordered_map<ValueId, ValueId> values_;
};

}  // namespace

Program rewritten(const Program& program, std::uint64_t seed,
                  const Rewrite& rewrite) {
  return Rewriter(program, seed, rewrite).run();
}

}  // namespace metagate
