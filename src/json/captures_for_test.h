// For tests: the captures of the tree, and a small document with everything.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace metagate {

inline std::string real_capture(std::string_view name) {
  return (std::filesystem::path(METAGATE_SOURCE_DIR) / "fixtures" / "real" /
          name)
      .string();
}

// All of them, sorted.
inline std::vector<std::string> real_captures() {
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(real_capture(""))) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Three nodes, of which the first two have one meta dict, object 1.
inline std::string document_with_shared_meta() {
  return R"({"format":"metagate/1",
"producer":{"name":"hand"},
"programs":[{"stage":"a","graphs":[
{"name":"main","nodes":[
{"name":"x","op":"placeholder","target":"x","meta":{"$ref":1}},
{"name":"y","op":"call_function","target":"f","args":[{"$node":"x"},-1.5e3],"kwargs":{"a":{"$tuple":[{"$s":0}]}},"meta":{"$ref":1}},
{"name":"o","op":"output","target":"output","args":[[{"$node":"y"}]],"meta":{"k":{"$ref":0},"n":{"$node":"x"}}}],
"modules":{"m":{"kind":"tensor"}},
"signature":{"inputs":[{"kind":"user_input","arg":"x"}],"outputs":[]}}]}],
"same_object":[[0,0]],
"strings":["a \"string\" \u00e4"],
"objects":[[{"$ref":0},{"$tensor":{"dtype":"float32","shape":[1,{"$sym":{"kind":"int","expr":"s0"}}]}}],{"k":1,"l":{"$dict":[[1,true],[null,{"$data":{"class":"c","fields":[["f",{"$float":"nan"}]]}}]]}}]}
)";
}

}  // namespace metagate
