#include "report/brief.h"

#include <algorithm>

#include "json/write.h"
#include "report/printable.h"

namespace metagate {
namespace {

// References may go in circles without a character being written.
constexpr std::size_t most_depth = 64;

class Briefer {
 public:
  Briefer(const Store& store, std::size_t width)
      : store_(store), width_(width) {}

  std::string of(const Tree& tree) {
    write(tree, 0);
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_full() const { return out_.size() > width_; }

  void write(const Tree& tree, std::size_t depth) {
    if (is_full()) return;
    if (depth > most_depth) {
      out_ += "...";
      return;
    }
    switch (tree.tag) {
      case Tag::null:
        out_ += "None";
        return;
      case Tag::boolean:
        out_ += tree.text == "true" ? "True" : "False";
        return;
      case Tag::text:
        out_ += '"';
        add(tree.text);
        out_ += '"';
        return;
      case Tag::list:
        items(tree, "[", "]", depth);
        return;
      case Tag::tuple:
        items(tree, "(", tree.items.size() == 1 ? ",)" : ")", depth);
        return;
      case Tag::set:
        items(tree, "{", "}", depth);
        return;
      case Tag::dict:
        named(tree, "{", ": ", "}", depth);
        return;
      case Tag::mapping:
        mapping(tree, depth);
        return;
      case Tag::data:
        add(short_class(tree.text));
        named(tree, "(", "=", ")", depth);
        return;
      case Tag::object:
        write(store_.tree(store_.object(ObjectId(tree.index)).value),
              depth + 1);
        return;
      default:
        write_special(tree, depth);
    }
  }

  void write_special(const Tree& tree, std::size_t depth) {
    switch (tree.tag) {
      case Tag::slice:
        items(tree, "slice(", ")", depth);
        return;
      case Tag::range:
        items(tree, "range(", ")", depth);
        return;
      case Tag::complex:
        items(tree, "complex(", ")", depth);
        return;
      case Tag::ellipsis:
        out_ += "Ellipsis";
        return;
      case Tag::tensor:
        tensor(tree, depth);
        return;
      case Tag::sym:
      case Tag::expr:
        field(tree, "expr");
        return;
      case Tag::op:
        field(tree, "name");
        return;
      case Tag::opaque:
        field(tree, "repr");
        return;
      case Tag::enumeration:
        if (const Tree* type = tree.find("class")) add(short_class(type->text));
        out_ += '.';
        field(tree, "name");
        return;
      case Tag::bytes:
        named(tree, "bytes(", "=", ")", depth);
        return;
      case Tag::wtf8:
        out_ += "wtf8:";
        add(tree.text);
        return;
      case Tag::node:
        out_ += '%';
        add(tree.text);
        return;
      default:  // numbers, dtype, device, ...: their text says it
        add(tree.text);
    }
  }

  void tensor(const Tree& tree, std::size_t depth) {
    field(tree, "dtype");
    out_ += '[';
    if (const Tree* shape = tree.find("shape")) {
      for (std::size_t i = 0; i < shape->items.size() && !is_full(); ++i) {
        if (i > 0) out_ += ',';
        write(shape->items[i].value, depth + 1);
      }
    }
    out_ += ']';
  }

  void mapping(const Tree& tree, std::size_t depth) {
    out_ += '{';
    for (std::size_t i = 0; i + 1 < tree.items.size() && !is_full(); i += 2) {
      if (i > 0) out_ += ", ";
      write(tree.items[i].value, depth + 1);
      out_ += ": ";
      write(tree.items[i + 1].value, depth + 1);
    }
    out_ += '}';
  }

  void items(const Tree& tree, std::string_view open, std::string_view close,
             std::size_t depth) {
    out_ += open;
    for (std::size_t i = 0; i < tree.items.size() && !is_full(); ++i) {
      if (i > 0) out_ += ", ";
      write(tree.items[i].value, depth + 1);
    }
    out_ += close;
  }

  void named(const Tree& tree, std::string_view open, std::string_view is,
             std::string_view close, std::size_t depth) {
    out_ += open;
    for (std::size_t i = 0; i < tree.items.size() && !is_full(); ++i) {
      if (i > 0) out_ += ", ";
      add(tree.items[i].name);
      out_ += is;
      write(tree.items[i].value, depth + 1);
    }
    out_ += close;
  }

  void field(const Tree& tree, std::string_view name) {
    if (const Tree* found = tree.find(name)) add(found->text);
  }

  // Of a text no more is looked at than can be shown.
  void add(std::string_view text) {
    out_ += printable(text.substr(0, width_ + 1));
  }

  static std::string_view short_class(std::string_view name) {
    return name.substr(name.rfind('.') + 1);
  }

  const Store& store_;
  std::size_t width_;
  std::string out_;
};

// `text` from `from` on, with dots where something is left out.
std::string window(const std::string& text, std::size_t from,
                   std::size_t width) {
  if (from == 0) return shortened(text, width);
  return shortened("..." + text.substr(std::min(from, text.size())), width);
}

}  // namespace

std::string brief(const Quoted& value, std::size_t width) {
  return shortened(Briefer(*value.store, width).of(value.tree), width);
}

std::pair<std::string, std::string> brief_difference(const Quoted& expected,
                                                     const Quoted& got,
                                                     std::size_t width) {
  constexpr std::size_t looked_at = 4096;
  std::string left = Briefer(*expected.store, looked_at).of(expected.tree);
  std::string right = Briefer(*got.store, looked_at).of(got.tree);
  if (left == right) {  // a few words do not tell them apart
    left = value_json(expected.tree, *expected.store, looked_at);
    right = value_json(got.tree, *got.store, looked_at);
  }
  const auto first =
      std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  const auto at = static_cast<std::size_t>(first.first - left.begin());
  constexpr std::size_t context = 8;
  const bool is_seen = at + context < width;
  const std::size_t from = is_seen || at < context ? 0 : at - context;
  return {window(left, from, width), window(right, from, width)};
}

}  // namespace metagate
