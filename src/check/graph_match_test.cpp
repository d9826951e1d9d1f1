#include "check/graph_match.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

namespace metagate {
namespace {

// A graph written as "x = in; a = relu x; b = add a x". The first line is
// anchored, and so is the last.
struct Sketch {
  MatchSide side;
  std::vector<std::string> names;

  explicit Sketch(const std::string& text) {
    std::map<std::string, std::int32_t> index;
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line, ';')) {
      std::istringstream words(line);
      std::string name;
      std::string equals;
      std::string op;
      words >> name >> equals >> op;
      Vertex vertex;
      vertex.label = vertex.kind = hash_bytes(op, 7);
      vertex.first_operand = static_cast<std::uint32_t>(side.operands.size());
      for (std::string operand; words >> operand;) {
        side.operands.push_back(index.at(operand));
      }
      vertex.operand_count = static_cast<std::uint32_t>(side.operands.size() -
                                                        vertex.first_operand);
      index[name] = static_cast<std::int32_t>(names.size());
      names.push_back(name);
      side.vertices.push_back(vertex);
    }
  }
};

// "a:b" for each vertex after that is a vertex before, "a:-" for the others.
std::string match(const std::string& before_text,
                  const std::string& after_text) {
  const Sketch before(before_text);
  const Sketch after(after_text);
  const Anchor anchors[] = {
      {0, 0},
      {static_cast<std::int32_t>(before.names.size() - 1),
       static_cast<std::int32_t>(after.names.size() - 1)}};
  std::vector<std::int32_t> same_name;
  for (const std::string& name : after.names) {
    std::int32_t found = no_vertex;
    for (std::size_t b = 0; b < before.names.size(); ++b) {
      if (before.names[b] == name) found = static_cast<std::int32_t>(b);
    }
    same_name.push_back(found);
  }
  const GraphMatch result =
      match_graphs(before.side, after.side, anchors, same_name);
  std::string text;
  for (std::size_t a = 0; a < after.names.size(); ++a) {
    const std::int32_t b = result.to_before[a];
    text += after.names[a] + ":" +
            (b == no_vertex ? "-" : before.names[static_cast<std::size_t>(b)]) +
            " ";
  }
  if (!result.ambiguities.empty()) text += "ambiguous ";
  return text;
}

TEST(GraphMatch, finds_every_vertex_under_another_name) {
  EXPECT_EQ(match("x = in; a = relu x; b = sin a; o = out b",
                  "p = in; q = relu p; r = sin q; s = out r"),
            "p:x q:a r:b s:o ");
}

TEST(GraphMatch, tells_equal_vertices_apart_by_their_users) {
  EXPECT_EQ(match("x = in; a = relu x; b = relu x; c = sin a; d = cos b; "
                  "o = out c d",
                  "x = in; n1 = relu x; n2 = relu x; d = cos n1; c = sin n2; "
                  "o = out c d"),
            "x:x n1:b n2:a d:d c:c o:o ");
}

TEST(GraphMatch, tells_equal_vertices_apart_by_what_lies_far_downstream) {
  EXPECT_EQ(match("x = in; a = relu x; b = relu x; c = neg a; d = neg b; "
                  "e = sin c; f = cos d; o = out e f",
                  "x = in; m = relu x; n = relu x; p = neg m; q = neg n; "
                  "f = cos p; e = sin q; o = out e f"),
            "x:x m:b n:a p:d q:c f:f e:e o:o ");
}

TEST(GraphMatch, follows_names_where_nothing_else_tells) {
  EXPECT_EQ(match("x = in; a = relu x; b = relu x; o = out x",
                  "x = in; b = relu x; a = relu x; o = out x"),
            "x:x b:b a:a o:o ");
}

TEST(GraphMatch, finds_a_permutation_of_names_out) {
  EXPECT_EQ(match("x = in; a = relu x; b = sin a; o = out b",
                  "x = in; b = relu x; a = sin b; o = out a"),
            "x:x b:a a:b o:o ");
}

TEST(GraphMatch, leaves_out_the_vertex_that_is_gone_from_a_chain) {
  EXPECT_EQ(match("x = in; a = relu x; b = relu a; c = relu b; d = relu c; "
                  "o = out d",
                  "x = in; a = relu x; c = relu a; d = relu c; o = out d"),
            "x:x a:a c:c d:d o:o ");
}

TEST(GraphMatch, leaves_out_the_vertex_that_is_new) {
  EXPECT_EQ(match("x = in; a = relu x; b = sin a; o = out b",
                  "x = in; a = relu x; new = clone a; b = sin new; o = out b"),
            "x:x a:a new:- b:b o:o ");
}

TEST(GraphMatch, keeps_a_vertex_whose_operand_is_another) {
  EXPECT_EQ(match("x = in; a = relu x; b = sin x; c = cos a; d = add b c; "
                  "o = out d",
                  "x = in; p = relu x; q = sin x; r = cos q; s = add q r; "
                  "o = out s"),
            "x:x p:a q:b r:c s:d o:o ");
}

TEST(GraphMatch, says_where_interchangeable_vertices_are_unequal_in_number) {
  EXPECT_EQ(match("x = in; a = relu x; b = relu x; o = out x",
                  "x = in; n = relu x; o = out x"),
            "x:x n:a o:o ambiguous ");
  EXPECT_EQ(match("x = in; a = relu x; b = relu x; o = out x",
                  "x = in; b = relu x; o = out x"),
            "x:x b:b o:o ");
}

}  // namespace
}  // namespace metagate
