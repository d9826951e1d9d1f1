// A graph as the generator draws it, before it is written down: nodes by small
// numbers, with class and stage, and nothing yet of tags and meta, since which
// partition a constant belongs to is seen only when all users are there.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/generate/prng.h"
#include "harness/generate/profile.h"
#include "harness/generate/vocabulary.h"

namespace metagate {

inline constexpr std::uint32_t outside_class = 0;
inline constexpr std::uint32_t no_node = 0xffffffff;

struct SketchNode {
  Op op = Op::call_function;
  Symbol name;
  Symbol target;
  ValueId args;
  ValueId kwargs;
  ValueId val;  // none where it has none
  std::uint32_t first_operand = 0;
  std::uint32_t operands = 0;
  std::uint32_t stage = 0;
  // outside_class, or the number of a class of partitions, from 1.
  std::uint32_t class_ = outside_class;
  bool is_source = false;  // a placeholder or an attribute: in no partition
  // False for an untagged getitem of a partition's list: it is where the list
  // is, since a list does not cross a boundary.
  bool is_tagged = false;
  InputKind input = InputKind::user_input;
  std::uint32_t tag = no_node;  // index in Vocabulary::tags
  std::uint32_t uses = 0;
  ValueId node_value;  // {"$node": it}, where there is one
};

// A body that a graph calls, to be drawn later.
struct PendingBody {
  std::uint32_t words;  // index in Vocabulary::graphs
  std::uint32_t depth;
  std::uint32_t passed;
  std::uint32_t returned;
};

struct ReturnedValue {
  std::uint32_t node;
  OutputKind kind = OutputKind::user_output;
  Symbol target = {};
};

struct Sketch {
  std::vector<SketchNode> nodes;
  std::vector<std::uint32_t> operands;
  std::vector<ReturnedValue> returned;
  std::vector<Module> modules;  // their graphs are in the order of `bodies`
  std::vector<PendingBody> bodies;

  // What later nodes can take, by kind.
  std::vector<std::uint32_t> tensors;
  std::vector<std::uint32_t> symints;
  std::vector<std::uint32_t> constants;
  std::vector<std::uint32_t> fresh_buffers;  // not mutated yet

  void clear();
};

// Draws the graph of `body` (the top one where its `words` are 0) into
// `sketch`, which is cleared. Bodies it calls are numbered from `next_graph`.
void draw_graph(const Vocabulary& words, const Profile& profile,
                const PendingBody& body, std::uint32_t next_graph, Prng& prng,
                Sketch& sketch);

}  // namespace metagate
