// The names that a lowering makes, before anything is built.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "lower/partition.h"

namespace metagate {

struct DelegateNames {
  Symbol module;  // lowered_module_N, the get_attr's name as well
  Symbol graph;   // <graph>.lowered_module_N
  Symbol call;    // executorch_call_delegate[_N]
  std::vector<Symbol> getitems;   // getitem[_N], or the name that stays
  std::vector<Symbol> constants;  // as in Partition::constants
};

struct NamesPlan {
  std::vector<DelegateNames> delegates;  // by partition
  // Copies of constants that stay outside: <name>_copy_<N>.
  std::unordered_map<NodeId, Symbol> copies;
  std::vector<Symbol> graphs;  // by graph before: its name after
};

// `store` gets the texts. Bodies that move are named by their new path.
[[nodiscard]] NamesPlan plan_names(const Program& before,
                                   const Partitions& partitions, Store& store);

}  // namespace metagate
