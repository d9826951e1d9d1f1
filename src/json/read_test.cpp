#include "json/read.h"

#include <gtest/gtest.h>

#include "json/captures_for_test.h"
#include "json/refusal_cases.h"

namespace metagate {
namespace {

using namespace refusals;

Document read(const std::string& text) {
  Result<Document> document = read_text("a.json", text);
  EXPECT_TRUE(document) << text << "\n" << document.error()[0].message;
  return *std::move(document);
}

Tree meta_of(const Document& document, std::size_t node,
             std::string_view key = "k") {
  const Program& program = document.programs[0];
  return program.store().tree(
      program.value(NodeId(node), program.store().find(key)));
}

// --- real captures
// ---------------------------------------------------------------

TEST(Read, takes_every_real_capture) {
  for (const std::string& path : real_captures()) {
    const Result<Document> document = read_file(path);
    ASSERT_TRUE(document) << path << ": " << document.error()[0].message;
    EXPECT_GE(document->programs.size(), 2U) << path;
    for (const Program& program : document->programs) {
      EXPECT_FALSE(program.stage().empty()) << path;
      EXPECT_TRUE(program.output_of(GraphId(0))) << path;
    }
  }
}

// The place that a value came from means what was read there.
TEST(Read, keeps_values_so_that_their_trees_have_their_facts) {
  for (const std::string& path : real_captures()) {
    const Result<Document> document = read_file(path);
    ASSERT_TRUE(document) << path;
    const Store& store = document->programs[0].store();
    for (std::size_t i = 0; i < store.value_count(); ++i) {
      const Facts& kept = store.facts(ValueId(i));
      const Facts read = facts_of(store.tree(ValueId(i)), store);
      ASSERT_EQ(kept.hash, read.hash) << path << " value " << i;
      ASSERT_EQ(kept.has_node, read.has_node) << path << " value " << i;
      ASSERT_EQ(kept.is_loose, read.is_loose) << path << " value " << i;
    }
  }
}

TEST(Read, counts_what_the_readme_of_the_captures_counts) {
  const Result<Document> document = read_file(real_capture("mixed.et141.json"));
  ASSERT_TRUE(document);
  ASSERT_EQ(document->programs.size(), 3U);
  const std::size_t nodes[] = {18, 18, 48};
  const std::size_t graphs[] = {1, 1, 5};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(document->programs[i].nodes().size(), nodes[i]);
    EXPECT_EQ(document->programs[i].graphs().size(), graphs[i]);
  }
  EXPECT_EQ(document->programs[0].stage(), "edge");
  EXPECT_EQ(document->sha256.size(), 64U);
  EXPECT_TRUE(document->producer_json.starts_with("{\"name\":"));
  EXPECT_TRUE(document->producer_json.ends_with("}"));
}

// --- programs
// ----------------------------------------------------------------------

constexpr std::string_view small = R"({"format": "metagate/1",
 "programs": [{"graphs": [
  {"name": "main", "nodes": [
   {"name": "a", "op": "placeholder", "target": "a"},
   {"name": "b", "op": "placeholder", "target": "b", "args": [], "meta": {}},
   {"name": "f", "op": "call_function", "target": "f",
    "args": [{"$node": "b"}, [{"$node": "a"}], {"z": {"$node": "a"},
             "c": {"$node": "b"}}, 7],
    "kwargs": {"y": {"$node": "b"}, "x": {"$node": {"name": "a",
               "graph": "main"}}},
    "meta": {"k": {"$node": "f"}, "later": {"$node": {"name": "i",
             "graph": "main.inner"}}, "gone": {"$node": {"name": "g",
             "graph": null}}}},
   {"name": "m", "op": "get_attr", "target": "inner"},
   {"name": "o", "op": "output", "target": "output", "args": [[]]}],
   "modules": {"inner": {"kind": "graph", "graph": "main.inner"},
               "low": {"kind": "lowered", "backend": "B",
                       "graph": "main.inner"},
               "t": {"kind": "tensor"}},
   "signature": {"inputs": [{"kind": "user_input", "arg": "a"},
                            {"kind": "parameter", "arg": "b",
                             "target": "w"}],
                 "outputs": [{"kind": "user_output", "arg": null,
                              "target": null}]}},
  {"name": "main.inner", "nodes": [
   {"name": "i", "op": "placeholder", "target": "i"}]}]}]}
)";

