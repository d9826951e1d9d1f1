// Every rule of FORMAT.md, "What is refused", and of the forms it gives: what
// is said, and where.
#include <gtest/gtest.h>

#include "json/locate.h"
#include "json/read.h"
#include "json/refusal_cases.h"

namespace metagate {
namespace {

using namespace refusals;

void expect_refusal(const Refusal& refusal) {
  std::string text = refusal.text;
  const std::size_t at = text.find('@');
  ASSERT_NE(at, std::string::npos) << text;
  text.erase(at, 1);
  const Position place = position_at(text, at);
  const Result<Document> document = read_text("a.json", text);
  ASSERT_FALSE(document) << "accepted: " << refusal.text;
  const Problem& problem = document.error().front();
  EXPECT_EQ(problem.message, refusal.message) << refusal.text;
  EXPECT_EQ(problem.line, place.line) << refusal.text;
  EXPECT_EQ(problem.column, place.column) << refusal.text;
  EXPECT_EQ(problem.path, refusal.pointer) << refusal.text;
  EXPECT_EQ(problem.file, "a.json");
  EXPECT_EQ(document.error().size(), 1U)
      << refusal.text << document.error().back().message;
}

void expect_refusals(std::initializer_list<Refusal> refusals) {
  for (const Refusal& refusal : refusals) expect_refusal(refusal);
}

constexpr std::string_view one_program =
    R"("programs":[{"graphs":[{"name":"main","nodes":[]}]}])";

std::string beside_program(std::string_view fields) {
  return document(std::string(one_program) + ",\n" + std::string(fields));
}

TEST(Refusal, of_another_format) {
  expect_refusals({
      {"{\n\"format\":@\"metagate/2\",\"programs\":[]}", "/format",
       "format \"metagate/2\" is not read here, only \"metagate/1\""},
      {"{\"format\":@1}", "/format",
       "\"format\" must be a string, not a number"},
      {"@{\"name\":\"package\"}", "",
       "the document has no field \"format\": not metagate/1"},
      {"\n@[]", "", "the document must be an object, not an array"},
      {"@1", "", "the document must be an object, not a number"},
      {"@\"text\"", "", "the document must be an object, not a string"},
      {"@null", "", "the document must be an object, not null"},
  });
}

TEST(Refusal, of_unknown_fields) {
  expect_refusals({
      {beside_program(R"(@"extra":1)"), "/extra",
       "unknown field \"extra\" of the document, which has: format, producer, "
       "programs, case, same_object, strings, objects"},
      {program(R"(@"graph":[],"graphs":[{"name":"m","nodes":[]}])"),
       "/programs/0/graph",
       "unknown field \"graph\" of a program, which has: stage, graphs"},
      {graph(R"("nodes":[],@"meta":{})"), "/programs/0/graphs/0/meta",
       "unknown field \"meta\" of a graph, which has: name, nodes, modules, "
       "signature"},
      {call(R"(@"type":1)"), "/programs/0/graphs/0/nodes/1/type",
       "unknown field \"type\" of a node, which has: name, op, target, args, "
       "kwargs, meta"},
      {graph(R"("nodes":[],"modules":{"m":{"kind":"tensor",@"dtype":"f"}})"),
       "/programs/0/graphs/0/modules/m/dtype",
       "unknown field \"dtype\" of a module, which has: kind, backend, graph"},
      {graph(R"("nodes":[],"signature":{"inputs":[],"outputs":[],@"in":1})"),
       "/programs/0/graphs/0/signature/in",
       "unknown field \"in\" of a signature, which has: inputs, outputs"},
      {graph(R"("nodes":[],"signature":{"inputs":[],"outputs":)"
             R"([{"kind":"token",@"name":1}]})"),
       "/programs/0/graphs/0/signature/outputs/0/name",
       "unknown field \"name\" of a signature output, which has: kind, arg, "
       "target"},
      {meta(R"({"$tensor":{"dtype":"f","shape":[],@"size":1}})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$tensor/size",
       "unknown field \"size\" of $tensor, which has: dtype, shape, stride, "
       "device, layout, requires_grad, storage_offset, class, storage, "
       "sha256"},
  });
}

TEST(Refusal, of_missing_fields) {
  expect_refusals({
      {std::string("@").append(document(R"("strings":[])")), "",
       "the document without the field \"programs\""},
      {document("\"programs\":[\n@{}]"), "/programs/0",
       "a program without the field \"graphs\""},
      {program("\"graphs\":[\n@{\"nodes\":[]}]"), "/programs/0/graphs/0",
       "a graph without the field \"name\""},
      {program("\"graphs\":[\n@{\"name\":\"main\"}]"), "/programs/0/graphs/0",
       "a graph without the field \"nodes\""},
      {graph(R"("nodes":[@{"op":"output","target":"output"}])"),
       "/programs/0/graphs/0/nodes/0", "a node without the field \"name\""},
      {graph(R"("nodes":[@{"name":"o","target":"output"}])"),
       "/programs/0/graphs/0/nodes/0", "a node without the field \"op\""},
      {graph(R"("nodes":[@{"name":"o","op":"output"}])"),
       "/programs/0/graphs/0/nodes/0", "a node without the field \"target\""},
      {graph(R"("nodes":[],"modules":{"m":@{}})"),
       "/programs/0/graphs/0/modules/m", "a module without the field \"kind\""},
      {graph(R"("nodes":[],"modules":{"m":@{"kind":"graph"}})"),
       "/programs/0/graphs/0/modules/m",
       "a module of kind graph without the field \"graph\""},
      {graph(
           R"("nodes":[],"modules":{"m":@{"kind":"lowered","graph":"main"}})"),
       "/programs/0/graphs/0/modules/m",
       "a module of kind lowered without the field \"backend\""},
      {graph(R"("nodes":[],"signature":@{"inputs":[]})"),
       "/programs/0/graphs/0/signature",
       "a signature without the field \"outputs\""},
      {graph(R"("nodes":[],"signature":{"inputs":[@{}],"outputs":[]})"),
       "/programs/0/graphs/0/signature/inputs/0",
       "a signature input without the field \"kind\""},
      {meta(R"({"$tensor":@{"dtype":"f"}})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$tensor",
       "$tensor without the field \"shape\""},
      {meta(R"({"$node":@{"name":"x"}})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$node",
       "$node without the field \"graph\""},
      {meta(R"({"$op":@{"name":"x"}})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$op",
       "$op without the field \"kind\""},
      {meta(R"({"$opaque":@{"class":"x","repr":"y"}})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$opaque",
       "$opaque without the field \"sha256\""},
  });
}

TEST(Refusal, of_fields_of_another_form) {
  expect_refusals({
      {document("\"programs\":@{}"), "/programs",
       "\"programs\" of the document must be an array, not an object"},
      {document("\"programs\":[@1]"), "/programs/0",
       "a program must be an object, not a number"},
      {beside_program("\"producer\":@[]"), "/producer",
       "\"producer\" of the document must be an object, not an array"},
      {beside_program("\"case\":@null"), "/case",
       "\"case\" of the document must be an object, not null"},
      {beside_program("\"strings\":@{}"), "/strings",
       "\"strings\" of the document must be an array, not an object"},
      {beside_program("\"strings\":[\"a\",\n@1]"), "/strings/1",
       "an entry of strings must be a string, not a number"},
      {beside_program("\"objects\":@{}"), "/objects",
       "\"objects\" of the document must be an array, not an object"},
      {beside_program("\"same_object\":@true"), "/same_object",
       "\"same_object\" of the document must be an array, not true"},
      {program(R"("stage":@1,"graphs":[{"name":"m","nodes":[]}])"),
       "/programs/0/stage",
       "\"stage\" of a program must be a string, not a number"},
      {program("\"graphs\":@null"), "/programs/0/graphs",
       "\"graphs\" of a program must be an array, not null"},
      {graph("\"nodes\":@{}"), "/programs/0/graphs/0/nodes",
       "\"nodes\" of a graph must be an array, not an object"},
      {graph("\"nodes\":[@[]]"), "/programs/0/graphs/0/nodes/0",
       "a node must be an object, not an array"},
      {call("\"args\":@{}"), "/programs/0/graphs/0/nodes/1/args",
       "\"args\" of a node must be an array, not an object"},
      {call("\"args\":@null"), "/programs/0/graphs/0/nodes/1/args",
       "\"args\" of a node must be an array, not null"},
      {call("\"kwargs\":@[]"), "/programs/0/graphs/0/nodes/1/kwargs",
       "\"kwargs\" of a node must be an object, not an array"},
      {call("\"meta\":@false"), "/programs/0/graphs/0/nodes/1/meta",
       "\"meta\" of a node must be an object, not false"},
      {node(R"("name":"y","op":@7,"target":"f")"),
       "/programs/0/graphs/0/nodes/1/op",
       "\"op\" of a node must be a string, not a number"},
      {node(R"("name":"y","op":"output","target":@null)"),
       "/programs/0/graphs/0/nodes/1/target",
       "\"target\" of a node must be a string, not null"},
      {graph(R"("nodes":[],"modules":@[])"), "/programs/0/graphs/0/modules",
       "\"modules\" of a graph must be an object, not an array"},
      {graph(R"("nodes":[],"modules":{"m":@"lowered"})"),
       "/programs/0/graphs/0/modules/m",
       "a module must be an object, not a string"},
      {graph(R"("nodes":[],"signature":@[])"), "/programs/0/graphs/0/signature",
       "\"signature\" of a graph must be an object, not an array"},
      {graph(R"("nodes":[],"signature":{"inputs":[@1],"outputs":[]})"),
       "/programs/0/graphs/0/signature/inputs/0",
       "a signature input must be an object, not a number"},
  });
}

TEST(Refusal, of_what_is_empty) {
  expect_refusals({
      {document("\"programs\":@[]"), "/programs",
       "a document without programs"},
      {program("\"graphs\":@[]"), "/programs/0/graphs",
       "a program without graphs"},
  });
}

TEST(Refusal, of_unknown_words) {
  expect_refusals({
      {node(R"("name":"y","op":@"call","target":"f")"),
       "/programs/0/graphs/0/nodes/1/op", "unknown op \"call\""},
      {graph(R"("nodes":[],"modules":{"m":{"kind":@"lower"}})"),
       "/programs/0/graphs/0/modules/m/kind",
       "unknown kind \"lower\" of a module: lowered, graph or tensor"},
      {graph(R"("nodes":[],"modules":{"m":{"kind":"tensor","graph":@"main"}})"),
       "/programs/0/graphs/0/modules/m/graph",
       "a module of kind tensor with the field \"graph\""},
      {graph(R"("nodes":[],"signature":{"inputs":[{"kind":@"USER_INPUT"}],)"
             R"("outputs":[]})"),
       "/programs/0/graphs/0/signature/inputs/0/kind",
       "unknown kind \"USER_INPUT\" of a signature input"},
      {graph(R"("nodes":[],"signature":{"inputs":[],)"
             R"("outputs":[{"kind":@"user_input"}]})"),
       "/programs/0/graphs/0/signature/outputs/0/kind",
       "unknown kind \"user_input\" of a signature output"},
  });
}

TEST(Refusal, of_duplicate_names_and_keys) {
  expect_refusals({
      {node(R"("name":@"x","op":"output","target":"output")"),
       "/programs/0/graphs/0/nodes/1/name",
       "a second node \"x\" in graph \"main\""},
      // The same name in another spelling.
      {node(R"("name":@"\u0078","op":"output","target":"output")"),
       "/programs/0/graphs/0/nodes/1/name",
       "a second node \"x\" in graph \"main\""},
      {program(R"("graphs":[{"name":"m","nodes":[]},)"
               "\n{\"name\":@\"m\",\"nodes\":[]}]"),
       "/programs/0/graphs/1/name", "a second graph \"m\""},
      {document(
           R"("programs":[{"stage":"a","graphs":[{"name":"m","nodes":[]}]})"
           ",\n"
           R"({"stage":@"a","graphs":[{"name":"m","nodes":[]}]}])"),
       "/programs/1/stage", "a second program of stage \"a\""},
      {document(
           R"("programs":[{"stage":"a","graphs":[{"name":"m","nodes":[]}]})"
           ",\n@"
           R"({"graphs":[{"name":"m","nodes":[]}]}])"),
       "/programs/1",
       "a program without the field \"stage\", which each needs where there "
       "are several"},
      {beside_program("@\"format\":\"metagate/1\""), "/format",
       "duplicate key \"format\""},
      {beside_program("\"producer\":{\"a\":1,\n@\"a\":2}"), "/producer/a",
       "duplicate key \"a\""},
      {beside_program("\"case\":{\"b\":[{\"a\":1,\n@\"\\u0061\":2}]}"),
       "/case/b/0/a", "duplicate key \"a\""},
      {graph(R"("nodes":[],"modules":{"m":{"kind":"tensor"},)"
             R"(@"m":{"kind":"tensor"}})"),
       "/programs/0/graphs/0/modules/m", "duplicate key \"m\""},
      {call(R"("args":[],@"args":[])"), "/programs/0/graphs/0/nodes/1/args",
       "duplicate key \"args\""},
      {call(R"("kwargs":{"a":1,@"a":1})"),
       "/programs/0/graphs/0/nodes/1/kwargs/a", "duplicate key \"a\""},
      {call(R"("meta":{"a":1,"b":2,@"a":1})"),
       "/programs/0/graphs/0/nodes/1/meta/a", "duplicate key \"a\""},
      {meta(R"({"a":1,@"a":1})"), "/programs/0/graphs/0/nodes/0/meta/k/a",
       "duplicate key \"a\""},
      {meta(R"({"$tuple":[],@"$tuple":[]})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$tuple",
       "duplicate key \"$tuple\""},
      {meta(R"({"$dict":[[1.0,"a"],[1,"b"],@[1e0,"c"]]})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$dict/2", "duplicate key in $dict"},
      {meta(R"({"$data":{"class":"c","fields":[["a",1],[@"a",2]]}})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$data/fields/1/0",
       "duplicate key \"a\""},
      {meta(R"({"$enum":{"class":"c","name":"n",@"name":"m"}})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$enum/name",
       "duplicate key \"name\""},
      {objects(R"({"a":1,@"a":2})"), "/objects/0/a", "duplicate key \"a\""},
      // The key that is the second of many.
      {meta(R"({"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,)"
            R"("a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,@"3":0})"),
       "/programs/0/graphs/0/nodes/0/meta/k/3", "duplicate key \"3\""},
      {call(R"("meta":{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,)"
            R"("9":0,"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,@"g":0})"),
       "/programs/0/graphs/0/nodes/1/meta/g", "duplicate key \"g\""},
  });
}

TEST(Refusal, of_references_to_what_is_not_there) {
  expect_refusals({
      {call(R"("args":[{"$node":@"z"}])"),
       "/programs/0/graphs/0/nodes/1/args/0/$node",
       "no node \"z\" in graph \"main\""},
      {call(R"("kwargs":{"a":{"$node":@"z"}})"),
       "/programs/0/graphs/0/nodes/1/kwargs/a/$node",
       "no node \"z\" in graph \"main\""},
      {call(R"("meta":{"a":{"$node":@"z"}})"),
       "/programs/0/graphs/0/nodes/1/meta/a/$node",
       "no node \"z\" in graph \"main\""},
      {call(R"("meta":{"a":{"$node":@{"name":"z","graph":"main"}}})"),
       "/programs/0/graphs/0/nodes/1/meta/a/$node",
       "no node \"z\" in graph \"main\""},
      {call(R"("meta":{"a":{"$node":@{"name":"x","graph":"inner"}}})"),
       "/programs/0/graphs/0/nodes/1/meta/a/$node",
       "no graph \"inner\" in this program"},
      {objects(R"([{"$node":@{"name":"y","graph":"main"}}])"),
       "/objects/0/0/$node", "no program has a node \"y\" in a graph \"main\""},
      {node(R"("name":"y","op":"get_attr","target":@"w")"),
       "/programs/0/graphs/0/nodes/1/target",
       "no module \"w\" in graph \"main\""},
      {node(R"("name":"y","op":"call_module","target":@"w")"),
       "/programs/0/graphs/0/nodes/1/target",
       "no module \"w\" in graph \"main\""},
      {graph(R"("nodes":[],"modules":{"m":{"kind":"graph","graph":@"inner"}})"),
       "/programs/0/graphs/0/modules/m/graph",
       "no graph \"inner\" in this program"},
      {graph(R"("nodes":[],"signature":{"inputs":[{"kind":"user_input",)"
             R"("arg":@"x"}],"outputs":[]})"),
       "/programs/0/graphs/0/signature/inputs/0/arg",
       "the signature names \"x\", which is no node of graph \"main\""},
      {meta(R"({"$s":@1})"), "/programs/0/graphs/0/nodes/0/meta/k/$s",
       "$s 1 is not there: the table has 1 entries"},
      {meta(R"({"$ref":@7})"), "/programs/0/graphs/0/nodes/0/meta/k/$ref",
       "$ref 7 is not there: the table has 1 entries"},
      {meta(R"({"$ref":@-1})"), "/programs/0/graphs/0/nodes/0/meta/k/$ref",
       "$ref must be an index, not -1"},
      {meta(R"({"$s":@0.0})"), "/programs/0/graphs/0/nodes/0/meta/k/$s",
       "$s must be an index, not 0.0"},
      {meta(R"({"$ref":@"0"})"), "/programs/0/graphs/0/nodes/0/meta/k/$ref",
       "$ref must be a number, not a string"},
      {meta(R"({"$ref":@99999999999999999999})"),
       "/programs/0/graphs/0/nodes/0/meta/k/$ref",
       "$ref 99999999999999999999 is not there: the table has 1 entries"},
      {objects(R"({"$ref":@1})"), "/objects/0/$ref",
       "$ref 1 is not there: the table has 1 entries"},
      {call(R"("meta":{"$ref":@0})"), "/programs/0/graphs/0/nodes/1/meta/$ref",
       "$ref 0 is not there: the table has 0 entries"},
      {beside_program(R"("objects":[1],"same_object":[@[0,1]])"),
       "/same_object/0",
       "an entry of same_object must be two indices of the object table, "
       "which has 1 entries"},
      {beside_program(R"("objects":[1],"same_object":[@[0]])"),
       "/same_object/0",
       "an entry of same_object must be two indices of the object table, "
       "which has 1 entries"},
      {beside_program(R"("objects":[1],"same_object":[@0])"), "/same_object/0",
       "an entry of same_object must be an array, not a number"},
  });
}

TEST(Refusal, of_a_use_before_the_definition) {
  expect_refusals({
      {graph(R"("nodes":[{"name":"a","op":"call_function","target":"f",)"
             R"("args":[[{"$tuple":[{"$node":@"b"}]}]]},)"
             R"({"name":"b","op":"placeholder","target":"b"}])"),
       "/programs/0/graphs/0/nodes/0/args/0/0/$tuple/0/$node",
       "node \"b\" is used before it is defined"},
      {call(R"("args":[{"$node":@"y"}])"),
       "/programs/0/graphs/0/nodes/1/args/0/$node", "node \"y\" uses itself"},
      {call(R"("kwargs":{"a":{"$node":@{"name":"y","graph":"main"}}})"),
       "/programs/0/graphs/0/nodes/1/kwargs/a/$node", "node \"y\" uses itself"},
  });
}

TEST(Refusal, of_two_output_nodes) {
  expect_refusal({graph("\"nodes\":[\n"
                        R"({"name":"a","op":"output","target":"output"},)"
                        "\n@"
                        R"({"name":"b","op":"output","target":"output"}])"),
                  "/programs/0/graphs/0/nodes/1",
                  "a second output node in graph \"main\""});
}

TEST(Refusal, of_integers_beyond_2_to_the_53) {
  expect_refusals({
      {meta("@9007199254740993"), "/programs/0/graphs/0/nodes/0/meta/k",
       "integer beyond 2^53: spell it {\"$int\": \"9007199254740993\"}"},
      {meta("[1,@-9007199254740993]"), "/programs/0/graphs/0/nodes/0/meta/k/1",
       "integer beyond 2^53: spell it {\"$int\": \"-9007199254740993\"}"},
      // These are too big for simdjson already.
      {meta("@123456789012345678901234567890"),
       "/programs/0/graphs/0/nodes/0/meta/k",
       "integer beyond 2^53: spell it {\"$int\": "
       "\"123456789012345678901234567890\"}"},
      {objects("@18446744073709551616"), "/objects/0",
       "integer beyond 2^53: spell it {\"$int\": \"18446744073709551616\"}"},
  });
}

TEST(Refusal, of_payloads_of_another_form) {
  const auto at = "/programs/0/graphs/0/nodes/0/meta/k";
  const auto inside = [&](std::string_view tag) {
    static std::vector<std::string> kept;
    kept.reserve(100);
    kept.push_back(std::string(at) + "/" + std::string(tag));
    return std::string_view(kept.back());
  };
  expect_refusals({
      {meta(R"({@"$foo":1})"), inside("$foo"), "unknown tag \"$foo\""},
      {meta(R"({@"$":1})"), inside("$"), "unknown tag \"$\""},
      {meta(R"({"$tuple":[],@"a":1})"), inside("a"),
       "key \"a\" beside the tag \"$tuple\": a dict with such keys is spelt "
       "{\"$dict\": ...}"},
      {meta(R"({"a":1,@"$tuple":[]})"), inside("$tuple"),
       "key \"$tuple\" with a leading $ beside other keys: such a dict is "
       "spelt {\"$dict\": ...}"},
      {meta(R"({"$tuple":@{}})"), inside("$tuple"),
       "$tuple must be an array, not an object"},
      {meta(R"({"$set":@1})"), inside("$set"),
       "$set must be an array, not a number"},
      {meta(R"({"$dict":@{"a":1}})"), inside("$dict"),
       "$dict must be an array, not an object"},
      {meta(R"({"$dict":[@1]})"), inside("$dict/0"),
       "an entry of $dict must be an array, not a number"},
      {meta(R"({"$dict":[@[1]]})"), inside("$dict/0"),
       "an entry of $dict must be [key, value]"},
      {meta(R"({"$slice":@[1,2]})"), inside("$slice"),
       "$slice must have 3 elements, not 2"},
      {meta(R"({"$range":@[1,2,3,4]})"), inside("$range"),
       "$range must have 3 elements, not 4"},
      {meta(R"({"$complex":@[1.0]})"), inside("$complex"),
       "$complex must have 2 elements, not 1"},
      {meta(R"({"$complex":@[1.0,"a"]})"), inside("$complex"),
       "$complex must hold two numbers"},
      {meta(R"({"$ellipsis":@false})"), inside("$ellipsis"),
       "$ellipsis must be true"},
      {meta(R"({"$int":@5})"), inside("$int"),
       "$int must be a string, not a number"},
      {meta(R"({"$int":@"0x5"})"), inside("$int"),
       "$int must be the decimal digits of an integer"},
      {meta(R"({"$int":@""})"), inside("$int"),
       "$int must be the decimal digits of an integer"},
      {meta(R"({"$int":@"007"})"), inside("$int"),
       "$int must be the decimal digits of an integer"},
      {meta(R"({"$float":@"NaN"})"), inside("$float"),
       R"($float must be "nan", "inf", "-inf" or "-0.0")"},
      {meta(R"({"$float":@1.0})"), inside("$float"),
       "$float must be a string, not a number"},
      {meta(R"({"$wtf8":@"abc"})"), inside("$wtf8"),
       "$wtf8 must be pairs of lower-case hexadecimal digits"},
      {meta(R"({"$wtf8":@"zz"})"), inside("$wtf8"),
       "$wtf8 must be pairs of lower-case hexadecimal digits"},
      {meta(R"({"$bytes":@"abc"})"), inside("$bytes"),
       "$bytes must be an object, not a string"},
      {meta(R"({"$bytes":{"size":@-1,"sha256":""}})"), inside("$bytes/size"),
       "\"size\" of $bytes must be an integer that is not negative"},
      {meta(R"({"$dtype":@1})"), inside("$dtype"),
       "$dtype must be a string, not a number"},
      {meta(R"({"$device":@null})"), inside("$device"),
       "$device must be a string, not null"},
      {meta(R"({"$layout":@[]})"), inside("$layout"),
       "$layout must be a string, not an array"},
      {meta(R"({"$memory_format":@{}})"), inside("$memory_format"),
       "$memory_format must be a string, not an object"},
      {meta(R"({"$tensor":{"dtype":"f","shape":@[1.5]}})"),
       inside("$tensor/shape"),
       "\"shape\" of $tensor must hold integers and $sym only"},
      {meta(R"({"$tensor":{"dtype":"f","shape":[],"stride":@["a"]}})"),
       inside("$tensor/stride"),
       "\"stride\" of $tensor must hold integers and $sym only"},
      {meta(R"({"$tensor":{"dtype":"f","shape":@3}})"), inside("$tensor/shape"),
       "\"shape\" of $tensor must be an array, not a number"},
      {meta(R"({"$tensor":{"dtype":@1,"shape":[]}})"), inside("$tensor/dtype"),
       "\"dtype\" of $tensor must be a string, not a number"},
      {meta(R"({"$tensor":{"dtype":"f","shape":[],"requires_grad":@1}})"),
       inside("$tensor/requires_grad"),
       "\"requires_grad\" of $tensor must be true or false, not a number"},
      {meta(R"({"$tensor":{"dtype":"f","shape":[],"storage":@1.0}})"),
       inside("$tensor/storage"),
       "\"storage\" of $tensor must be an integer that is not negative"},
      {meta(R"({"$tensor":{"dtype":"f","shape":[],"storage_offset":@"0"}})"),
       inside("$tensor/storage_offset"),
       "\"storage_offset\" of $tensor must be an integer or a $sym"},
      {meta(R"({"$sym":{"kind":@"complex","expr":"s0"}})"), inside("$sym/kind"),
       "\"kind\" of $sym must be int, float or bool"},
      {meta(R"({"$expr":@"s0"})"), inside("$expr"),
       "$expr must be an object, not a string"},
      {meta(R"({"$op":{"name":"f","kind":@"function"}})"), inside("$op/kind"),
       "\"kind\" of $op must be op, packet, hop, fn or type"},
      {meta(R"({"$op":{"name":"f","kind":"fn","weak":@false}})"),
       inside("$op/weak"), "\"weak\" of $op must be true or missing"},
      {meta(R"({"$op":@1})"), inside("$op"),
       "$op must be an object, not a number"},
      {meta(R"({"$enum":@"a"})"), inside("$enum"),
       "$enum must be an object, not a string"},
      {meta(R"({"$data":{"class":"c","fields":@{}}})"), inside("$data/fields"),
       "\"fields\" of $data must be an array, not an object"},
      {meta(R"({"$data":{"class":"c","fields":[@["a"]]}})"),
       inside("$data/fields/0"), "a field of $data must be [name, value]"},
      {meta(R"({"$data":{"class":"c","fields":[@[1,2]]}})"),
       inside("$data/fields/0"), "a field of $data must be [name, value]"},
      {meta(R"({"$opaque":{"class":"c","repr":@1,"sha256":""}})"),
       inside("$opaque/repr"),
       "\"repr\" of $opaque must be a string, not a number"},
      {meta(R"({"$node":@1})"), inside("$node"),
       "$node must be an object, not a number"},
      {meta(R"({"$node":{"name":"x","graph":@1}})"), inside("$node/graph"),
       "\"graph\" of $node must be a string or null, not a number"},
      {objects(R"([{"$node":@"x"}])"), "/objects/0/0/$node",
       "$node has its long form in the object table: {\"name\": \"x\", "
       "\"graph\": ...}"},
  });
}

TEST(Refusal, of_tags_where_an_object_must_stand) {
  expect_refusals({
      {call(R"("kwargs":@{"$dict":[]})"), "/programs/0/graphs/0/nodes/1/kwargs",
       "kwargs must be an object, not a tag"},
      {call(R"("meta":{@"$dict":[]})"),
       "/programs/0/graphs/0/nodes/1/meta/$dict",
       "meta can't be tagged \"$dict\": it is an object of keys, or {\"$ref\": "
       "index}"},
      {document(R"("objects":[[1]],"programs":[{"graphs":[{"name":"main",)"
                R"("nodes":[{"name":"x","op":"placeholder","target":"x",)"
                R"("meta":@{"$ref":0}}]}]}])"),
       "/programs/0/graphs/0/nodes/0/meta",
       "meta refers to an object that is no dict with string keys"},
      // A circle of references is no dict either.
      {document(R"("objects":[{"$ref":1},{"$ref":0}],"programs":[{"graphs":)"
                R"([{"name":"main","nodes":[{"name":"x","op":"placeholder",)"
                R"("target":"x","meta":@{"$ref":0}}]}]}])"),
       "/programs/0/graphs/0/nodes/0/meta",
       "meta refers to an object that is no dict with string keys"},
  });
}

TEST(Refusal, tells_many_problems_in_the_order_of_the_text) {
  const std::string text = graph(
      "\"nodes\":[\n"
      R"({"name":"a","op":"call","target":"a","meta":{"k":{"$foo":1}}},)"
      "\n"
      R"({"name":"a","op":"output","target":"a","extra":1},)"
      "\n"
      R"({"op":"output","target":"a"}])");
  const Result<Document> document = read_text("a.json", text);
  ASSERT_FALSE(document);
  std::vector<std::uint64_t> lines;
  for (const Problem& problem : document.error()) lines.push_back(problem.line);
  EXPECT_EQ(lines, (std::vector<std::uint64_t>{5, 5, 6, 6, 7}));
}

TEST(Refusal, tells_the_first_hundred_problems_and_counts_the_others) {
  std::string nodes = "\"nodes\":[";
  for (int i = 0; i < 1000; ++i) nodes += "1,\n";
  const Result<Document> document =
      read_text("a.json", graph(nodes + "{\"name\":\"x\",\"op\":\"output\","
                                        "\"target\":\"output\"}]"));
  ASSERT_FALSE(document);
  ASSERT_EQ(document.error().size(), 101U);
  EXPECT_EQ(document.error().back().message, "900 more problems");
  EXPECT_EQ(document.error()[99].line, 103U);
}

}  // namespace
}  // namespace metagate
