#include "check/tags.h"

#include <algorithm>

#include "ir/delegates.h"
#include "ir/modules.h"

namespace metagate {
namespace {

bool is_string(const Program& program, ValueId value) {
  const Store& store = program.store();
  return followed(store.tree(value), store).tag == Tag::text;
}

}  // namespace

Tags::Tags(const Program& program)
    : ids_(program.nodes().size(), none), hashes_(1) {
  std::vector<Hash128> no_tags;  // values that are no string
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const NodeId node(i);
    const ValueId value = program.value(node, known::delegation_tag);
    if (value.is_none() || is_delegate_call(program, node) ||
        is_delegate_getitem(program, node) ||
        names_lowered_module(program, node)) {
      continue;
    }
    const Hash128& hash = program.store().facts(value).hash;
    const auto known = std::find(hashes_.begin() + 1, hashes_.end(), hash);
    if (known != hashes_.end()) {
      ids_[i] = static_cast<TagId>(known - hashes_.begin());
    } else if (std::find(no_tags.begin(), no_tags.end(), hash) !=
               no_tags.end()) {
      continue;
    } else if (is_string(program, value)) {
      ids_[i] = static_cast<TagId>(hashes_.size());
      hashes_.push_back(hash);
    } else {
      no_tags.push_back(hash);
    }
  }
}

}  // namespace metagate
