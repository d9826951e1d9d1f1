#include "json/interface_reader.h"

#include "json/fields.h"

namespace metagate {
namespace {

constexpr Field module_fields[] = {
    {"kind", Form::text, true},
    {"backend", Form::text},
    {"graph", Form::text},
};

constexpr Field signature_fields[] = {
    {"inputs", Form::array, true},
    {"outputs", Form::array, true},
};

constexpr Field spec_fields[] = {
    {"kind", Form::text, true},
    {"arg", Form::text_or_null},
    {"target", Form::text_or_null},
};

// --- modules -----------------------------------------------------------------

// The kinds of module, and which fields each has.
struct KindRow {
  std::string_view name;
  ModuleKind kind;
  bool has_backend;
  bool has_graph;
};

constexpr KindRow kinds[] = {
    {"lowered", ModuleKind::lowered, true, true},
    {"graph", ModuleKind::graph, false, true},
    {"tensor", ModuleKind::tensor, false, false},
};

struct ModulePlace {
  std::size_t begin = 0;
  Offset kind = 0;
  Offset backend = 0;
  Offset graph = 0;
};

ModulePlace find_module(const Reading& reading, Cursor& cursor) {
  ModulePlace place{.begin = cursor.next()};
  read_fields(cursor, module_fields, "a module", reading.complaints,
              [&](std::size_t row) {
                constexpr Offset ModulePlace::*places[] = {
                    &ModulePlace::kind, &ModulePlace::backend,
                    &ModulePlace::graph};
                place.*places[row] = static_cast<Offset>(cursor.next());
                cursor.skip();
              });
  return place;
}

const KindRow* kind_at(const Reading& reading, Offset place) {
  if (place == 0) return nullptr;  // complained about
  const std::string name = reading.text_at(place);
  for (const KindRow& row : kinds) {
    if (row.name == name) return &row;
  }
  reading.complaints.add(place, "unknown kind " + in_quotes(name) +
                                    " of a module: lowered, graph or tensor");
  return nullptr;
}

// Whether the field is there, and may be.
bool has_field(const Reading& reading, const ModulePlace& module,
               const KindRow& kind, bool is_wanted, Offset field,
               std::string_view name) {
  const bool is_there = field != 0;
  if (is_there != is_wanted) {
    reading.complaints.add(is_wanted ? module.begin : field,
                           "a module of kind " + std::string(kind.name) +
                               (is_wanted ? " without" : " with") +
                               " the field " + in_quotes(name));
  }
  return is_there && is_wanted;
}

GraphId find_graph(const Reading& reading, Offset place, std::size_t program) {
  const std::string name = reading.text_at(place);
  const GraphNumber number = reading.names.graph(program, name);
  if (number != no_graph) return reading.names.id_of(number);
  reading.complaints.add(place,
                         "no graph " + in_quotes(name) + " in this program");
  return {};
}

Module read_module(const Reading& reading, Cursor& cursor, const Key& key,
                   std::size_t program) {
  Module module{.name = reading.store.intern(key.text),
                .kind = ModuleKind::tensor};
  const ModulePlace place = find_module(reading, cursor);
  const KindRow* kind = kind_at(reading, place.kind);
  if (kind == nullptr) return module;
  module.kind = kind->kind;
  if (has_field(reading, place, *kind, kind->has_backend, place.backend,
                "backend")) {
    module.backend = reading.store.intern(reading.text_at(place.backend));
  }
  if (has_field(reading, place, *kind, kind->has_graph, place.graph, "graph")) {
    module.graph = find_graph(reading, place.graph, program);
  }
  return module;
}

// --- signatures --------------------------------------------------------------

NodeId read_arg(const Reading& reading, Cursor& cursor, GraphNumber graph) {
  const std::size_t at = cursor.next();
  if (cursor.peek() == 'n') {
    cursor.take_word();
    return {};
  }
  const std::string name = cursor.take_text();
  const NodeId id = reading.names.node(graph, name);
  if (!id) {
    reading.complaints.add(at, "the signature names " + in_quotes(name) +
                                   ", which is no node of graph " +
                                   in_quotes(reading.graph_names[graph]));
  }
  return id;
}

Symbol read_target(const Reading& reading, Cursor& cursor) {
  if (cursor.peek() != 'n') return reading.store.intern(cursor.take_text());
  cursor.take_word();
  return {};
}

// An entry of either side; `kind_from` tells its kind from the kind's name.
template <class Spec, class KindFrom>
Spec read_spec(const Reading& reading, Cursor& cursor, GraphNumber graph,
               std::string_view what, KindFrom kind_from) {
  Spec spec{};
  read_fields(cursor, spec_fields, what, reading.complaints,
              [&](std::size_t row) {
                const std::size_t at = cursor.next();
                if (row == 1) {
                  spec.arg = read_arg(reading, cursor, graph);
                } else if (row == 2) {
                  spec.target = read_target(reading, cursor);
                } else {
                  const std::string name = cursor.take_text();
                  const auto kind = kind_from(name);
                  if (kind) spec.kind = *kind;
                  if (kind) return;
                  reading.complaints.add(at, "unknown kind " + in_quotes(name) +
                                                 " of " + std::string(what));
                }
              });
  return spec;
}

}  // namespace

std::vector<Module> read_modules(const Reading& reading,
                                 const GraphPlace& graph,
                                 GraphPosition position) {
  std::vector<Module> modules;
  if (graph.modules == 0) return modules;
  KeySet keys;
  Cursor cursor(reading.text, graph.modules);
  each_member(cursor, [&](const Key& key) {
    keys.add(key, reading.complaints);
    modules.push_back(read_module(reading, cursor, key, position.program));
  });
  return modules;
}

std::optional<Signature> read_signature(const Reading& reading,
                                        const GraphPlace& graph,
                                        GraphPosition position) {
  if (graph.signature == 0) return std::nullopt;
  Signature signature;
  Cursor cursor(reading.text, graph.signature);
  read_fields(cursor, signature_fields, "a signature", reading.complaints,
              [&](std::size_t row) {
                each_element(cursor, [&](std::size_t) {
                  if (row == 0) {
                    signature.inputs.push_back(
                        read_spec<InputSpec>(reading, cursor, position.graph,
                                             "a signature input", input_kind));
                  } else {
                    signature.outputs.push_back(read_spec<OutputSpec>(
                        reading, cursor, position.graph, "a signature output",
                        output_kind));
                  }
                });
              });
  return signature;
}

}  // namespace metagate
