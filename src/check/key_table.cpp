#include "check/key_table.h"

#include <utility>

namespace metagate {

KeyTable::KeyTable(const Program& before, const Program& after,
                   const Policy& policy)
    : policy_(policy), symbols_agree_(after.store().extends(before.store())) {
  // The larger store knows the symbols of both.
  before_.store = symbols_agree_ ? &after.store() : &before.store();
  after_.store = &after.store();
}

std::vector<std::string_view> KeyTable::required(Role role) const {
  std::vector<std::string_view> required;
  for (const auto& [key, classes] : policy_.keys) {
    if (key == delegation_tag_key) continue;
    if (classes[static_cast<std::size_t>(role)] == Class::exist) {
      required.push_back(key);
    }
  }
  return required;
}

KeyTable::Known& KeyTable::slot(Side& side, Symbol symbol) {
  const std::size_t mask = side.known.size() - 1;
  std::size_t i = symbol.index() & mask;
  while (side.known[i].symbol && side.known[i].symbol != symbol) {
    i = (i + 1) & mask;
  }
  return side.known[i];
}

void KeyTable::grow(Side& side) {
  const std::vector<Known> old = std::move(side.known);
  side.known.assign(old.empty() ? 64 : 2 * old.size(), Known{});
  for (const Known& known : old) {
    if (known.symbol) slot(side, known.symbol) = known;
  }
}

KeyId KeyTable::find(Side& side, Symbol symbol) const {
  if (2 * side.count >= side.known.size()) grow(side);
  Known& known = slot(side, symbol);
  if (known.symbol) return known.id;
  known = {symbol, number(side, symbol)};
  ++side.count;
  return known.id;
}

// The number of a key that was not asked for on this side yet.
KeyId KeyTable::number(Side& side, Symbol symbol) const {
  const std::string_view text = side.store->text(symbol);
  const KeyId id(keys_.size());
  if (!symbols_agree_) {
    const auto [found, is_new] = by_text_.emplace(text, id);
    if (!is_new) return found->second;
  }
  const auto entry = policy_.keys.find(text);
  keys_.push_back({.text = text,
                   .classes = entry == policy_.keys.end() ? policy_.otherwise
                                                          : entry->second,
                   .is_tag = text == delegation_tag_key});
  return id;
}

}  // namespace metagate
