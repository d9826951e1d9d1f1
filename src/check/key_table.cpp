#include "check/key_table.h"

#include <algorithm>
#include <utility>

namespace metagate {
namespace {

// So many places has a table at first: a power of two.
constexpr std::size_t few_keys = 64;

// Is there a key that has to be in any node of some role?
bool asks_for_keys(const Policy& policy) {
  return std::any_of(
      policy.keys.begin(), policy.keys.end(), [](const auto& entry) {
        const Classes& classes = entry.second;
        return std::find(classes.begin(), classes.end(), Class::exist) !=
               classes.end();
      });
}

}  // namespace

KeyTable::KeyTable(const Program& before, const Program& after,
                   const Policy& policy)
    : policy_(policy),
      requires_keys_(asks_for_keys(policy)),
      symbols_agree_(after.store().extends(before.store())) {
  // The larger store knows the symbols of both.
  before_.store = symbols_agree_ ? &after.store() : &before.store();
  after_.store = &after.store();
  keys_.reserve(few_keys / 2);
  before_.known.resize(few_keys);
  if (!symbols_agree_) after_.known.resize(few_keys);
}

std::vector<std::string_view> KeyTable::required(Role role) const {
  std::vector<std::string_view> required;
  if (!requires_keys_) return required;
  for (const auto& [key, classes] : policy_.keys) {
    if (key == delegation_tag_key) continue;
    if (classes[static_cast<std::size_t>(role)] == Class::exist) {
      required.push_back(key);
    }
  }
  return required;
}

void KeyTable::grow(Side& side) {
  const std::size_t size = 2 * side.known.size();
  const std::vector<Known> old =
      std::exchange(side.known, std::vector<Known>(size));
  for (const Known& known : old) {
    if (known.symbol) slot(side, known.symbol) = known;
  }
}

KeyId KeyTable::add(Side& side, Symbol symbol) const {
  if (2 * ++side.count > side.known.size()) grow(side);
  const KeyId id = number(side, symbol);
  slot(side, symbol) = {symbol, id};
  return id;
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
