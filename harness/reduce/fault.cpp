#include "harness/reduce/fault.h"

namespace metagate {

Fault fault_of(const Finding& finding, const Policy& policy) {
  Fault fault{.rule = std::string(finding.rule), .key_class = {}};
  const std::string& key = finding.key;
  // An empty text is a key too, but then the finding has a value of it.
  if (key.empty() && !finding.expected && !finding.got) return fault;
  if (key == "val" || key == "debug_handle" || key == delegation_tag_key) {
    fault.key_class = key;
  } else if (policy.of(key, Role::getitem) == Class::drop) {
    fault.key_class = "source";
  } else if (policy.of(key, Role::outside) == Class::transient) {
    fault.key_class = "transient";
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
