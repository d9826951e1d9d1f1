#include "json/write.h"

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "json/captures_for_test.h"
#include "json/escape.h"
#include "json/grammar.h"
#include "json/read.h"
#include "json/refusal_cases.h"

namespace metagate {
namespace {

using namespace refusals;

Document read(const std::string& text) {
  Result<Document> document = read_text("a.json", text);
  EXPECT_TRUE(document) << text << "\n" << document.error()[0].message;
  return *std::move(document);
}

std::string rewritten(const Document& document) {
  return write_capture(document.programs,
                       {.producer_json = document.producer_json,
                        .case_json = document.case_json});
}

// Where two texts part, for a message.
std::string difference(const std::string& a, const std::string& b) {
  const auto at = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  const std::size_t from = at > 80 ? at - 80 : 0;
  return a.substr(from, 160) + "\n instead of\n" + b.substr(from, 160);
}

// --- dumps
// ---------------------------------------------------------------------------

// The text without its field `case`, which is put into captures by hand.
std::string without_case(const Document& document) {
  std::string text = *document.text;
  if (document.case_json.empty()) return text;
  const auto begin = static_cast<std::size_t>(document.case_json.data() -
                                              document.text->data());
  const std::size_t key = text.rfind("\"case\"", begin);
  const std::size_t comma = text.rfind(',', key);
  return text.erase(comma, begin + document.case_json.size() - comma);
}

// The captures were written by another program, in Python.
TEST(WriteCapture, gives_the_bytes_of_every_real_capture) {
  ASSERT_GE(real_captures().size(), 20U);
  for (const std::string& path : real_captures()) {
    const Result<Document> document = read_file(path);
    ASSERT_TRUE(document) << path;
    const std::string written = write_capture(
        document->programs, {.producer_json = document->producer_json});
    const std::string wanted = without_case(*document);
    EXPECT_TRUE(written == wanted) << path << "\n"
                                   << difference(written, wanted);
  }
}

TEST(WriteCapture, of_what_it_wrote_is_the_same) {
  for (const std::string& path : real_captures()) {
    const Result<Document> document = read_file(path);
    ASSERT_TRUE(document) << path;
    const Document again = read(rewritten(*document));
    EXPECT_TRUE(rewritten(again) == rewritten(*document)) << path;
    EXPECT_EQ(again.case_json, document->case_json) << path;
  }
}

TEST(WriteCapture, writes_a_node_a_line_in_the_order_of_the_format) {
  const Document document = read(document_with_shared_meta());
  EXPECT_EQ(rewritten(document), R"({"format":"metagate/1",
"producer":{"name":"hand"},
"programs":[
{"stage":"a","graphs":[
{"name":"main","nodes":[
{"name":"x","op":"placeholder","target":"x","meta":{"$ref":0}},
{"name":"y","op":"call_function","target":"f","args":[{"$node":"x"},-1.5e3],"kwargs":{"a":{"$tuple":["a \"string\" \u00e4"]}},"meta":{"$ref":0}},
{"name":"o","op":"output","target":"output","args":[[{"$node":"y"}]],"meta":{"k":{"$ref":1},"n":{"$node":"x"}}}
],"modules":{"m":{"kind":"tensor"}},"signature":{"inputs":[{"kind":"user_input","arg":"x","target":null}],"outputs":[]}}
]}
],
"objects":[
{"k":1,"l":{"$dict":[[1,true],[null,{"$data":{"class":"c","fields":[["f",{"$float":"nan"}]]}}]]}},
[{"$ref":1},{"$tensor":{"dtype":"float32","shape":[1,{"$sym":{"kind":"int","expr":"s0"}}]}}]
]}
)");
}

TEST(WriteCapture, puts_strings_of_24_characters_into_the_table) {
  const std::string bytes_24 = "\xc3\xa4\xc3\xa4 2345678901234567890";  // 22
  const std::string with_strings = call(
      R"("meta":{"a":"12345678901234567890123","b":"123456789012345678901234",)"
      R"("c":["123456789012345678901234",")" +
      bytes_24 + R"("]})");
  const std::string written = rewritten(read(with_strings));
  EXPECT_NE(written.find(R"("meta":{"a":"12345678901234567890123",)"
                         R"("b":{"$s":0},"c":[{"$s":0},"\u00e4\u00e4 )"
                         R"(2345678901234567890"]})"),
            std::string::npos)
      << written;
  EXPECT_NE(written.find("\"strings\":[\n\"123456789012345678901234\"\n]"),
            std::string::npos)
      << written;
}

