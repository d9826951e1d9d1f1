#include "json/program_reader.h"

#include <algorithm>

#include "json/fields.h"
#include "json/operands.h"
#include "json/text_source.h"

namespace metagate {
namespace {

constexpr std::uint64_t value_seed = 2000;

constexpr Field module_fields[] = {
    {"kind", Form::text, true},
    {"backend", Form::text},
    {"graph", Form::text},
};

}  // namespace

ProgramReader::ProgramReader(std::string_view text, const Layout& layout,
                             const NodeNames& names,
                             const std::vector<std::string>& graph_names,
                             std::shared_ptr<Store> store,
                             Complaints& complaints)
    : text_(text),
      layout_(layout),
      names_(names),
      graph_names_(graph_names),
      store_(std::move(store)),
      complaints_(complaints),
      values_(text, layout.tables, &names, complaints) {}

std::string ProgramReader::text_at(Offset offset) const {
  Cursor cursor(text_, offset);
  return cursor.take_text();
}

Program ProgramReader::read() {
  const ProgramPlace& place = layout_.programs[program_];
  ProgramBuilder builder(store_);
  std::size_t nodes = 0;
  for (const GraphPlace& graph : place.graphs) nodes += graph.nodes.size();
  builder.reserve(nodes, 0);
  shared_metas_.clear();
  for (const GraphPlace& graph : place.graphs) {
    read_graph(graph, builder);
    ++graph_;
  }
  ++program_;
  return std::move(builder).build(place.stage == 0 ? "" : text_at(place.stage));
}

void ProgramReader::read_graph(const GraphPlace& graph,
                               ProgramBuilder& builder) {
  scope_ = {
      .program = program_, .graph = graph_, .graph_name = graph_names_[graph_]};
  builder.begin_graph(store_->intern(scope_.graph_name));
  read_modules(graph, builder);
  bool has_output = false;
  for (const NodePlace& node : graph.nodes) {
    read_node(node, builder);
    if (node.op == 0 || text_at(node.op) != "output") continue;
    if (has_output) {
      complaints_.add(node.begin, "a second output node in graph " +
                                      in_quotes(scope_.graph_name));
    }
    has_output = true;
  }
  read_signature(graph, builder);
}

// --- nodes -------------------------------------------------------------------

void ProgramReader::read_node(const NodePlace& node, ProgramBuilder& builder) {
  NodeSpec spec;
  spec.name = store_->intern(text_at(node.name));
  spec.source = node.begin;
  if (node.target != 0) spec.target = store_->intern(text_at(node.target));
  if (node.op != 0) {
    const std::string name = text_at(node.op);
    if (const auto op = op_of(name)) {
      spec.op = *op;
      check_target(node, spec);
    } else {
      complaints_.add(node.op, "unknown op " + in_quotes(name));
    }
  }
  scope_.user = NodeId(builder.node_count());
  operands_.clear();
  read_inputs(node, spec);
  scope_.user = {};
  spec.operands = operands_;
  spec.meta = read_meta(node.meta, builder);
  builder.add_node(spec);
}

void ProgramReader::check_target(const NodePlace& node, const NodeSpec& spec) {
  if (spec.op != Op::get_attr && spec.op != Op::call_module) return;
  if (!spec.target || std::find(module_names_.begin(), module_names_.end(),
                                spec.target) != module_names_.end()) {
    return;
  }
  complaints_.add(node.target, "no module " +
                                   in_quotes(store_->text(spec.target)) +
                                   " in graph " + in_quotes(scope_.graph_name));
}

void ProgramReader::read_inputs(const NodePlace& node, NodeSpec& spec) {
  if (node.args != 0) {
    Cursor cursor(text_, node.args);
    Tree args = values_.read(cursor, scope_);
    extract_operands(args, operands_);
    const SourcePlace place{
        .offset = node.args, .graph = graph_, .is_args = true};
    spec.args =
        store_->add_from_source(facts_of(args, *store_), place.packed());
  }
  if (node.kwargs == 0) return;
  Cursor cursor(text_, node.kwargs);
  Tree kwargs = values_.read(cursor, scope_);
  if (kwargs.tag != Tag::dict) {
    complaints_.add(node.kwargs, "kwargs must be an object, not a tag");
    return;
  }
  const std::size_t before = operands_.size();
  extract_operands(kwargs, operands_);
  if (kwargs.items.empty()) return;
  if (operands_.size() > before) {
    // Its operands count on from those of args: the place doesn't say it.
    spec.kwargs = store_->add(std::move(kwargs));
    return;
  }
  const SourcePlace place{.offset = node.kwargs, .graph = graph_};
  spec.kwargs =
      store_->add_from_source(facts_of(kwargs, *store_), place.packed());
}

// --- meta --------------------------------------------------------------------

MetaId ProgramReader::read_meta(Offset meta, ProgramBuilder& builder) {
  if (meta == 0) return {};
  Cursor cursor(text_, meta);
  cursor.take('{');
  std::string scratch;
  if (cursor.peek() == '"' && cursor.take_string(scratch) == "$ref") {
    Cursor dict(text_, meta);
    return read_shared_meta(dict, builder);
  }
  return read_entries(meta, scope_, {}, builder);
}

MetaId ProgramReader::read_shared_meta(Cursor& cursor,
                                       ProgramBuilder& builder) {
  const Offset at = static_cast<Offset>(cursor.next());
  Tree tree = values_.read(cursor, scope_);
  if (tree.tag != Tag::object) return {};  // complained about
  // An entry that is a reference itself: on to what it means.
  for (std::size_t steps = 0; steps < layout_.tables.objects.size(); ++steps) {
    if (const auto known = shared_metas_.find(tree.index);
        known != shared_metas_.end()) {
      return known->second;
    }
    const Offset place = layout_.tables.objects[tree.index];
    Cursor entry(text_, place);
    Tree value = values_.read(entry, {});
    if (value.tag == Tag::dict) {
      const MetaId meta =
          read_entries(place, {}, ObjectId(tree.index), builder);
      shared_metas_.emplace(tree.index, meta);
      return meta;
    }
    if (value.tag != Tag::object) break;
    tree = std::move(value);
  }
  complaints_.add(at,
                  "meta refers to an object that is no dict with string "
                  "keys");
  return {};
}

MetaId ProgramReader::read_entries(Offset dict, const Scope& scope,
                                   ObjectId object, ProgramBuilder& builder) {
  entries_.clear();
  std::unordered_map<std::uint32_t, bool> many;
  Cursor cursor(text_, dict);
  each_member(cursor, [&](const Key& key) {
    if (key.text.starts_with('$')) {
      complaints_.add(key.at, "meta can't be tagged " + in_quotes(key.text) +
                                  ": it is an object of keys, or {\"$ref\": "
                                  "index}");
    }
    const Symbol symbol = store_->intern(key.text);
    const bool is_known =
        entries_.size() < 16
            ? std::any_of(entries_.begin(), entries_.end(),
                          [&](const MetaEntry& e) { return e.key == symbol; })
            : many.contains(symbol.index());
    if (is_known) {
      complaints_.add(key.at, "duplicate key " + in_quotes(key.text));
    }
    entries_.push_back({symbol, read_value(cursor, scope)});
    if (entries_.size() == 16) {
      for (const MetaEntry& entry : entries_) many[entry.key.index()] = true;
    } else if (entries_.size() > 16) {
      many[symbol.index()] = true;
    }
  });
  return builder.add_meta(entries_, object);
}

ValueId ProgramReader::read_value(Cursor& cursor, const Scope& scope) {
  const std::size_t begin = cursor.next();
  cursor.skip();
  const Hash128 hash =
      hash_bytes(text_.substr(begin, cursor.at() - begin), value_seed);
  const auto known = known_.find(hash);
  if (known != known_.end() &&
      (!known->second.has_node || known->second.graph == scope.graph)) {
    return known->second.id;
  }
  Cursor again(text_, begin);
  const Tree tree = values_.read(again, scope);
  const SourcePlace place{.offset = static_cast<Offset>(begin),
                          .graph = scope.graph};
  const ValueId id =
      store_->add_from_source(facts_of(tree, *store_), place.packed());
  known_[hash] = {id, values_.saw_node(), scope.graph};
  return id;
}

// --- modules and signature
// -----------------------------------------------------

void ProgramReader::read_modules(const GraphPlace& graph,
                                 ProgramBuilder& builder) {
  module_names_.clear();
  if (graph.modules == 0) return;
  KeySet keys;
  Cursor cursor(text_, graph.modules);
  each_member(cursor, [&](const Key& key) {
    keys.add(key, complaints_);
    read_module(cursor, key, builder);
  });
}

void ProgramReader::read_module(Cursor& cursor, const Key& key,
                                ProgramBuilder& builder) {
  Module module{.name = store_->intern(key.text),
                .kind = ModuleKind::tensor,
                .backend = {},
                .graph = {}};
  module_names_.push_back(module.name);
  const std::size_t begin = cursor.next();
  Offset kind = 0;
  Offset backend = 0;
  Offset inner = 0;
  read_fields(cursor, module_fields, "a module", complaints_,
              [&](std::size_t row) {
                Offset* const places[] = {&kind, &backend, &inner};
                *places[row] = static_cast<Offset>(cursor.next());
                cursor.skip();
              });
  if (kind == 0) return;
  const std::string name = text_at(kind);
  if (name != "lowered" && name != "graph" && name != "tensor") {
    complaints_.add(kind, "unknown kind " + in_quotes(name) +
                              " of a module: lowered, graph or tensor");
    return;
  }
  const auto has_to_match = [&](bool wanted, Offset field,
                                std::string_view field_name) {
    if (wanted == (field != 0)) return;
    complaints_.add(wanted ? begin : field,
                    "a module of kind " + name +
                        (wanted ? " without" : " with") + " the field " +
                        in_quotes(field_name));
  };
  has_to_match(name == "lowered", backend, "backend");
  has_to_match(name != "tensor", inner, "graph");
  if (name == "lowered") {
    module.kind = ModuleKind::lowered;
    if (backend != 0) module.backend = store_->intern(text_at(backend));
  }
  if (name == "graph") module.kind = ModuleKind::graph;
  if (name != "tensor" && inner != 0) {
    const std::string wanted = text_at(inner);
    const GraphNumber number = names_.graph(program_, wanted);
    if (number == no_graph) {
      complaints_.add(inner,
                      "no graph " + in_quotes(wanted) + " in this program");
    } else {
      module.graph = names_.id_of(number);
    }
  }
  builder.add_module(GraphId(builder.graph_count() - 1), module);
}

NodeId ProgramReader::find_arg(Cursor& cursor) {
  const std::size_t at = cursor.next();
  if (cursor.peek() == 'n') {
    cursor.take_word();
    return {};
  }
  const std::string name = cursor.take_text();
  const NodeId id = names_.node(graph_, name);
  if (!id) {
    complaints_.add(at, "the signature names " + in_quotes(name) +
                            ", which is no node of graph " +
                            in_quotes(scope_.graph_name));
  }
  return id;
}

namespace {

constexpr Field signature_fields[] = {
    {"inputs", Form::array, true},
    {"outputs", Form::array, true},
};

constexpr Field spec_fields[] = {
    {"kind", Form::text, true},
    {"arg", Form::text_or_null},
    {"target", Form::text_or_null},
};

}  // namespace

void ProgramReader::read_signature(const GraphPlace& graph,
                                   ProgramBuilder& builder) {
  if (graph.signature == 0) return;
  Signature signature;
  Cursor cursor(text_, graph.signature);
  // One entry of either side: `kind_of` tells its kind from its name.
  const auto read_spec = [&](std::string_view what, auto kind_from,
                             auto& specs) {
    auto& spec = specs.emplace_back();
    read_fields(cursor, spec_fields, what, complaints_, [&](std::size_t row) {
      const std::size_t at = cursor.next();
      if (row == 1) {
        spec.arg = find_arg(cursor);
      } else if (cursor.peek() == 'n') {
        cursor.take_word();
      } else if (row == 2) {
        spec.target = store_->intern(cursor.take_text());
      } else {
        const std::string name = cursor.take_text();
        if (const auto kind = kind_from(name)) {
          spec.kind = *kind;
        } else {
          complaints_.add(at, "unknown kind " + in_quotes(name) + " of " +
                                  std::string(what));
        }
      }
    });
  };
  read_fields(
      cursor, signature_fields, "a signature", complaints_,
      [&](std::size_t row) {
        each_element(cursor, [&](std::size_t) {
          if (row == 0) {
            read_spec("a signature input", input_kind, signature.inputs);
          } else {
            read_spec("a signature output", output_kind, signature.outputs);
          }
        });
      });
  builder.set_signature(GraphId(builder.graph_count() - 1),
                        std::move(signature));
}

}  // namespace metagate
