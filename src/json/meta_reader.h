// Reads the meta dicts of a document's nodes.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/builder.h"
#include "json/reading.h"
#include "json/value_reader.h"

namespace metagate {

class MetaReader {
 public:
  explicit MetaReader(const Reading& reading);

  // Metas are shared within a program.
  void begin_program() { shared_.clear(); }

  // The dict at `meta`; none where there is none.
  MetaId read(Offset meta, const Scope& scope, ProgramBuilder& builder);

 private:
  // A value that was read before: equal bytes are equal values, but for a
  // `$node`, which means a node of the graph it stands in.
  struct Known {
    ValueId id;
    bool has_node;
    GraphNumber graph;
  };
  struct HashOfHash {
    std::size_t operator()(const Hash128& hash) const {
      return static_cast<std::size_t>(hash.low);
    }
  };

  MetaId read_shared(Offset meta, const Scope& scope, ProgramBuilder& builder);
  MetaId read_entries(Offset dict, const Scope& scope, ObjectId object,
                      ProgramBuilder& builder);
  bool is_new_key(Symbol key);
  ValueId read_value(Cursor& cursor, const Scope& scope);

  const Reading& reading_;
  ValueReader values_;
  std::unordered_map<Hash128, Known, HashOfHash> known_;
  std::unordered_map<std::uint32_t, MetaId> shared_;  // by object
  // Of the dict that is read.
  std::vector<MetaEntry> entries_;
  std::unordered_set<Symbol> many_keys_;
};

}  // namespace metagate