TEST(WriteCapture, spells_every_kind_of_value_as_it_was) {
  for (const std::string value : {
           "null",
           "true",
           "-12",
           "1.50",
           "1e0",
           "\"a\"",
           "[1,[]]",
           R"({"a":{"b":{}}})",
           R"({"$tuple":[]})",
           R"({"$dict":[["$a",1],[{"$tuple":[1]},2]]})",
           R"({"$set":[1,2]})",
           R"({"$slice":[1,null,2]})",
           R"({"$range":[0,9,1]})",
           R"({"$ellipsis":true})",
           R"({"$int":"9007199254740993"})",
           R"({"$float":"-inf"})",
           R"({"$complex":[1.0,{"$float":"nan"}]})",
           R"({"$bytes":{"size":2,"sha256":"ab"}})",
           R"({"$wtf8":"eda080"})",
           R"({"$tensor":{"dtype":"f","shape":[1],"stride":[1],)"
           R"("device":"cpu","layout":"l","requires_grad":true,)"
           R"("storage_offset":1,"class":"c","storage":0,"sha256":"d"}})",
           R"({"$sym":{"kind":"int","expr":"s","exact":"S","hint":6}})",
           R"({"$expr":{"expr":"s"}})",
           R"({"$dtype":"f"})",
           R"({"$device":"c"})",
           R"({"$layout":"l"})",
           R"({"$memory_format":"m"})",
           R"({"$op":"f"})",
           R"({"$op":{"name":"f","kind":"fn","weak":true}})",
           R"({"$enum":{"class":"c","name":"n"}})",
           R"({"$data":{"class":"c","fields":[["a",{"$node":"x"}]]}})",
           R"({"$opaque":{"class":"c","repr":"r","sha256":"d"}})",
           R"({"$node":"y"})",
           R"({"$node":{"name":"z","graph":null}})",
       }) {
    const std::string written =
        rewritten(read(call("\"meta\":{\"k\":" + value + "}")));
    EXPECT_NE(written.find("\"meta\":{\"k\":" + value + "}"), std::string::npos)
        << value << "\n"
        << written;
  }
}

TEST(WriteCapture, escapes_as_python_does) {
  std::string out;
  const std::string text =
      "\"\\/\b\f\n\r\t\x01\x7f \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80";
  append_string(out, text + '\0');
  EXPECT_EQ(out, R"("\"\\/\b\f\n\r\t\u0001\u007f \u00e4\u20ac\ud83d\ude00)"
                 R"(\u0000")");
}

TEST(WriteCapture, writes_bytes_that_are_no_utf8_as_replacement_characters) {
  for (const std::string_view bytes :
       {"\xff", "\x80", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
        "\xf4\x90\x80\x80", "\xf0\x9f\x98"}) {
    std::string out;
    append_string(out, bytes);
    EXPECT_EQ(out.find("\"\\ufffd"), 0U) << out;
    EXPECT_EQ(as_utf8(bytes).substr(0, 3), "\xef\xbf\xbd");
  }
  EXPECT_EQ(as_utf8("a\xf0\x9f\x98\x80"), "a\xf0\x9f\x98\x80");
  EXPECT_EQ(as_utf8("\xef\xbf\xbd"), "\xef\xbf\xbd");
}

TEST(WriteCapture, writes_an_object_that_is_met_once_in_its_place) {
  const std::string written = rewritten(read(meta(R"([{"$ref":0}])")));
  EXPECT_NE(written.find(R"("meta":{"k":[{"a":1}]})"), std::string::npos);
  EXPECT_EQ(written.find("objects"), std::string::npos);
}

