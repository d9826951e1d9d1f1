// What breaks the laws of a lowering, and that alone: no two programs show it.
#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "harness/mutants/lowered_draft.h"
#include "harness/mutants/mutants.h"

namespace metagate {
namespace {

// How many lowerings there were, in the whole process: what a lowering must not
// know.
std::int64_t next_run() {
  static std::atomic<std::int64_t> runs{0};
  return ++runs;
}

std::string tag_of(Draft& after, const DraftDelegate& delegate) {
  for (const NodeId id : after.at(delegate.lowered).nodes) {
    const ValueId* const tag = after.find(id, known::delegation_tag);
    if (tag != nullptr) return after.store().tree(*tag).text;
  }
  return {};
}

// `for tag in sorted(tags)`: handles are given in the order of the tags' names.
void handles_follow_the_tags(const Program& before, Draft& after) {
  std::vector<std::pair<std::string, NodeId>> calls;
  std::vector<ValueId> handles;
  for (const DraftDelegate& delegate : new_delegates(before, after)) {
    const ValueId* const handle =
        after.find(delegate.call, known::debug_handle);
    if (handle == nullptr) continue;
    calls.emplace_back(tag_of(after, delegate), delegate.call);
    handles.push_back(*handle);
  }
  std::stable_sort(
      calls.begin(), calls.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < calls.size(); ++i) {
    after.set(calls[i].second, known::debug_handle, handles[i]);
  }
}

void calls_are_called_like_tags(const Program& before, Draft& after) {
  for (const DraftDelegate& delegate : new_delegates(before, after)) {
    const std::string module(
        after.store().text(after.at(delegate.get_attr).target));
    after.at(delegate.call).name =
        after.store().intern("call_" + module + "_" + tag_of(after, delegate));
  }
}

// A counter of the module, and not of the call.
void handles_count_on(const Program& before, Draft& after) {
  const std::int64_t run = next_run();
  std::int64_t number = 0;
  for (const DraftDelegate& delegate : new_delegates(before, after)) {
    after.set(delegate.call, known::debug_handle,
              after.store().add_integer(run * 1000000 + number++));
  }
}

void getitem_names_count_on(const Program& before, Draft& after) {
  const std::string run = std::to_string(next_run());
  std::size_t number = 0;
  for (const DraftDelegate& delegate : new_delegates(before, after)) {
    for (const NodeId getitem : delegate.getitems) {
      after.at(getitem).name = after.store().intern(
          "getitem_of_run_" + run + "_" + std::to_string(number++));
    }
  }
}

std::vector<NodeId> old_calls(const Program& before, const Draft& after) {
  std::vector<NodeId> calls = delegate_calls(after);
  const std::vector<DraftDelegate> made = new_delegates(before, after);
  std::erase_if(calls, [&](NodeId call) {
    return std::any_of(made.begin(), made.end(), [&](const DraftDelegate& one) {
      return one.call == call;
    });
  });
  return calls;
}

// `for node in graph: if is_delegate(node): node.meta["debug_handle"] = next`
void old_delegates_get_new_handles(const Program& before, Draft& after) {
  for (const NodeId call : old_calls(before, after)) {
    const ValueId* const handle = after.find(call, known::debug_handle);
    if (handle == nullptr) continue;
    const std::int64_t old = integer_or(after.store().tree(*handle), 0);
    after.set(call, known::debug_handle,
              after.store().add_integer(old + 1000000));
  }
}

void old_calls_are_renamed(const Program& before, Draft& after) {
  for (const NodeId call : old_calls(before, after)) {
    after.at(call).name = after.store().intern(
        std::string(after.store().text(after.at(call).name)) + "_kept");
  }
}

// The dict is built anew, from its end.
void keys_turn_round(const Program&, Draft& after) {
  for (const NodeId id : outside_calls(after)) {
    auto& entries = after.meta_of(id);
    std::reverse(entries.begin(), entries.end());
  }
}

const Mutant table[] = {
    {"handles_follow_the_tags", "exir backend_api",
     "handles are given in the order of the tags' names", "law-order", "",
     "default", nullptr, handles_follow_the_tags},
    {"calls_are_called_like_tags", "exir backend_api",
     "the name of a call holds its tag", "law-order", "", "default", nullptr,
     calls_are_called_like_tags},
    {"handles_count_on", "notes E8", "handles count on from run to run",
     "law-bytes", "law-order", "default", nullptr, handles_count_on},
    {"getitem_names_count_on", "notes E9",
     "names of getitems count on from run to run", "law-bytes", "law-order",
     "default", nullptr, getitem_names_count_on},
    {"old_delegates_get_new_handles", "notes E8",
     "a later round gives old delegates other handles", "law-round", "",
     "default", nullptr, old_delegates_get_new_handles},
    {"old_calls_are_renamed", "notes 1.5",
     "a later round renames the calls of old delegates", "law-round", "",
     "default", nullptr, old_calls_are_renamed},
    {"keys_turn_round", "notes E13",
     "every lowering turns the order of keys outside round", "law-round", "",
     "default", nullptr, keys_turn_round},
};

}  // namespace

std::span<const Mutant> law_mutants() {
  return table;
}

}  // namespace metagate
