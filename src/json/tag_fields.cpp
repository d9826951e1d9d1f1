#include "json/tag_fields.h"

#include <algorithm>

namespace metagate {
namespace {

constexpr TagField bytes_fields[] = {
    {{"size", Form::number, true}, Check::size},
    {{"sha256", Form::text, true}},
};
constexpr TagField tensor_fields[] = {
    {{"dtype", Form::text, true}},
    {{"shape", Form::array, true}, Check::dimensions},
    {{"stride", Form::array}, Check::dimensions},
    {{"device", Form::text}},
    {{"layout", Form::text}},
    {{"requires_grad", Form::boolean}},
    {{"storage_offset", Form::any}, Check::dimension},
    {{"class", Form::text}},
    {{"storage", Form::number}, Check::size},
    {{"sha256", Form::text}},
};
constexpr TagField sym_fields[] = {
    {{"kind", Form::text, true}, Check::sym_kind},
    {{"expr", Form::text, true}},
    {{"exact", Form::text}},
    {{"hint", Form::any}},
};
constexpr TagField expr_fields[] = {
    {{"expr", Form::text, true}},
    {{"exact", Form::text}},
};
constexpr TagField op_fields[] = {
    {{"name", Form::text, true}},
    {{"kind", Form::text, true}, Check::op_kind},
    {{"weak", Form::boolean}, Check::only_true},
};
constexpr TagField enum_fields[] = {
    {{"class", Form::text, true}},
    {{"name", Form::text, true}},
};
constexpr TagField opaque_fields[] = {
    {{"class", Form::text, true}},
    {{"repr", Form::text, true}},
    {{"sha256", Form::text, true}},
};
bool is_one_of(std::string_view text,
               std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_dimension(const Tree& tree) {
  return tree.tag == Tag::integer || tree.tag == Tag::sym;
}

}  // namespace

std::span<const TagField> fields_of(Tag tag) {
  switch (tag) {
    case Tag::bytes:
      return bytes_fields;
    case Tag::tensor:
      return tensor_fields;
    case Tag::sym:
      return sym_fields;
    case Tag::expr:
      return expr_fields;
    case Tag::op:
      return op_fields;
    case Tag::enumeration:
      return enum_fields;
    case Tag::opaque:
      return opaque_fields;
    default:
      return {};
  }
}

std::string_view fault_of(Check check, const Tree& value) {
  switch (check) {
    case Check::none:
      return {};
    case Check::size:
      return value.tag == Tag::integer && !value.text.starts_with('-')
                 ? ""
                 : "must be an integer that is not negative";
    case Check::dimension:
      return is_dimension(value) ? "" : "must be an integer or a $sym";
    case Check::dimensions:
      return std::all_of(
                 value.items.begin(), value.items.end(),
                 [](const Item& item) { return is_dimension(item.value); })
                 ? ""
                 : "must hold integers and $sym only";
    case Check::sym_kind:
      return is_one_of(value.text, {"int", "float", "bool"})
                 ? ""
                 : "must be int, float or bool";
    case Check::op_kind:
      return is_one_of(value.text, {"op", "packet", "hop", "fn", "type"})
                 ? ""
                 : "must be op, packet, hop, fn or type";
    case Check::only_true:
      return value.text == "true" ? "" : "must be true or missing";
  }
  return {};
}

}  // namespace metagate
