// A small capture for tests of reports: one partition of one node, lowered by a
// backend that keeps on the getitem whatever the test says.
#pragma once

#include <string>

namespace metagate::test {

// The meta of `add` before; `getitem_meta` is that of its getitem afterwards,
// without `val`.
inline std::string program_before(const std::string& add_meta) {
  return R"({"stage":"before","graphs":[{"name":"main","nodes":[
{"name":"x","op":"placeholder","target":"x","meta":{"val":{"$dtype":"int8"}}},
{"name":"add","op":"call_function","target":"aten.add.Tensor","args":[{"$node":"x"},{"$node":"x"}],"meta":{)" +
         add_meta + R"("val":{"$dtype":"int16"},"delegation_tag":"t0"}},
{"name":"output","op":"output","target":"output","args":[[{"$node":"add"}]]}]}]})";
}

inline std::string program_after(const std::string& add_meta,
                                 const std::string& getitem_meta) {
  return R"({"stage":"after","graphs":[{"name":"main","nodes":[
{"name":"x","op":"placeholder","target":"x","meta":{"val":{"$dtype":"int8"}}},
{"name":"lowered_module_0","op":"get_attr","target":"lowered_module_0"},
{"name":"call","op":"call_function","target":"executorch_call_delegate","args":[{"$node":"lowered_module_0"},{"$node":"x"}],"meta":{"val":[{"$dtype":"int16"}],"debug_handle":1}},
{"name":"getitem","op":"call_function","target":"getitem","args":[{"$node":"call"},0],"meta":{)" +
         getitem_meta + R"("val":{"$dtype":"int16"}}},
{"name":"output","op":"output","target":"output","args":[[{"$node":"getitem"}]]}],
"modules":{"lowered_module_0":{"kind":"lowered","backend":"demo","graph":"main.lowered_module_0"}}},
{"name":"main.lowered_module_0","nodes":[
{"name":"x","op":"placeholder","target":"x","meta":{"val":{"$dtype":"int8"}}},
{"name":"add","op":"call_function","target":"aten.add.Tensor","args":[{"$node":"x"},{"$node":"x"}],"meta":{)" +
         add_meta + R"("val":{"$dtype":"int16"},"delegation_tag":"t0"}},
{"name":"output","op":"output","target":"output","args":[[{"$node":"add"}]]}]}]})";
}

inline std::string document(const std::string& programs) {
  return "{\"format\":\"metagate/1\",\n\"programs\":[\n" + programs + "]}\n";
}

// Both stages in one document.
inline std::string capture(const std::string& add_meta,
                           const std::string& getitem_meta) {
  return document(program_before(add_meta) + ",\n" +
                  program_after(add_meta, getitem_meta));
}

inline std::string clean_capture() {
  return capture("\"spec\":7,", "\"spec\":7,");
}

inline std::string lossy_capture() {
  return capture("\"spec\":7,", "");
}

}  // namespace metagate::test
