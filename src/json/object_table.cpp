#include "json/object_table.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "json/components.h"
#include "json/fields.h"
#include "json/text_source.h"
#include "json/value_reader.h"

namespace metagate {
namespace {

bool to_index(std::string_view word, std::size_t size, std::uint32_t& index) {
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, index);
  return error == std::errc() && stop == end && index < size;
}

class ObjectReader {
 public:
  ObjectReader(std::string_view text, const Layout& layout,
               const NodeNames& names, Store& store, Complaints& complaints)
      : text_(text),
        places_(layout.tables.objects),
        first_(layout.tables.first_object),
        store_(store),
        values_(text, layout.tables, &names, complaints) {}

  void read() {
    store_.declare_objects(places_.size());
    const References references = find_references();
    for (const auto& component : components_of(references)) {
      const std::uint32_t first = component.front();
      const auto targets = references.of(first);
      const bool is_cyclic =
          component.size() > 1 ||
          std::find(targets.begin(), targets.end(), first) != targets.end();
      if (is_cyclic) {
        define_cyclic(component);
      } else {
        define(first, facts_of(tree(first), store_));
      }
    }
  }

 private:
  // Every `"$ref": i` in the text of each object. What looks like one and is
  // none adds an edge too many, which does no harm.
  References find_references() {
    References references;
    for (const Offset place : places_) {
      references.first.push_back(
          static_cast<std::uint32_t>(references.targets.size()));
      Cursor cursor(text_, place);
      collect(cursor, references.targets);
    }
    references.first.push_back(
        static_cast<std::uint32_t>(references.targets.size()));
    return references;
  }

  void collect(Cursor& cursor, std::vector<std::uint32_t>& targets) {
    switch (cursor.peek()) {
      case '{':
        each_member(cursor, [&](const Key& key) {
          if (key.text != "$ref") {
            collect(cursor, targets);
            return;
          }
          Cursor ahead = cursor;
          std::uint32_t index = 0;
          if (to_index(ahead.take_word(), places_.size(), index)) {
            targets.push_back(index);
          }
          cursor.skip();
        });
        return;
      case '[':
        each_element(cursor, [&](std::size_t) { collect(cursor, targets); });
        return;
      default:
        cursor.skip();
    }
  }

  Tree tree(std::uint32_t index) {
    Cursor cursor(text_, places_[index]);
    return values_.read(cursor, {});
  }

  void define(std::uint32_t index, const Facts& facts) {
    const SourcePlace place{.offset = places_[index]};
    store_.define_object(ObjectId(first_ + index),
                         store_.add_from_source(facts, place.packed()), facts);
  }

  // Objects in a circle have no hash; but they know if a $node is in it.
  void define_cyclic(const std::vector<std::uint32_t>& component) {
    for (const std::uint32_t index : component) {
      store_.define_object(ObjectId(first_ + index), {}, cyclic_facts(false));
    }
    bool has_node = false;
    for (const std::uint32_t index : component) {
      has_node |= facts_of(tree(index), store_).has_node;
    }
    for (const std::uint32_t index : component) {
      define(index, cyclic_facts(has_node));
    }
  }

  std::string_view text_;
  const std::vector<Offset>& places_;
  const std::uint32_t first_;
  Store& store_;
  ValueReader values_;
};

// Groups of objects that are one; the lowest index stands for its group.
class Groups {
 public:
  explicit Groups(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }

  std::uint32_t find(std::uint32_t member) {
    while (parents_[member] != member) {
      parents_[member] = parents_[parents_[member]];
      member = parents_[member];
    }
    return member;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parents_;
};

bool read_pair(Cursor& cursor, std::size_t size, std::uint32_t (&pair)[2]) {
  std::size_t count = 0;
  bool is_good = true;
  each_element(cursor, [&](std::size_t i) {
    ++count;
    Cursor ahead = cursor;
    std::uint32_t index = 0;
    is_good &= to_index(ahead.take_word(), size, index);
    if (i < 2) pair[i] = index;
    cursor.skip();
  });
  return is_good && count == 2;
}

void read_same_object(std::string_view text, const Layout& layout, Store& store,
                      Complaints& complaints) {
  if (layout.same_object == 0) return;
  const std::size_t size = layout.tables.objects.size();
  Groups groups(size);
  Cursor cursor(text, layout.same_object);
  each_element(cursor, [&](std::size_t) {
    const std::size_t at = cursor.next();
    if (!expect(cursor, Form::array, "an entry of same_object", complaints)) {
      return;
    }
    std::uint32_t pair[2] = {0, 0};
    if (read_pair(cursor, size, pair)) {
      groups.join(pair[0], pair[1]);
    } else {
      complaints.add(at,
                     "an entry of same_object must be two indices of the "
                     "object table, which has " +
                         std::to_string(size) + " entries");
    }
  });
  const std::uint32_t first = layout.tables.first_object;
  for (std::uint32_t i = 0; i < size; ++i) {
    store.set_identity(ObjectId(first + i), ObjectId(first + groups.find(i)));
  }
}

}  // namespace

void read_objects(std::string_view text, const Layout& layout,
                  const NodeNames& names, Store& store,
                  Complaints& complaints) {
  ObjectReader(text, layout, names, store, complaints).read();
  read_same_object(text, layout, store, complaints);
}

void keep_identities(const Layout& layout, std::span<const ObjectId> objects,
                     Store& store) {
  if (objects.empty()) return;
  const std::size_t first = layout.tables.first_object;
  for (std::size_t i = 0; i < layout.tables.objects.size(); ++i) {
    const ObjectId object(first + i);
    const std::size_t lowest = store.object(object).identity.index() - first;
    if (lowest >= objects.size() || !objects[lowest]) continue;
    store.set_identity(object, store.object(objects[lowest]).identity);
  }
}

}  // namespace metagate
