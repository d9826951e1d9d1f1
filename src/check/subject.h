// What is judged: the two programs, and everything that was found out about
// them once. Rules only read it.
#pragma once

#include <string>
#include <vector>

#include "check/boundary_faults.h"
#include "check/check.h"
#include "check/correspondence.h"
#include "check/finding.h"
#include "check/key_differences.h"
#include "check/key_table.h"
#include "check/partitions.h"
#include "check/policy.h"
#include "check/shared_meta.h"
#include "check/tags.h"
#include "ir/equality.h"
#include "ir/users.h"

namespace metagate {

class Subject {
 public:
  Subject(const Program& before, const Program& after, const Policy& policy,
          const CheckOptions& options, Trust trust);
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  const Program& before;
  const Program& after;
  const Policy& policy;
  const bool same_document;
  const Users users_after;
  const Tags tags;  // of the program before
  Correspondence correspondence;
  Boundary boundary;
  const TaggedPartitions partitions;
  Step step;
  KeyTable keys;
  const Equality equal;         // a value before, a value after
  const Equality equal_before;  // two values before
  const Equality equal_after;   // two values after
  SharedMeta shared;
  KeyDifferences differences;

  // By index of the new delegate: does it hold what an earlier round delegated?
  std::vector<bool> swallows_delegate;

  [[nodiscard]] NodeId stands_for(NodeId node) const {
    return correspondence.stands_for[node.index()];
  }
  [[nodiscard]] Part part(NodeId node) const {
    return correspondence.part[node.index()];
  }
  [[nodiscard]] Role role(NodeId node) const {
    return correspondence.role[node.index()];
  }
  // A new delegate none of whose nodes has a counterpart is one finding.
  [[nodiscard]] bool is_in_unmatched_delegate(NodeId node) const;
};

// --- making findings
// ------------------------------------------------------------

[[nodiscard]] NodeName name_in(const Program& program, NodeId node);
[[nodiscard]] Quoted quote(const Program& program, ValueId value);

// A finding at a node after, or at one before that vanished.
[[nodiscard]] Finding finding_at(const Subject& subject, std::string_view rule,
                                 NodeId after);
[[nodiscard]] Finding finding_at_vanished(const Subject& subject,
                                          std::string_view rule, NodeId before);
// A finding about a whole graph of the program after or, `vanished`, before.
[[nodiscard]] Finding finding_at_graph(const Subject& subject,
                                       std::string_view rule, GraphId graph,
                                       bool vanished);

}  // namespace metagate
