// Reads an object whose fields are known, each of a known form: a table of
// rows for each kind of object of the format. Unknown, doubled, missing and
// ill-formed fields are complaints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "json/complaints.h"
#include "json/cursor.h"

namespace metagate {

enum class Form : std::uint8_t {
  any,
  text,
  text_or_null,
  boolean,
  number,
  array,
  object,
};

struct Field {
  std::string_view name;
  Form form = Form::any;
  bool needed = false;
};

// True if what comes next has the form; else it is complained about, as
// `what`, and skipped.
bool expect(Cursor& cursor, Form form, std::string_view what,
            Complaints& complaints);

// Takes an object of these fields; `what` names it in messages ("a node").
// `on_field(row)` is called at each good field and must take its value.
void read_fields(Cursor& cursor, std::span<const Field> fields,
                 std::string_view what, Complaints& complaints,
                 const std::function<void(std::size_t row)>& on_field);

// Tells the second of two equal keys.
class KeySet {
 public:
  // False, and a complaint, if the key was there before.
  bool add(const Key& key, Complaints& complaints);

 private:
  // Few keys are compared one by one, many are hashed.
  static constexpr std::size_t few = 16;
  std::vector<std::string> keys_;
  std::unordered_set<std::string> hashed_;
};

// Takes any value, looking at nothing but doubled keys.
void check_keys(Cursor& cursor, Complaints& complaints);

// A text within a message: quoted, cut where it is long, controls escaped.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace metagate