TEST(WriteCapture, names_the_values_of_one_object) {
  const std::string text = R"({"format":"metagate/1",
"programs":[
{"stage":"a","graphs":[
{"name":"main","nodes":[
{"name":"x","op":"placeholder","target":"x","meta":{"k":{"$ref":0}}}
]}
]},
{"stage":"b","graphs":[
{"name":"main","nodes":[
{"name":"x","op":"placeholder","target":"x","meta":{"k":{"$ref":1}}}
]}
]}
],
"same_object":[[0,1]],
"objects":[
[1],
[2]
]}
)";
  EXPECT_EQ(rewritten(read(text)), text);
}

TEST(WriteCapture, writes_circles_and_long_chains) {
  std::string entries;
  for (int i = 1; i < 100000; ++i) {
    entries += "[{\"$ref\":" + std::to_string(i) + "}],\n";
  }
  for (const std::string last : {"[1]", "[{\"$ref\":0}]"}) {
    const Document document = read(refusals::document(
        "\"objects\":[" + entries + last +
        R"(],"programs":[{"graphs":[{"name":"main","nodes":[{"name":"x",)"
        R"("op":"placeholder","target":"x","meta":{"k":{"$ref":0}}}]}]}])"));
    const std::string written = rewritten(document);
    EXPECT_TRUE(rewritten(read(written)) == written);
  }
}

// --- programs that were not read
// -----------------------------------------------------------

TEST(WriteCapture, gives_a_shared_dict_an_entry_of_its_own) {
  const auto store = std::make_shared<Store>();
  ProgramBuilder builder(store);
  builder.begin_graph(store->intern("main"));
  const MetaEntry entries[] = {{store->intern("k"), store->add_integer(1)}};
  const MetaId shared = builder.add_meta(entries);
  for (const std::string_view name : {"a", "b"}) {
    NodeSpec spec;
    spec.name = spec.target = store->intern(name);
    spec.op = Op::placeholder;
    spec.meta = shared;
    builder.add_node(spec);
  }
  const std::vector<Program> programs{std::move(builder).build("s")};
  const std::string written = write_capture(programs);
  const Document document = read(written);
  const Program& again = document.programs[0];
  EXPECT_EQ(again.node(NodeId(0)).meta, again.node(NodeId(1)).meta);
  EXPECT_NE(written.find("\"meta\":{\"$ref\":0}"), std::string::npos);
  EXPECT_NE(written.find("\"objects\":[\n{\"k\":1}\n]"), std::string::npos);
}

// A lowering changes a dict that it shares with the program before.
TEST(WriteCapture, tells_a_changed_dict_from_the_object_it_was) {
  const Document document = read(document_with_shared_meta());
  const Program& before = document.programs[0];
  const auto store = std::make_shared<Store>(before.shared_store());
  ProgramBuilder builder(store);
  builder.begin_graph(store->intern("main"));
  const MetaEntry entries[] = {{store->intern("k"), store->add_integer(2)}};
  const MetaId changed = builder.add_meta(entries, ObjectId(1));
  for (const std::string_view name : {"x", "y"}) {
    NodeSpec spec;
    spec.name = spec.target = store->intern(name);
    spec.op = Op::placeholder;
    spec.meta = changed;
    builder.add_node(spec);
  }
  const std::vector<Program> programs{before,
                                      std::move(builder).build("after")};
  const Document again = read(write_capture(programs));
  ASSERT_EQ(again.programs.size(), 2U);
  const Store& values = again.programs[0].store();
  const auto object_of = [&](std::size_t i) {
    const Program& program = again.programs[i];
    return program.meta_record(program.node(NodeId(0)).meta).object;
  };
  EXPECT_NE(object_of(0), object_of(1));
  EXPECT_EQ(values.object(object_of(0)).identity,
            values.object(object_of(1)).identity);
  EXPECT_EQ(again.programs[1].meta(NodeId(0)).size(), 1U);
}

// --- goldens
// -----------------------------------------------------------------------------------

