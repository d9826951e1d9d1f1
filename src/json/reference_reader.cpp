// The tags that refer to something: $s, $ref and $node.
#include <charconv>

#include "json/fields.h"
#include "json/tag_row.h"
#include "json/value_reader.h"

namespace metagate {
namespace {

constexpr Field node_rows[] = {
    {"name", Form::text, true},
    {"graph", Form::text_or_null, true},
};

}  // namespace

bool ValueReader::index(Cursor& cursor, std::string_view what, std::size_t size,
                        std::uint32_t& result) {
  const std::size_t at = cursor.next();
  if (!expect(cursor, Form::number, what, complaints_)) return false;
  const std::string_view word = cursor.take_word();
  std::uint64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (stop != end || word.starts_with('-')) {
    complain(at, std::string(what) + " must be an index, not " +
                     std::string(word.substr(0, 40)));
    return false;
  }
  if (error != std::errc() || value >= size) {
    complain(at, std::string(what) + " " + std::string(word.substr(0, 40)) +
                     " is not there: the table has " + std::to_string(size) +
                     " entries");
    return false;
  }
  result = static_cast<std::uint32_t>(value);
  return true;
}

Tree ValueReader::table_text(Cursor& cursor, const TagRow& row) {
  std::uint32_t at = 0;
  if (!index(cursor, row.name, tables_.strings.size(), at)) return {};
  Tree tree{.tag = row.tag};
  Cursor entry(text_, tables_.strings[at]);
  tree.text = entry.take_text();
  return tree;
}

Tree ValueReader::table_object(Cursor& cursor, const TagRow& row) {
  std::uint32_t at = 0;
  if (!index(cursor, row.name, tables_.objects.size(), at)) return {};
  return {.tag = row.tag, .index = tables_.first_object + at};
}

Tree ValueReader::node(Cursor& cursor, const TagRow& row) {
  saw_node_ = true;
  Tree tree{.tag = row.tag};
  const std::size_t at = cursor.next();
  if (cursor.peek() == '"') {
    tree.text = cursor.take_text();
    if (scope_.graph == no_graph) {
      complain(at, "$node has its long form in the object table: {\"name\": " +
                       in_quotes(tree.text) + ", \"graph\": ...}");
      return {};
    }
    tree.items.push_back(
        {.name = "graph", .value = text_tree(scope_.graph_name)});
  } else {
    std::size_t found = 0;
    Item graph{.name = "graph", .value = {}};
    read_fields(cursor, node_rows, row.name, complaints_, [&](std::size_t i) {
      ++found;
      if (i == 0) {
        tree.text = cursor.take_text();
      } else {
        graph.value = value(cursor);
      }
    });
    if (found != 2) return {};
    tree.items.push_back(std::move(graph));
  }
  if (names_ != nullptr) look_up(tree, at);
  return tree;
}

void ValueReader::look_up(Tree& tree, std::size_t at) {
  const Tree& graph_name = tree.items[0].value;
  if (graph_name.tag == Tag::null) return;
  if (scope_.graph == no_graph) {
    if (!names_->is_anywhere(graph_name.text, tree.text)) {
      complain(at, "no program has a node " + in_quotes(tree.text) +
                       " in a graph " + in_quotes(graph_name.text));
    }
    return;
  }
  const GraphNumber graph =
      graph_name.text == scope_.graph_name
          ? scope_.graph
          : names_->graph(scope_.program, graph_name.text);
  if (graph == no_graph) {
    complain(at, "no graph " + in_quotes(graph_name.text) + " in this program");
    return;
  }
  const NodeId id = names_->node(graph, tree.text);
  if (!id) {
    complain(at, "no node " + in_quotes(tree.text) + " in graph " +
                     in_quotes(graph_name.text));
    return;
  }
  if (!scope_.user) return;
  if (graph == scope_.graph && id >= scope_.user) {
    complain(at, id == scope_.user
                     ? "node " + in_quotes(tree.text) + " uses itself"
                     : "node " + in_quotes(tree.text) +
                           " is used before it is defined");
  }
  tree.index = id.index();
}

}  // namespace metagate
