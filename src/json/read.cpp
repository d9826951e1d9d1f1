#include "json/read.h"

#include <filesystem>
#include <fstream>
#include <unordered_set>

#include "base/digest.h"
#include "json/fields.h"
#include "json/grammar.h"
#include "json/gunzip.h"
#include "json/locate.h"
#include "json/object_table.h"
#include "json/program_reader.h"
#include "json/text_source.h"

namespace metagate {
namespace {

// simdjson reads a few bytes past the end; room for them saves a copy.
constexpr std::size_t room_behind = 64;

std::string text_at(std::string_view text, Offset offset) {
  Cursor cursor(text, offset);
  return cursor.take_text();
}

// What a text is that is no document of this format at all, or nothing.
void check_format(std::string_view text, Complaints& complaints) {
  Cursor cursor(text);
  if (!expect(cursor, Form::object, "the document", complaints)) return;
  bool has_format = false;
  each_member(cursor, [&](const Key& key) {
    if (key.text == "format" && !has_format) {
      has_format = true;
      const std::size_t at = cursor.next();
      if (!expect(cursor, Form::text, "\"format\"", complaints)) return;
      const std::string format = cursor.take_text();
      if (format != "metagate/1") {
        complaints.add(at, "format " + in_quotes(format) +
                               " is not read here, only \"metagate/1\"");
      }
      return;
    }
    cursor.skip();
  });
  if (!has_format) {
    complaints.add(0, "the document has no field \"format\": not metagate/1");
  }
}

void check_stages(std::string_view text, const Layout& layout,
                  Complaints& complaints) {
  std::unordered_set<std::string> stages;
  for (const ProgramPlace& program : layout.programs) {
    if (program.stage == 0) {
      if (layout.programs.size() > 1) {
        complaints.add(program.begin,
                       "a program without the field \"stage\", which each "
                       "needs where there are several");
      }
      continue;
    }
    const std::string stage = text_at(text, program.stage);
    if (!stages.insert(stage).second) {
      complaints.add(program.stage,
                     "a second program of stage " + in_quotes(stage));
    }
  }
}

// Names all graphs and nodes; returns the graphs' names in order.
std::vector<std::string> collect_names(std::string_view text,
                                       const Layout& layout, Store& store,
                                       NodeNames& names,
                                       Complaints& complaints) {
  std::vector<std::string> graph_names;
  for (const ProgramPlace& program : layout.programs) {
    names.begin_program();
    for (const GraphPlace& graph : program.graphs) {
      const std::string graph_name = text_at(text, graph.name);
      if (!names.begin_graph(store.intern(graph_name))) {
        complaints.add(graph.name, "a second graph " + in_quotes(graph_name));
      }
      for (const NodePlace& node : graph.nodes) {
        const std::string name = text_at(text, node.name);
        if (names.add_node(store.intern(name))) continue;
        complaints.add(node.name, "a second node " + in_quotes(name) +
                                      " in graph " + in_quotes(graph_name));
      }
      graph_names.push_back(graph_name);
    }
  }
  return graph_names;
}

// Fills in the document from its text, which is JSON.
void read_document(Document& document, const Ground& ground,
                   Complaints& complaints) {
  const std::string_view text = *document.text;
  check_format(text, complaints);
  if (!complaints.empty()) return;
  Layout layout = lay_out(text, complaints);
  document.case_json = layout.case_.in(text);
  document.producer_json = layout.producer.in(text);
  document.object_offsets = layout.tables.objects;
  check_stages(text, layout, complaints);

  const auto store = std::make_shared<Store>(ground.store);
  layout.tables.first_object =
      static_cast<std::uint32_t>(store->object_count());
  NodeNames names(*store);
  std::vector<std::string> graph_names =
      collect_names(text, layout, *store, names, complaints);
  read_objects(text, layout, names, *store, complaints);
  keep_identities(layout, ground.objects, *store);
  const Reading reading{.text = text,
                        .layout = layout,
                        .names = names,
                        .graph_names = graph_names,
                        .store = *store,
                        .complaints = complaints};
  ProgramReader reader(reading, store);
  for (std::size_t i = 0; i < layout.programs.size(); ++i) {
    document.programs.push_back(reader.read());
  }
  store->set_source(std::make_shared<TextSource>(
      document.text, std::move(layout.tables), std::move(graph_names)));
}

Problem empty_file(const std::string& file) {
  return {.message = "an empty file", .file = file, .line = 1, .column = 1};
}

Result<Document> read_bytes(Document document, std::string text,
                            const Ground& ground) {
  const auto problem = [&document](std::string message) {
    return Problem{.message = std::move(message), .file = document.file};
  };
  if (text.empty()) return empty_file(document.file);
  if (text.size() > most_bytes) {
    return problem("a document of 4 GiB and more");
  }
  text.reserve(text.size() + room_behind);
  document.text = std::make_shared<const std::string>(std::move(text));

  Complaints complaints;
  if (document.text->starts_with("\xef\xbb\xbf")) {
    complaints.add(0, "a byte order mark, which JSON does not have");
  } else if (auto error = syntax_error(*document.text)) {
    complaints.add(error->at, std::move(error->message));
  } else {
    read_document(document, ground, complaints);
  }
  if (complaints.empty()) return document;
  return std::move(complaints).problems(document.file, *document.text);
}

}  // namespace

Result<std::string> file_bytes(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    return Problem{.message = "no such file", .file = path};
  }
  if (std::filesystem::is_directory(status)) {
    return Problem{.message = "a folder, not a file", .file = path};
  }
  std::ifstream in(path, std::ios::binary);
  std::string bytes;
  char buffer[1U << 16U];
  while (in.read(buffer, sizeof buffer) || in.gcount() > 0) {
    bytes.append(buffer, static_cast<std::size_t>(in.gcount()));
  }
  if (!in.eof()) return Problem{.message = "can't be read", .file = path};
  return bytes;
}

Result<Document> read_file(const std::string& path) {
  Result<std::string> bytes = file_bytes(path);
  if (!bytes) return std::move(bytes).error();
  Document document{.file = path,
                    .sha256 = sha256_hex(*bytes),
                    .text = {},
                    .programs = {},
                    .case_json = {},
                    .producer_json = {},
                    .object_offsets = {}};
  if (!path.ends_with(".gz")) {
    if (is_gzip(*bytes)) {
      return Problem{.message = "a gzip file whose name does not end in .gz",
                     .file = path};
    }
    return read_bytes(std::move(document), *std::move(bytes), {});
  }
  if (bytes->empty()) return empty_file(path);
  Result<std::string> text = gunzip(*bytes);
  if (!text) {
    Problems problems = std::move(text).error();
    for (Problem& problem : problems) problem.file = path;
    return problems;
  }
  bytes = std::string();
  return read_bytes(std::move(document), *std::move(text), {});
}

Result<Document> read_text(std::string file_name, std::string text,
                           const Ground& ground) {
  Document document{.file = std::move(file_name),
                    .sha256 = sha256_hex(text),
                    .text = {},
                    .programs = {},
                    .case_json = {},
                    .producer_json = {},
                    .object_offsets = {}};
  return read_bytes(std::move(document), std::move(text), ground);
}

}  // namespace metagate
