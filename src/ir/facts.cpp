#include "ir/facts.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "ir/store.h"

namespace metagate {
namespace {

// Seeds keep the parts of a hash apart: a tag's own number, and these.
constexpr std::uint64_t field_seed = 1000;
constexpr std::uint64_t pair_seed = 1001;

Hash128 hash_of(std::span<const Hash128> parts, std::uint64_t seed) {
  return hash_bytes({reinterpret_cast<const char*>(parts.data()),
                     parts.size() * sizeof(Hash128)},
                    seed);
}

std::uint64_t seed_of(Tag tag) {
  return static_cast<std::uint64_t>(tag);
}

void merge_flags(Facts& into, const Facts& from) {
  into.has_node |= from.has_node;
  into.is_loose |= from.is_loose;
  into.is_cyclic |= from.is_cyclic;
}

Hash128 hash_real(std::string_view text) {
  double value = real_value(text);
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  const auto bits = std::bit_cast<std::uint64_t>(value);
  char bytes[sizeof bits];
  std::memcpy(bytes, &bits, sizeof bits);
  return hash_bytes({bytes, sizeof bytes}, seed_of(Tag::real));
}

// A named item: its name belongs to the hash.
Hash128 hash_field(std::string_view name, const Hash128& value) {
  const Hash128 parts[] = {hash_bytes(name, field_seed), value};
  return hash_of(parts, field_seed);
}

Facts leaf(const Tree& tree, const Store& store) {
  switch (tree.tag) {
    case Tag::real:
      return {.hash = hash_real(tree.text)};
    case Tag::node:
      return {.hash = hash_bytes({}, seed_of(tree.tag)), .has_node = true};
    case Tag::object:
      return store.object(ObjectId(tree.index)).facts;
    case Tag::operand:
      return {.hash =
                  hash_bytes(std::to_string(tree.index), seed_of(tree.tag))};
    default:
      return {.hash = hash_bytes(tree.text, seed_of(tree.tag))};
  }
}

Facts mapping_facts(const Tree& tree, const Store& store) {
  Facts facts;
  Hash128 bag;
  for (std::size_t i = 0; i + 1 < tree.items.size(); i += 2) {
    const Facts key = facts_of(tree.items[i].value, store);
    const Facts value = facts_of(tree.items[i + 1].value, store);
    merge_flags(facts, key);
    merge_flags(facts, value);
    const Hash128 parts[] = {key.hash, value.hash};
    bag += hash_of(parts, pair_seed);
  }
  // A $dict whose keys are all strings is a dict like any other.
  facts.hash = hash_of({&bag, 1}, seed_of(Tag::mapping));
  return facts;
}

// A dict with string keys hashes as the $dict that says the same.
Facts dict_facts(const Tree& tree, const Store& store) {
  Facts facts;
  Hash128 bag;
  for (const Item& item : tree.items) {
    const Facts value = facts_of(item.value, store);
    merge_flags(facts, value);
    const Hash128 parts[] = {hash_bytes(item.name, seed_of(Tag::text)),
                             value.hash};
    bag += hash_of(parts, pair_seed);
  }
  facts.hash = hash_of({&bag, 1}, seed_of(Tag::mapping));
  return facts;
}

Facts bag_facts(const Tree& tree, const Store& store) {
  Facts facts;
  Hash128 bag;
  for (const Item& item : tree.items) {
    if (is_ignored(tree.tag, item)) continue;
    const Facts value = facts_of(item.value, store);
    merge_flags(facts, value);
    bag += hash_field(item.name, value.hash);
  }
  const Hash128 parts[] = {hash_bytes(tree.text, seed_of(tree.tag)), bag};
  facts.hash = hash_of(parts, seed_of(tree.tag));
  if (tree.tag == Tag::sym || tree.tag == Tag::expr) facts.is_loose = true;
  if (tree.tag == Tag::op && tree.find("kind") == nullptr) {
    facts.is_loose = true;
  }
  return facts;
}

}  // namespace

Facts facts_of(const Tree& tree, const Store& store) {
  switch (tree.tag) {
    case Tag::list:
    case Tag::tuple:
    case Tag::slice:
    case Tag::range:
    case Tag::complex: {
      std::vector<Facts> elements;
      elements.reserve(tree.items.size());
      for (const Item& item : tree.items) {
        elements.push_back(facts_of(item.value, store));
      }
      return sequence_facts(tree.tag, elements);
    }
    case Tag::dict:
      return dict_facts(tree, store);
    case Tag::mapping:
      return mapping_facts(tree, store);
    case Tag::set:
    case Tag::bytes:
    case Tag::tensor:
    case Tag::sym:
    case Tag::expr:
    case Tag::op:
    case Tag::enumeration:
    case Tag::data:
    case Tag::opaque:
      return bag_facts(tree, store);
    default:
      return leaf(tree, store);
  }
}

Facts sequence_facts(Tag tag, std::span<const Facts> elements) {
  Facts facts;
  // Most sequences are short, and need no block of their own.
  std::array<Hash128, 16> few;
  std::vector<Hash128> many;
  std::span<Hash128> hashes(few);
  if (elements.size() > few.size()) {
    many.resize(elements.size());
    hashes = many;
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    merge_flags(facts, elements[i]);
    hashes[i] = elements[i].hash;
  }
  facts.hash = hash_of(hashes.first(elements.size()), seed_of(tag));
  return facts;
}

Facts cyclic_facts(bool has_node) {
  return {.hash = {}, .has_node = has_node, .is_cyclic = true};
}

bool is_ignored(Tag tag, const Item& field) {
  const Tree& value = field.value;
  switch (tag) {
    case Tag::tensor:
      return field.name == "storage" ||
             (field.name == "requires_grad" && value.text == "false") ||
             (field.name == "storage_offset" && value.text == "0" &&
              value.tag == Tag::integer) ||
             (field.name == "layout" && value.text == "strided");
    case Tag::sym:
      return field.name == "hint";
    case Tag::op:
      return field.name == "weak";
    case Tag::opaque:
      return field.name == "repr";
    default:
      return false;
  }
}

bool is_unordered(Tag tag) {
  switch (tag) {
    case Tag::dict:
    case Tag::mapping:
    case Tag::set:
    case Tag::bytes:
    case Tag::tensor:
    case Tag::sym:
    case Tag::expr:
    case Tag::op:
    case Tag::enumeration:
    case Tag::data:
    case Tag::opaque:
      return true;
    default:
      return false;
  }
}

double real_value(std::string_view text) {
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  double value = 0;
  const auto [stop, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    // Too small for a double: from_chars leaves the value alone.
    return text.starts_with('-') ? -0.0 : 0.0;
  }
  return value;
}

}  // namespace metagate