TEST(Read, numbers_operands_by_args_then_by_the_keys_of_kwargs) {
  const Document document = read(std::string(small));
  const Program& program = document.programs[0];
  const NodeId f(2);
  std::vector<std::string_view> names;
  for (const NodeId id : program.operands(f)) names.push_back(program.name(id));
  EXPECT_EQ(names,
            (std::vector<std::string_view>{"b", "a", "b", "a", "a", "b"}));
  const Store& store = program.store();
  const Tree dict{.tag = Tag::dict,
                  .items = {{"z", operand_tree(3)}, {"c", operand_tree(2)}}};
  EXPECT_EQ(
      store.tree(program.node(f).args),
      sequence_tree(Tag::list, {operand_tree(0),
                                sequence_tree(Tag::list, {operand_tree(1)}),
                                dict, integer_tree(7)}));
  const Tree kwargs{.tag = Tag::dict,
                    .items = {{"y", operand_tree(5)}, {"x", operand_tree(4)}}};
  EXPECT_EQ(store.tree(program.node(f).kwargs), kwargs);
}

TEST(Read, gives_nodes_in_meta_the_name_of_their_graph) {
  const Document document = read(std::string(small));
  const auto node = [](std::string_view name, Tree graph) {
    return Tree{.tag = Tag::node,
                .text = std::string(name),
                .items = {{"graph", std::move(graph)}}};
  };
  EXPECT_EQ(meta_of(document, 2), node("f", text_tree("main")));
  EXPECT_EQ(meta_of(document, 2, "later"), node("i", text_tree("main.inner")));
  EXPECT_EQ(meta_of(document, 2, "gone"), node("g", null_tree()));
}

TEST(Read, takes_modules_signature_and_graphs) {
  const Document document = read(std::string(small));
  const Program& program = document.programs[0];
  const Graph& main = program.graph(GraphId(0));
  ASSERT_EQ(main.modules.size(), 3U);
  EXPECT_EQ(main.modules[0].kind, ModuleKind::graph);
  EXPECT_EQ(main.modules[0].graph, GraphId(1));
  EXPECT_EQ(main.modules[1].kind, ModuleKind::lowered);
  EXPECT_EQ(program.text(main.modules[1].backend), "B");
  EXPECT_EQ(main.modules[2].kind, ModuleKind::tensor);
  ASSERT_TRUE(main.signature);
  EXPECT_EQ(main.signature->inputs[1].kind, InputKind::parameter);
  EXPECT_EQ(main.signature->inputs[1].arg, NodeId(1));
  EXPECT_EQ(program.text(main.signature->inputs[1].target), "w");
  EXPECT_FALSE(main.signature->inputs[0].target);
  EXPECT_FALSE(main.signature->outputs[0].arg);
  EXPECT_FALSE(program.graph(GraphId(1)).signature);
  EXPECT_EQ(program.node(NodeId(5)).graph, GraphId(1));
  EXPECT_EQ(program.stage(), "");
}

// A value with a short $node is another value in another graph.
TEST(Read, tells_equal_bytes_in_two_graphs_apart) {
  const Document document = read(program(
      R"("graphs":[{"name":"g","nodes":[{"name":"x","op":"placeholder",)"
      R"("target":"x","meta":{"k":{"$node":"x"}}}]},{"name":"h","nodes":)"
      R"([{"name":"x","op":"placeholder","target":"x","meta":)"
      R"({"k":{"$node":"x"}}}]}])"));
  EXPECT_EQ(meta_of(document, 0).items[0].value, text_tree("g"));
  EXPECT_EQ(meta_of(document, 1).items[0].value, text_tree("h"));
}

// --- tables
// --------------------------------------------------------------------------

TEST(Read, lets_two_nodes_share_one_meta_dict) {
  const Document document = read(document_with_shared_meta());
  const Program& program = document.programs[0];
  EXPECT_EQ(program.node(NodeId(0)).meta, program.node(NodeId(1)).meta);
  EXPECT_NE(program.node(NodeId(0)).meta, program.node(NodeId(2)).meta);
  EXPECT_EQ(program.meta_record(program.node(NodeId(0)).meta).object,
            ObjectId(1));
  EXPECT_EQ(meta_of(document, 0), integer_tree(1));
}

