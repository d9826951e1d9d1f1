#include "lower/hand_over.h"

namespace metagate {
namespace {

bool is_own_tag(const HandOver& at, ValueId tag) {
  const Store& store = at.before.store();
  return store.facts(tag).hash == store.facts(at.partition.tag).hash;
}

}  // namespace

ValueId MetaDraft::value(Symbol key) const {
  for (const MetaEntry& entry : entries) {
    if (entry.key == key) return entry.value;
  }
  return {};
}

void MetaDraft::set(Symbol key, ValueId value) {
  for (MetaEntry& entry : entries) {
    if (entry.key != key) continue;
    entry.value = value;
    return;
  }
  entries.push_back({key, value});
}

void MetaDraft::drop(Symbol key) {
  std::erase_if(entries,
                [&](const MetaEntry& entry) { return entry.key == key; });
}

void reference_placeholder(const HandOver& at, MetaDraft& draft) {
  for (const MetaEntry& entry : at.before.meta(at.node)) {
    if (entry.key == known::delegation_tag) continue;
    if (!at.transient.contains(entry.key)) draft.entries.push_back(entry);
  }
}

void reference_copied(const HandOver& at, MetaDraft& draft) {
  for (const MetaEntry& entry : at.before.meta(at.node)) {
    if (entry.key == known::delegation_tag && !is_own_tag(at, entry.value)) {
      if (at.is_constant_copy) {
        draft.entries.push_back({entry.key, at.partition.tag});
      }
      continue;
    }
    if (!at.transient.contains(entry.key)) draft.entries.push_back(entry);
  }
}

void reference_delegate_call(const HandOver& at, MetaDraft& draft) {
  draft.entries.push_back({known::val, at.val});
  draft.entries.push_back({known::debug_handle, at.debug_handle});
}

void reference_getitem(const HandOver& at, MetaDraft& draft) {
  for (const MetaEntry& entry : at.before.meta(at.node)) {
    if (entry.key == known::delegation_tag) continue;
    if (is_source_tracking(entry.key)) continue;
    if (!at.transient.contains(entry.key)) draft.entries.push_back(entry);
  }
}

void reference_output(const HandOver& at, MetaDraft& draft) {
  draft.entries.push_back({known::val, at.val});
}

const HandOvers& reference_hand_overs() {
  static const HandOvers hand_overs = {
      .placeholder = reference_placeholder,
      .copied = reference_copied,
      .delegate_call = reference_delegate_call,
      .getitem = reference_getitem,
      .output = reference_output,
  };
  return hand_overs;
}

}  // namespace metagate
