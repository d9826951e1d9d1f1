#include "json/layout.h"

#include "json/fields.h"

namespace metagate {
namespace {

constexpr Field document_fields[] = {
    {"format", Form::text, true},    {"producer", Form::object},
    {"programs", Form::array, true}, {"case", Form::object},
    {"same_object", Form::array},    {"strings", Form::array},
    {"objects", Form::array},
};
enum DocumentRow { format, producer, programs, case_, same_object, strings };

constexpr Field program_fields[] = {
    {"stage", Form::text},
    {"graphs", Form::array, true},
};

constexpr Field graph_fields[] = {
    {"name", Form::text, true},
    {"nodes", Form::array, true},
    {"modules", Form::object},
    {"signature", Form::object},
};

constexpr Field node_fields[] = {
    {"name", Form::text, true},   {"op", Form::text, true},
    {"target", Form::text, true}, {"args", Form::array},
    {"kwargs", Form::object},     {"meta", Form::object},
};

class LayoutReader {
 public:
  LayoutReader(std::string_view text, Complaints& complaints)
      : cursor_(text), complaints_(complaints) {}

  Layout read() {
    read_fields(cursor_, document_fields, "the document", complaints_,
                [this](std::size_t row) { document_field(row); });
    if (cursor_.next() < cursor_.text().size()) {
      complaints_.add(cursor_.next(), "text after the document");
    }
    return std::move(layout_);
  }

 private:
  Offset here() { return static_cast<Offset>(cursor_.next()); }

  Offset skipped() {
    const Offset begin = here();
    cursor_.skip();
    return begin;
  }

  Span open_object() {
    Span span{here(), 0};
    check_keys(cursor_, complaints_);
    span.end = static_cast<Offset>(cursor_.at());
    return span;
  }

  void document_field(std::size_t row) {
    switch (row) {
      case format:
        cursor_.skip();  // looked at before, in json/read.cpp
        return;
      case producer:
        layout_.producer = open_object();
        return;
      case programs:
        read_programs();
        return;
      case case_:
        layout_.case_ = open_object();
        return;
      case same_object:
        layout_.same_object = skipped();
        return;
      case strings:
        each_element(cursor_, [this](std::size_t) {
          const Offset begin = here();
          layout_.tables.strings.push_back(begin);
          if (expect(cursor_, Form::text, "an entry of strings", complaints_)) {
            cursor_.skip();
          }
        });
        return;
      default:
        each_element(cursor_, [this](std::size_t) {
          layout_.tables.objects.push_back(skipped());
        });
    }
  }

  void read_programs() {
    const Offset begin = here();
    std::size_t count = 0;
    each_element(cursor_, [this, &count](std::size_t) {
      ++count;
      read_program();
    });
    if (count == 0) {
      complaints_.add(begin, "a document without programs");
    }
  }

  void read_program() {
    ProgramPlace program{.begin = here(), .graphs = {}};
    read_fields(cursor_, program_fields, "a program", complaints_,
                [&](std::size_t row) {
                  if (row == 0) {
                    program.stage = skipped();
                  } else {
                    read_graphs(program.graphs);
                  }
                });
    layout_.programs.push_back(std::move(program));
  }

  void read_graphs(std::vector<GraphPlace>& graphs) {
    const Offset begin = here();
    std::size_t count = 0;
    each_element(cursor_, [&](std::size_t) {
      ++count;
      read_graph(graphs);
    });
    if (count == 0) complaints_.add(begin, "a program without graphs");
  }

  void read_graph(std::vector<GraphPlace>& graphs) {
    GraphPlace graph{.begin = here(), .nodes = {}};
    read_fields(
        cursor_, graph_fields, "a graph", complaints_, [&](std::size_t row) {
          switch (row) {
            case 0:
              graph.name = skipped();
              return;
            case 1:
              each_element(cursor_,
                           [&](std::size_t) { read_node(graph.nodes); });
              return;
            case 2:
              graph.modules = skipped();
              return;
            default:
              graph.signature = skipped();
          }
        });
    if (graph.name != 0) graphs.push_back(std::move(graph));
  }

  void read_node(std::vector<NodePlace>& nodes) {
    NodePlace node{.begin = here()};
    read_fields(cursor_, node_fields, "a node", complaints_,
                [&](std::size_t row) {
                  constexpr Offset NodePlace::*places[] = {
                      &NodePlace::name, &NodePlace::op,     &NodePlace::target,
                      &NodePlace::args, &NodePlace::kwargs, &NodePlace::meta,
                  };
                  node.*places[row] = skipped();
                });
    if (node.name != 0) nodes.push_back(node);
  }

  Cursor cursor_;
  Complaints& complaints_;
  Layout layout_;
};

}  // namespace

Layout lay_out(std::string_view text, Complaints& complaints) {
  return LayoutReader(text, complaints).read();
}

}  // namespace metagate
