#include "harness/generate/skeleton.h"

#include <cassert>
#include <cctype>
#include <utility>

namespace metagate {
namespace {

class SkeletonReader {
 public:
  SkeletonReader(std::string_view text, std::string& operands)
      : rest_(text), operands_(operands) {}

  // What stands between brackets, up to `close` or the end.
  std::vector<Tree> elements(char close) {
    std::vector<Tree> found;
    for (skip(); !rest_.empty() && rest_.front() != close; skip()) {
      found.push_back(value());
    }
    if (!rest_.empty()) rest_.remove_prefix(1);
    return found;
  }

  Tree named_elements() {
    Tree dict{.tag = Tag::dict};
    for (skip(); !rest_.empty(); skip()) {
      std::string name(word());
      assert(!rest_.empty() && rest_.front() == ':');
      rest_.remove_prefix(1);
      skip();
      dict.items.push_back({std::move(name), value()});
    }
    return dict;
  }

 private:
  void skip() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == ',')) {
      rest_.remove_prefix(1);
    }
  }

  std::string_view word() {
    const std::size_t end = rest_.find_first_of(", ])(:");
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(found.size());
    return found;
  }

  Tree value() {
    const char first = rest_.front();
    if (first == '%' || first == '#') {
      rest_.remove_prefix(1);
      operands_ += first;
      return operand_tree(static_cast<std::uint32_t>(operands_.size() - 1));
    }
    if (first == '[' || first == '(') {
      rest_.remove_prefix(1);
      return sequence_tree(first == '[' ? Tag::list : Tag::tuple,
                           elements(first == '[' ? ']' : ')'));
    }
    return plain(word());
  }

  static Tree plain(std::string_view spelt) {
    assert(!spelt.empty());
    if (spelt == "null") return null_tree();
    if (spelt == "true" || spelt == "false")
      return boolean_tree(spelt[0] == 't');
    if (std::isalpha(static_cast<unsigned char>(spelt.front())) != 0) {
      return {.tag = Tag::dtype, .text = std::string(spelt)};
    }
    const bool is_real = spelt.find_first_of(".e") != std::string_view::npos;
    return {.tag = is_real ? Tag::real : Tag::integer,
            .text = std::string(spelt)};
  }

  std::string_view rest_;
  std::string& operands_;
};

}  // namespace

Skeleton skeleton_of(std::string_view args, std::string_view kwargs) {
  Skeleton skeleton;
  skeleton.args = sequence_tree(
      Tag::list, SkeletonReader(args, skeleton.operands).elements('\0'));
  skeleton.kwargs = SkeletonReader(kwargs, skeleton.operands).named_elements();
  return skeleton;
}

}  // namespace metagate
