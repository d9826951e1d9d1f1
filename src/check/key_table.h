// The meta keys of two programs under one numbering, with what the policy owes
// to each.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "check/policy.h"
#include "ir/program.h"

namespace metagate {

using KeyId = Id<struct KeyTag>;

struct PolicyKey {
  std::string_view text;
  Classes classes;
  bool is_tag;  // delegation_tag, which no class is about

  [[nodiscard]] Class of(Role role) const {
    return classes[static_cast<std::size_t>(role)];
  }
};

class KeyTable {
 public:
  KeyTable(const Program& before, const Program& after, const Policy& policy);

  [[nodiscard]] KeyId in_before(Symbol symbol) const {
    return find(before_, symbol);
  }
  [[nodiscard]] KeyId in_after(Symbol symbol) const {
    return find(symbols_agree_ ? before_ : after_, symbol);
  }
  // Does a key have one symbol in both programs?
  [[nodiscard]] bool symbols_agree() const { return symbols_agree_; }
  [[nodiscard]] const PolicyKey& operator[](KeyId id) const {
    return keys_[id.index()];
  }
  // The keys that have to be there in any node of that role (Class::exist), in
  // the order of their names.
  [[nodiscard]] std::vector<std::string_view> required(Role role) const;

 private:
  // The keys of one program by symbol: an open table, since a program has few
  // keys and asks for them all the time.
  struct Known {
    Symbol symbol;
    KeyId id;
  };
  struct Side {
    const Store* store;
    std::vector<Known> known;  // a power of two, at most half full
    std::size_t count = 0;
  };

  static Known& slot(Side& side, Symbol symbol) {
    const std::size_t mask = side.known.size() - 1;
    std::size_t i = symbol.index() & mask;
    while (side.known[i].symbol && side.known[i].symbol != symbol) {
      i = (i + 1) & mask;
    }
    return side.known[i];
  }
  static void grow(Side& side);
  KeyId number(Side& side, Symbol symbol) const;
  KeyId add(Side& side, Symbol symbol) const;
  KeyId find(Side& side, Symbol symbol) const {
    const Known& known = slot(side, symbol);
    return known.symbol ? known.id : add(side, symbol);
  }

  const Policy& policy_;
  bool requires_keys_;
  bool symbols_agree_;  // one store holds the texts of both programs
  // Filled in as keys are asked for.
  mutable Side before_;
  mutable Side after_;
  mutable std::vector<PolicyKey> keys_;
  // Where the programs have no symbols in common.
  mutable std::unordered_map<std::string_view, KeyId> by_text_;
};

}  // namespace metagate