TEST(Read, takes_tables_before_and_after_the_programs) {
  const std::string tables = R"("strings":["s"],"objects":[{"a":{"$s":0}}])";
  const std::string programs =
      R"("programs":[{"graphs":[{"name":"main","nodes":[{"name":"x",)"
      R"("op":"placeholder","target":"x","meta":{"k":{"$ref":0}}}]}]}])";
  for (const std::string& text :
       {document(tables + "," + programs), document(programs + "," + tables)}) {
    const Document read_in = read(text);
    const Store& store = read_in.programs[0].store();
    EXPECT_EQ(meta_of(read_in, 0), (Tree{.tag = Tag::object, .index = 0}));
    EXPECT_EQ(store.tree(store.object(ObjectId(0)).value).items[0].value,
              text_tree("s"));
  }
}

TEST(Read, joins_what_is_the_same_object) {
  const Document document =
      read(objects(R"([0],[1],[2],[3],[4]],"same_object":[[3,1],[4,3],[2,2])"));
  const Store& store = document.programs[0].store();
  const std::uint32_t identities[] = {0, 1, 2, 1, 1};
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(store.object(ObjectId(i)).identity, ObjectId(identities[i])) << i;
  }
}

const Facts& facts_of_object(const Document& document, std::uint32_t index) {
  return document.programs[0].store().object(ObjectId(index)).facts;
}

TEST(Read, finds_circles_of_references) {
  const Document document = read(
      objects(R"([{"$ref":0}],{"a":{"$ref":2}},{"$tuple":[{"$ref":1},)"
              R"({"$node":{"name":"x","graph":"main"}}]},[{"$ref":1}],[1])"));
  EXPECT_TRUE(facts_of_object(document, 0).is_cyclic);
  EXPECT_FALSE(facts_of_object(document, 0).has_node);
  for (const std::uint32_t i : {1U, 2U, 3U}) {
    EXPECT_TRUE(facts_of_object(document, i).is_cyclic) << i;
    EXPECT_TRUE(facts_of_object(document, i).has_node) << i;
  }
  EXPECT_FALSE(facts_of_object(document, 4).is_cyclic);
}

TEST(Read, takes_references_that_double_a_thousand_times) {
  std::string entries;
  for (int i = 1; i < 1000; ++i) {
    const std::string next = "{\"$ref\":" + std::to_string(i) + "}";
    entries += "[" + next + "," + next + "],\n";
  }
  const Document document = read(objects(entries + "[1]"));
  EXPECT_NE(facts_of_object(document, 0).hash,
            facts_of_object(document, 1).hash);
}

TEST(Read, takes_a_chain_and_a_circle_of_100000_references) {
  std::string entries;
  for (int i = 1; i < 100000; ++i) {
    entries += "[{\"$ref\":" + std::to_string(i) + "}],\n";
  }
  EXPECT_FALSE(facts_of_object(read(objects(entries + "[1]")), 0).is_cyclic);
  EXPECT_TRUE(
      facts_of_object(read(objects(entries + "[{\"$ref\":0}]")), 0).is_cyclic);
}

// --- spellings
// -------------------------------------------------------------------------

Facts facts_of_value(std::string_view value) {
  const Document document = read(meta(value));
  const Program& program = document.programs[0];
  return program.store().facts(
      program.value(NodeId(0), program.store().find("k")));
}