TEST(WriteGolden, sorts_meta_and_writes_strings_in_place) {
  const Document document = read(refusals::document(
      R"("producer":{"name":"p"},"case":{"about":"a"},)"
      R"("strings":["a string of more than 24 characters"],)"
      R"("objects":[[1],{"once":2}],)"
      R"("programs":[{"graphs":[{"name":"main","nodes":[{"name":"x",)"
      R"("op":"placeholder","target":"x","meta":{"c":{"$s":0},"b":{"$ref":0},)"
      R"("a":{"z":{"$ref":0},"y":{"$ref":1}}}}]}]}])"));
  EXPECT_EQ(write_golden(document.programs), R"({"format":"metagate/1",
"programs":[
{"graphs":[
{"name":"main","nodes":[
{"name":"x","op":"placeholder","target":"x","meta":{"a":{"z":{"$ref":0},"y":{"once":2}},"b":{"$ref":0},"c":"a string of more than 24 characters"}}
]}
]}
],
"objects":[
[1]
]}
)");
}

TEST(WriteGolden, of_what_it_wrote_is_the_same) {
  for (const std::string& path : real_captures()) {
    if (path.find("/big.") != std::string::npos) continue;  // enough without
    const Result<Document> document = read_file(path);
    ASSERT_TRUE(document);
    const std::string golden = write_golden(document->programs);
    EXPECT_TRUE(write_golden(read(golden).programs) == golden) << path;
  }
}

TEST(WriteDocument, gives_the_bytes_that_were_read) {
  const std::string text =
      " {\"programs\" : [ {\"graphs\":[{\"nodes\":[],"
      "\"name\":\"m\"}]}],\r\n\"format\":"
      "\"metagate\\u002f1\"}\n\n";
  EXPECT_EQ(write_document(read(text)), text);
}

// --- single values
// -----------------------------------------------------------------------------

std::string json_of(std::string_view entries, std::size_t budget = 100000) {
  const Document document = read(objects(entries));
  const Store& store = document.programs[0].store();
  return value_json({.tag = Tag::object, .index = 0}, store, budget);
}

constexpr std::string_view circle =
    R"({"$opaque":{"class":"metagate.left_out",)"
    R"("repr":"the value that this is a part of","sha256":""}})";

TEST(ValueJson, writes_what_references_refer_to) {
  EXPECT_EQ(json_of(R"([{"$ref":1},{"$ref":1}],{"$tuple":[1]})"),
            R"([{"$tuple":[1]},{"$tuple":[1]}])");
  EXPECT_EQ(json_of(R"([{"$node":{"name":"x","graph":"main"}}])"),
            R"([{"$node":{"name":"x","graph":"main"}}])");
}

TEST(ValueJson, ends_at_a_circle) {
  EXPECT_EQ(json_of(R"([1,{"$ref":1}],[{"$ref":0}])"),
            "[1,[" + std::string(circle) + "]]");
}

TEST(ValueJson, stays_near_its_budget) {
  std::string doubling;
  std::string list = "[";
  for (int i = 1; i < 1000; ++i) {
    const std::string next = "{\"$ref\":" + std::to_string(i) + "}";
    doubling += "[" + next + "," + next + "],\n";
    list += "{\"a\":1,\"b\":\"c\"},";
  }
  const std::pair<std::string, std::size_t> cases[] = {
      {doubling + "[1]", 1000},
      {doubling + "[1]", 0},
      {list + "1]", 200},
      {"{\"a\":" + list + "1]}", 200},
  };
  for (const auto& [entries, budget] : cases) {
    const std::string json = json_of(entries, budget);
    EXPECT_FALSE(syntax_error(json)) << json.substr(0, 300);
    // What is open when the budget is spent is still to be closed.
    EXPECT_LT(json.size(), budget + 60000);
    EXPECT_NE(json.find("metagate.left_out"), std::string::npos);
  }
}

TEST(ValueJson, cuts_a_chain_that_is_too_long) {
  std::string entries;
  for (int i = 1; i < 100000; ++i) {
    entries += "[{\"$ref\":" + std::to_string(i) + "}],\n";
  }
  const std::string json = json_of(entries + "[1]");
  EXPECT_FALSE(syntax_error(json));
  EXPECT_LT(json.size(), 2000U);
}

}  // namespace
}  // namespace metagate
