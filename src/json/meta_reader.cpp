#include "json/meta_reader.h"

#include <algorithm>

#include "json/fields.h"
#include "json/text_source.h"

namespace metagate {
namespace {

constexpr std::uint64_t value_seed = 2000;

// So few keys are compared one by one, more are hashed.
constexpr std::size_t few_keys = 16;

}  // namespace

MetaReader::MetaReader(const Reading& reading)
    : reading_(reading),
      values_(reading.text, reading.layout.tables, &reading.names,
              reading.complaints) {}

MetaId MetaReader::read(Offset meta, const Scope& scope,
                        ProgramBuilder& builder) {
  if (meta == 0) return {};
  Cursor cursor(reading_.text, meta);
  cursor.take('{');
  if (cursor.peek() == '"' && cursor.take_text() == "$ref") {
    return read_shared(meta, scope, builder);
  }
  return read_entries(meta, scope, {}, builder);
}

MetaId MetaReader::read_shared(Offset meta, const Scope& scope,
                               ProgramBuilder& builder) {
  const std::vector<Offset>& objects = reading_.layout.tables.objects;
  const std::uint32_t first = reading_.layout.tables.first_object;
  Cursor cursor(reading_.text, meta);
  Tree tree = values_.read(cursor, scope);
  if (tree.tag != Tag::object) return {};  // complained about
  // An entry that is a reference itself: on to what it means.
  for (std::size_t steps = 0; steps < objects.size(); ++steps) {
    const std::uint32_t index = tree.index - first;
    const auto known = shared_.find(index);
    if (known != shared_.end()) return known->second;
    Cursor entry(reading_.text, objects[index]);
    tree = values_.read(entry, {});
    if (tree.tag == Tag::dict) {
      const MetaId id =
          read_entries(objects[index], {}, ObjectId(first + index), builder);
      shared_.emplace(index, id);
      return id;
    }
    if (tree.tag != Tag::object) break;
  }
  reading_.complaints.add(
      meta, "meta refers to an object that is no dict with string keys");
  return {};
}

MetaId MetaReader::read_entries(Offset dict, const Scope& scope,
                                ObjectId object, ProgramBuilder& builder) {
  entries_.clear();
  many_keys_.clear();
  Cursor cursor(reading_.text, dict);
  each_member(cursor, [&](const Key& key) {
    if (key.text.starts_with('$')) {
      reading_.complaints.add(
          key.at, "meta can't be tagged " + in_quotes(key.text) +
                      ": it is an object of keys, or {\"$ref\": index}");
    }
    const Symbol symbol = reading_.store.intern(key.text);
    if (!is_new_key(symbol)) {
      reading_.complaints.add(key.at, "duplicate key " + in_quotes(key.text));
    }
    entries_.push_back({symbol, read_value(cursor, scope)});
  });
  return builder.add_meta(entries_, object);
}

bool MetaReader::is_new_key(Symbol key) {
  if (entries_.size() < few_keys) {
    return std::none_of(
        entries_.begin(), entries_.end(),
        [&](const MetaEntry& entry) { return entry.key == key; });
  }
  if (many_keys_.empty()) {
    for (const MetaEntry& entry : entries_) many_keys_.insert(entry.key);
  }
  return many_keys_.insert(key).second;
}

ValueId MetaReader::read_value(Cursor& cursor, const Scope& scope) {
  const std::size_t begin = cursor.next();
  cursor.skip();
  const Hash128 hash =
      hash_bytes(reading_.text.substr(begin, cursor.at() - begin), value_seed);
  const auto known = known_.find(hash);
  if (known != known_.end() &&
      (!known->second.has_node || known->second.graph == scope.graph)) {
    return known->second.id;
  }
  Cursor again(reading_.text, begin);
  const Tree tree = values_.read(again, scope);
  const SourcePlace place{.offset = static_cast<Offset>(begin),
                          .graph = scope.graph};
  const ValueId id = reading_.store.add_from_source(
      facts_of(tree, reading_.store), place.packed());
  known_[hash] = {id, values_.saw_node(), scope.graph};
  return id;
}

}  // namespace metagate
