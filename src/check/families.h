// The functions behind the rows of rules.cpp, one file a family. Each appends
// the findings of its own rule and nothing else.
#pragma once

#include "check/rules.h"
#include "check/subject.h"

namespace metagate {

// key_rules.cpp: getitem-, outside-, inside- (lost, changed, leaked)
void judge_getitem_lost(const Subject&, Findings&);
void judge_getitem_changed(const Subject&, Findings&);
void judge_getitem_leaked(const Subject&, Findings&);
void judge_outside_lost(const Subject&, Findings&);
void judge_outside_changed(const Subject&, Findings&);
void judge_outside_leaked(const Subject&, Findings&);
void judge_inside_lost(const Subject&, Findings&);
void judge_inside_changed(const Subject&, Findings&);
void judge_inside_leaked(const Subject&, Findings&);
void judge_required_lost(const Subject&, Findings&);  // part of delegate-lost

// node_rules.cpp: outside-, inside- (vanished, appeared), match-
void judge_outside_vanished(const Subject&, Findings&);
void judge_outside_appeared(const Subject&, Findings&);
void judge_inside_vanished(const Subject&, Findings&);
void judge_inside_appeared(const Subject&, Findings&);
void judge_match_none(const Subject&, Findings&);
void judge_match_ambiguous(const Subject&, Findings&);

// delegate_rules.cpp: delegate-, and the `val` of lowered graphs' output nodes
void judge_delegate_lost(const Subject&, Findings&);
void judge_delegate_changed(const Subject&, Findings&);
void judge_output_val(const Subject&, Findings&);  // part of inside-changed

// handle_rules.cpp
void judge_delegate_duplicated(const Subject&, Findings&);

// transient_rules.cpp
void judge_transient_left(const Subject&, Findings&);
void judge_transient_foreign(const Subject&, Findings&);

// alias_rules.cpp
void judge_alias_shared(const Subject&, Findings&);
void judge_alias_mutated(const Subject&, Findings&);

// shape_rules.cpp
void judge_shape_args(const Subject&, Findings&);
void judge_shape_index(const Subject&, Findings&);
void judge_shape_duplicated(const Subject&, Findings&);
void judge_shape_direct(const Subject&, Findings&);

// partition_rules.cpp
void judge_shape_partition(const Subject&, Findings&);
void judge_round_delegated(const Subject&, Findings&);

// signature_rules.cpp
void judge_shape_signature(const Subject&, Findings&);

}  // namespace metagate
