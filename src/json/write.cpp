#include "json/write.h"

#include "json/escape.h"
#include "json/exchange.h"
#include "json/table_writer.h"

namespace metagate {
namespace {

// Writes programs of a document, whose tables `values` collects.
class ProgramWriter {
 public:
  ProgramWriter(std::span<const Program> programs, TableWriter& values)
      : programs_(programs), values_(values) {}

  std::string write_all() {
    std::string out;
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      if (i > 0) out += ",\n";
      write_program(out, i);
    }
    return out;
  }

 private:
  void write_program(std::string& out, std::size_t index) {
    const Program& program = programs_[index];
    out += '{';
    if (!program.stage().empty()) {
      out += "\"stage\":";
      append_string(out, program.stage());
      out += ',';
    }
    out += "\"graphs\":[\n";
    for (std::size_t i = 0; i < program.graphs().size(); ++i) {
      if (i > 0) out += ",\n";
      write_graph(out, index, GraphId(i));
    }
    out += "\n]}";
  }

  void write_graph(std::string& out, std::size_t index, GraphId id) {
    const Program& program = programs_[index];
    const Graph& graph = program.graph(id);
    out += "{\"name\":";
    append_string(out, program.text(graph.name));
    out += ",\"nodes\":[";
    for (std::uint32_t i = 0; i < graph.nodes.count; ++i) {
      out += i > 0 ? ",\n" : "\n";
      write_node(out, index, NodeId(graph.nodes.first + i));
    }
    out += graph.nodes.count > 0 ? "\n]" : "]";
    write_modules(out, program, graph);
    if (graph.signature) write_signature(out, program, *graph.signature);
    out += '}';
  }

  void write_node(std::string& out, std::size_t index, NodeId id) {
    const Program& program = programs_[index];
    const Node& node = program.node(id);
    values_.set_node(index, id);
    out += "{\"name\":";
    append_string(out, program.text(node.name));
    out += ",\"op\":";
    append_string(out, name_of(node.op));
    out += ",\"target\":";
    append_string(out, program.text(node.target));
    write_inputs(out, "args", program.store(), node.args);
    write_inputs(out, "kwargs", program.store(), node.kwargs);
    std::string meta;
    values_.write_meta(meta, node.meta);
    if (meta != "{}") out += ",\"meta\":" + meta;
    out += '}';
  }

  void write_inputs(std::string& out, std::string_view field,
                    const Store& store, ValueId value) {
    if (!value) return;
    const Tree tree = store.tree(value);
    if (tree.items.empty()) return;
    out += ",\"";
    out += field;
    out += "\":";
    // The values in it count as the outermost.
    const bool is_list = tree.tag == Tag::list;
    out += is_list ? '[' : '{';
    for (const Item& item : tree.items) {
      if (&item != tree.items.data()) out += ',';
      if (!is_list) {
        append_string(out, item.name);
        out += ':';
      }
      values_.write(out, item.value, 0);
    }
    out += is_list ? ']' : '}';
  }

  static void write_modules(std::string& out, const Program& program,
                            const Graph& graph) {
    if (graph.modules.empty()) return;
    out += ",\"modules\":{";
    for (const Module& module : graph.modules) {
      if (&module != graph.modules.data()) out += ',';
      append_string(out, program.text(module.name));
      if (module.kind == ModuleKind::tensor) {
        out += ":{\"kind\":\"tensor\"}";
        continue;
      }
      if (module.kind == ModuleKind::lowered) {
        out += ":{\"kind\":\"lowered\",\"backend\":";
        append_string(out, program.text(module.backend));
      } else {
        out += ":{\"kind\":\"graph\"";
      }
      out += ",\"graph\":";
      append_string(out, program.text(program.graph(module.graph).name));
      out += '}';
    }
    out += '}';
  }

  template <class Spec>
  static void write_specs(std::string& out, const Program& program,
                          const std::vector<Spec>& specs) {
    out += '[';
    for (const Spec& spec : specs) {
      if (&spec != specs.data()) out += ',';
      out += "{\"kind\":";
      append_string(out, name_of(spec.kind));
      out += ",\"arg\":";
      if (spec.arg) {
        append_string(out, program.name(spec.arg));
      } else {
        out += "null";
      }
      out += ",\"target\":";
      if (spec.target) {
        append_string(out, program.text(spec.target));
      } else {
        out += "null";
      }
      out += '}';
    }
    out += ']';
  }

  static void write_signature(std::string& out, const Program& program,
                              const Signature& signature) {
    out += ",\"signature\":{\"inputs\":";
    write_specs(out, program, signature.inputs);
    out += ",\"outputs\":";
    write_specs(out, program, signature.outputs);
    out += '}';
  }

  std::span<const Program> programs_;
  TableWriter& values_;
};

void add_field(std::string& out, std::string_view name, std::string_view open,
               std::string_view text, std::string_view close) {
  if (text.empty()) return;
  out += ",\n\"";
  out += name;
  out += "\":";
  out += open;
  out += text;
  out += close;
}

std::string write_all(std::span<const Program> programs,
                      const WriteOptions& options, TableWriter& values) {
  const std::string nodes = ProgramWriter(programs, values).write_all();
  const std::string objects = values.objects();
  std::string out = "{\"format\":\"metagate/1\"";
  add_field(out, "producer", "", options.producer_json, "");
  add_field(out, "programs", "[\n", nodes, "\n]");
  add_field(out, "case", "", options.case_json, "");
  add_field(out, "same_object", "[", values.same_object(), "]");
  add_field(out, "strings", "[\n", values.strings(), "\n]");
  add_field(out, "objects", "[\n", objects, "\n]");
  return out + "}\n";
}

}  // namespace

std::string write_capture(std::span<const Program> programs,
                          const WriteOptions& options) {
  TableWriter values(programs, {});
  return write_all(programs, options, values);
}

std::string write_golden(std::span<const Program> programs) {
  TableWriter values(programs, {.has_string_table = false, .sorts_meta = true});
  return write_all(programs, {}, values);
}

std::string write_document(const Document& document) {
  return *document.text;
}

SentProgram send_program(const Program& program) {
  TableWriter values({&program, 1}, {.has_string_table = false});
  SentProgram sent{.line = write_all({&program, 1}, {}, values),
                   .objects = values.written_objects()};
  // Line feeds stand between values only: within a string they are escaped.
  std::erase(sent.line, '\n');
  return sent;
}

}  // namespace metagate
