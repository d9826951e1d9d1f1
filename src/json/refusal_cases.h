// For tests: documents that must be refused, with the place marked in them.
#pragma once

#include <string>
#include <string_view>

namespace metagate::refusals {

// Something that is wrong with a document. `text` has one `@` where the
// problem is to be reported; it is taken out before reading.
struct Refusal {
  std::string text;
  std::string_view pointer;
  std::string_view message;  // all of it
};

// A document around a part of it.
inline std::string document(std::string_view fields) {
  return "{\"format\":\"metagate/1\",\n" + std::string(fields) + "}\n";
}

inline std::string program(std::string_view fields) {
  return document("\"programs\":[\n{" + std::string(fields) + "}]");
}

inline std::string graph(std::string_view fields) {
  return program("\"graphs\":[\n{\"name\":\"main\"," + std::string(fields) +
                 "}]");
}

// Two nodes, the second of them with these fields.
inline std::string node(std::string_view fields) {
  return graph(
      "\"nodes\":[\n"
      R"({"name":"x","op":"placeholder","target":"x"},)"
      "\n{" +
      std::string(fields) + "}]");
}

inline std::string call(std::string_view fields) {
  return node(R"("name":"y","op":"call_function","target":"f",)" +
              std::string(fields));
}

// A value as the meta key "k" of the second node; the tables have one entry.
inline std::string meta(std::string_view value) {
  return document(
      "\"strings\":[\"s\"],\"objects\":[{\"a\":1}],\n\"programs\":[{\"graphs\":"
      "[{\"name\":\"main\",\"nodes\":[\n"
      R"({"name":"x","op":"placeholder","target":"x","meta":{)"
      "\n\"k\":" +
      std::string(value) + "}}]}]}]");
}

// The object table, with one node beside it.
inline std::string objects(std::string_view entries) {
  return document("\"objects\":[\n" + std::string(entries) +
                  "],\n\"programs\":[{\"graphs\":[{\"name\":\"main\",\"nodes\":"
                  R"([{"name":"x","op":"placeholder","target":"x"}]}]}])");
}

}  // namespace metagate::refusals
