#include "harness/reduce/fault.h"

#include <algorithm>
#include <optional>

#include "lower/lowering.h"

namespace metagate {
namespace {

bool holds_node(const Tree& tree) {
  return tree.tag == Tag::node ||
         std::any_of(tree.items.begin(), tree.items.end(),
                     [](const auto& item) { return holds_node(item.value); });
}

bool holds_node(const std::optional<Quoted>& value) {
  return value && holds_node(value->tree);
}

}  // namespace

Fault fault_of(const Finding& finding, const Policy& policy) {
  Fault fault{.rule = std::string(finding.rule), .key_class = {}};
  const std::string& key = finding.key;
  if (finding.rule == no_program::error) {
    fault.key_class = finding.detail.substr(0, finding.detail.find(": "));
    return fault;
  }
  // An empty text is a key too, but then the finding has a value of it.
  if (key.empty() && !finding.expected && !finding.got) return fault;
  if (key == "val" || key == "debug_handle" || key == delegation_tag_key) {
    fault.key_class = key;
  } else if (policy.of(key, Role::getitem) == Class::drop) {
    fault.key_class = "source";
  } else if (policy.of(key, Role::outside) == Class::transient) {
    fault.key_class = "transient";
  } else if (finding.rule.ends_with("-changed") &&
             (holds_node(finding.expected) || holds_node(finding.got))) {
    fault.key_class = "node";
  } else {
    fault.key_class = "key";
  }
  return fault;
}

const Finding* find_fault(const std::vector<Finding>& findings,
                          const Fault& fault) {
  for (const Finding& finding : findings) {
    if (fault_of(finding) == fault) return &finding;
  }
  return nullptr;
}

}  // namespace metagate