TEST(Read, gives_equal_facts_to_equal_values_however_spelt) {
  const std::vector<std::vector<std::string_view>> groups = {
      {R"({"a":1,"b":[2]})", R"( { "b" : [ 2 ] , "a" : 1 } )",
       R"({"\u0061":1,"b":[2]})", R"({"$dict":[["b",[2]],["a",1]]})"},
      {R"("s")", R"({"$s":0})", R"("\u0073")"},
      {R"({"a":1})", R"({"$ref":0})"},
      {"1.0", "1e0", "10e-1", "1.00", "0.1E+1"},
      {"5", R"({"$int":"5"})"},
      {"0", "-0", R"({"$int":"0"})", R"({"$int":"-0"})"},
      {"-0.0", R"({"$float":"-0.0"})", "-0e5"},
      {"0.0", "0e1", "1e-400"},
      {R"({"$float":"nan"})"},
      {R"({"$float":"inf"})"},
      {R"({"$set":[1,2]})", R"({"$set":[2,1]})"},
      {"[1,2]"},
      {"[2,1]"},
      {R"({"$tuple":[1,2]})"},
      {"1"},
      {"true"},
      {R"("1")"},
      {R"("/")", R"("\/")", R"("\u002f")"},
      {R"("\ud83d\ude00")", "\"\xf0\x9f\x98\x80\""},
      {R"({"$tensor":{"dtype":"f","shape":[1,{"$int":"2"}]}})",
       R"({"$tensor":{"shape":[1,2],"dtype":"f","storage":4,)"
       R"("requires_grad":false}})"},
      {R"({"$enum":{"class":"c","name":"n"}})",
       R"({"$enum":{"name":"n","class":"c"}})"},
      {R"({"$opaque":{"class":"c","repr":"r","sha256":"d"}})",
       R"({"$opaque":{"class":"c","repr":"R","sha256":"d"}})"},
      {R"({"$complex":[1.0,2.0]})", R"({"$complex":[1e0,2.00]})"},
      {R"({"$bytes":{"size":1,"sha256":"d"}})"},
      {R"({"$wtf8":"eda080"})"},
      {R"({"$slice":[1,null,2]})"},
      {R"({"$range":[1,2,1]})"},
      {R"({"$ellipsis":true})"},
      {R"({"$dtype":"f"})"},
      {R"({"$device":"f"})"},
      {R"({"$layout":"f"})"},
      {R"({"$memory_format":"f"})"},
      {R"({"$data":{"class":"c","fields":[["a",1],["b",2]]}})",
       R"({"$data":{"fields":[["a",1],["b",2]],"class":"c"}})"},
      {R"({"$op":{"name":"f","kind":"op"}})",
       R"({"$op":{"kind":"op","name":"f","weak":true}})"},
      {"null"},
      {"[]"},
      {"{}", R"({"$dict":[]})"},
      {R"({"$dict":[[1,2]]})"},
  };
  std::vector<Hash128> seen;
  for (const auto& group : groups) {
    const Hash128 hash = facts_of_value(group[0]).hash;
    for (const std::string_view other : group) {
      EXPECT_EQ(facts_of_value(other).hash, hash) << group[0] << " " << other;
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), hash), 0) << group[0];
    seen.push_back(hash);
  }
}

TEST(Read, takes_the_greatest_plain_integers) {
  EXPECT_EQ(meta_of(read(meta("9007199254740992")), 0),
            integer_tree(9007199254740992));
  EXPECT_EQ(meta_of(read(meta("-9007199254740992")), 0),
            integer_tree(-9007199254740992));
  EXPECT_EQ(meta_of(read(meta(R"({"$int":"123456789012345678901"})")), 0).text,
            "123456789012345678901");
}

TEST(Read, leaves_the_producer_open) {
  const Document document =
      read(refusals::document(R"("producer":{"time":18446744073709551616,)"
                              R"("$any":{"$thing":1}},"case":{"about":"x"},)"
                              R"("programs":[{"graphs":[{"name":"main",)"
                              R"("nodes":[]}]}])"));
  EXPECT_EQ(document.producer_json,
            R"({"time":18446744073709551616,"$any":{"$thing":1}})");
  EXPECT_EQ(document.case_json, R"({"about":"x"})");
}

// --- damage
// ------------------------------------------------------------------------------

TEST(Read, refuses_a_text_that_is_cut_off_anywhere) {
  const std::string text = document_with_shared_meta();
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    EXPECT_FALSE(read_text("a.json", text.substr(0, size))) << size;
  }
}

// Whatever one byte becomes, reading ends, and what is read can be looked at.
TEST(Read, survives_any_byte_put_anywhere) {
  const std::string text = document_with_shared_meta();
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char byte : {'"', '\\', '{', '}', '[', ']', ',', ':', '0', '-',
                            '$', 'a', 'e', '\n', '\0', '\xff'}) {
      std::string damaged = text;
      damaged[i] = byte;
      const Result<Document> document = read_text("a.json", damaged);
      if (!document) {
        EXPECT_GE(document.error()[0].line, 1U);
        continue;
      }
      const Store& store = document->programs[0].store();
      for (std::size_t v = 0; v < store.value_count(); ++v) {
        const Tree tree = store.tree(ValueId(v));
        const Facts& kept = store.facts(ValueId(v));
        if (kept.is_cyclic) continue;  // there is no hash
        EXPECT_EQ(facts_of(tree, store).hash, kept.hash);
      }
    }
  }
}

}  // namespace
}  // namespace metagate
