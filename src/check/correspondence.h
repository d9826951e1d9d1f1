// What is what: for each node after, the node before that it stands for, found
// by structure and never by the metadata that is being judged (DESIGN.md
// section 6, "Matching").
//
// The graphs that are in no delegate are matched pair by pair, from the top one
// down through control-flow bodies. For that the delegates that are new in the
// step are contracted away: the nodes of their lowered graphs take part in the
// graph that the partition was cut from, a getitem is the output it reads, and
// a placeholder is the operand it is fed. Delegates that were there before are
// nodes like others, and their lowered graphs a pair like others.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "check/graph_match.h"
#include "check/policy.h"
#include "check/tags.h"
#include "ir/delegates.h"
#include "ir/program.h"
#include "ir/users.h"

namespace metagate {

// A delegate that is new in the step, with its boundary.
struct NewDelegate {
  Delegate at;                   // in the program after
  GraphId cut_from;              // the graph before
  std::vector<NodeId> fed;       // placeholders, by operand of the call
  std::vector<NodeId> owned;     // placeholders of constants it consumed
  std::vector<NodeId> visible;   // what it returns, by getitem index
  std::vector<NodeId> consumed;  // mutations it returns that it consumed
  std::vector<NodeId> getitems;  // in graph order; of any index
  bool is_matched = false;       // some node of it stands for one before
};

struct GraphPair {
  GraphId before;
  GraphId after;
  bool is_inside;   // in a delegate: a lowered graph, or a body within one
  bool is_lowered;  // the lowered graph of a delegate that was there before
};

inline constexpr std::uint32_t no_delegate = 0xffffffff;

// How a node after takes part in the matching.
enum class Part : std::uint8_t {
  none,      // its graph has no counterpart
  vertex,    // a node of its own
  call,      // new delegates: the call,
  get_attr,  //   its module,
  getitem,   //   a reader of it,
  fed,       //   a placeholder that the call feeds,
  returns,   //   the output node of the lowered graph
};

struct Correspondence {
  // By node after. For a getitem of a new delegate: the node whose value it
  // reads; for a placeholder that a new delegate is fed by: its producer; for
  // the call, get_attr and output node of a new delegate: none.
  std::vector<NodeId> stands_for;
  std::vector<Part> part;
  std::vector<Role> role;
  std::vector<std::uint32_t> delegate;  // the new delegate it is in, or reads
  // Of a getitem of a new delegate the output it reads, of a placeholder it is
  // fed by the place among those; else -1.
  std::vector<std::int64_t> index;

  // By node before: the first node after that is it (a getitem or a fed
  // placeholder is not), or none.
  std::vector<NodeId> found;

  std::vector<NewDelegate> delegates;
  std::vector<GraphPair> graphs;

  // Outputs that delegates consumed: for the output node after of such a graph,
  // which operands of the output node before are left. Others have no entry.
  struct KeptOutputs {
    NodeId output;
    std::vector<std::uint32_t> positions;
  };
  std::vector<KeptOutputs> kept_outputs;

  // Interchangeable nodes, unequal in number: not reported as vanished.
  struct Ambiguous {
    std::vector<NodeId> before;
    std::vector<NodeId> after;
  };
  std::vector<Ambiguous> ambiguous;

  // Getitems whose index is not that of what they stand for: what they read.
  std::vector<std::pair<NodeId, NodeId>> wrongly_read;

  // Calls, and get_attrs of calls, after that name another lowered module than
  // their own.
  std::vector<NodeId> misdirected;

  // Would another match be found where names are trusted more?
  bool names_disagree = false;

  // Old delegates that are nowhere after (their calls), and graphs of either
  // side that belong to nothing matched.
  std::vector<NodeId> lost_delegates;
  std::vector<GraphId> lost_graphs;      // before
  std::vector<GraphId> invented_graphs;  // after

  [[nodiscard]] bool is_inside(NodeId after) const;
  // What a getitem reads, where that is not what it stands for; else none.
  [[nodiscard]] NodeId reads_instead(NodeId getitem) const;
  // The operand of `before_output` that operand `position` of the output node
  // `after` stands for.
  [[nodiscard]] std::uint32_t kept_position(NodeId after,
                                            std::uint32_t position) const;
};

// `tags` are those of the program before.
[[nodiscard]] Correspondence correspond(const Program& before,
                                        const Program& after,
                                        const Users& users_after,
                                        const Tags& tags, Trust trust);

}  // namespace metagate
