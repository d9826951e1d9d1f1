#include "check/key_table.h"

namespace metagate {

KeyTable::KeyTable(const Program& before, const Program& after,
                   const Policy& policy)
    : policy_(policy), symbols_agree_(after.store().extends(before.store())) {
  // The larger store knows the symbols of both.
  before_ = {symbols_agree_ ? &after.store() : &before.store(), {}};
  after_ = {&after.store(), {}};
}

KeyId KeyTable::find(Side& side, Symbol symbol) const {
  if (symbol.index() >= side.ids.size()) side.ids.resize(symbol.index() + 1);
  KeyId& id = side.ids[symbol.index()];
  if (id) return id;
  const std::string_view text = side.store->text(symbol);
  for (std::size_t i = 0; !symbols_agree_ && i < keys_.size(); ++i) {
    if (keys_[i].text == text) return id = KeyId(i);
  }
  id = KeyId(keys_.size());
  const auto entry = policy_.keys.find(text);
  keys_.push_back({.text = text,
                   .classes = entry == policy_.keys.end() ? policy_.otherwise
                                                          : entry->second,
                   .is_tag = text == delegation_tag_key});
  return id;
}

}  // namespace metagate
