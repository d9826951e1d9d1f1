// What is owed to each meta key, by the role of the node that carries it
// (DESIGN.md section 6). The built-in policy is `executorch`; others are read
// from JSON (case/policy_data.h).
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace metagate {

// Where the node stands after the step.
enum class Role : std::uint8_t {
  outside,      // in no delegate
  inside,       // a node of a lowered graph
  placeholder,  // an input of a lowered graph
  getitem,      // reads an output of a delegate
  delegate,     // a delegate call, and the get_attr of its module
  output,       // the output node of a lowered graph
};
inline constexpr std::size_t role_count = 6;

enum class Class : std::uint8_t {
  carry,      // the same value must be there
  drop,       // must be gone
  transient,  // must be gone after a lowering
  exist,      // must be there, with any value
  free,       // is not judged
};

[[nodiscard]] std::string_view name_of(Role role);
[[nodiscard]] std::string_view name_of(Class class_);
[[nodiscard]] std::optional<Role> role_of(std::string_view name);
[[nodiscard]] std::optional<Class> class_of(std::string_view name);

// The class of one key in every role.
using Classes = std::array<Class, role_count>;
[[nodiscard]] Classes same_in_all_roles(Class class_);

struct Policy {
  std::string name;
  Classes otherwise;  // keys without an entry
  std::map<std::string, Classes, std::less<>> keys;

  [[nodiscard]] Class of(std::string_view key, Role role) const;
};

// Every key is carried; source-tracking keys are dropped on delegate getitems;
// the keys that `to_backend` hands over internally are transient (exir/backend/
// backend_api.py, remove_used_metadata); delegate calls and the output nodes of
// lowered graphs are free.
[[nodiscard]] const Policy& executorch_policy();

// The tag of a partition. Judged by `transient-` alone, whatever a policy says.
inline constexpr std::string_view delegation_tag_key = "delegation_tag";

}  // namespace metagate
