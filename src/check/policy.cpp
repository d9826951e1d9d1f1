#include "check/policy.h"

#include <iterator>

namespace metagate {
namespace {

constexpr std::string_view role_names[] = {
    "outside", "inside", "placeholder", "getitem", "delegate", "output",
};

constexpr std::string_view class_names[] = {
    "carry", "drop", "transient", "exist", "free",
};

// Tie a node to the source it was traced from: on a getitem they would make a
// later source-based partitioner claim it (pytorch/executorch PR 342).
constexpr std::string_view source_tracking_keys[] = {
    "nn_module_stack",
    "source_fn_stack",
};

constexpr std::string_view transient_keys[] = {
    "backend_id",
    "compile_spec",
    "submodule_program",
    "toplevel_input_specs_to_delete",
    "toplevel_output_specs_to_delete",
    "is_submodule",
    "submodule_output_node",
    "match",
    "no_copy",
};

template <class Enum, std::size_t n>
std::optional<Enum> find(const std::string_view (&names)[n],
                         std::string_view name) {
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

// `class_` everywhere but in the two roles that are judged by other means.
Classes with_free_roles(Class class_) {
  Classes classes = same_in_all_roles(class_);
  classes[static_cast<std::size_t>(Role::delegate)] = Class::free;
  classes[static_cast<std::size_t>(Role::output)] = Class::free;
  return classes;
}

Policy make_executorch_policy() {
  Policy policy{.name = "executorch",
                .otherwise = with_free_roles(Class::carry),
                .keys = {}};
  for (const std::string_view key : source_tracking_keys) {
    Classes classes = with_free_roles(Class::carry);
    classes[static_cast<std::size_t>(Role::getitem)] = Class::drop;
    policy.keys.emplace(key, classes);
  }
  for (const std::string_view key : transient_keys) {
    policy.keys.emplace(key, same_in_all_roles(Class::transient));
  }
  return policy;
}

}  // namespace

std::string_view name_of(Role role) {
  return role_names[static_cast<std::size_t>(role)];
}

std::string_view name_of(Class class_) {
  return class_names[static_cast<std::size_t>(class_)];
}

std::optional<Role> role_of(std::string_view name) {
  return find<Role>(role_names, name);
}

std::optional<Class> class_of(std::string_view name) {
  return find<Class>(class_names, name);
}

Classes same_in_all_roles(Class class_) {
  Classes classes{};
  classes.fill(class_);
  return classes;
}

Class Policy::of(std::string_view key, Role role) const {
  const auto found = keys.find(key);
  const Classes& classes = found == keys.end() ? otherwise : found->second;
  return classes[static_cast<std::size_t>(role)];
}

const Policy& executorch_policy() {
  static const Policy policy = make_executorch_policy();
  return policy;
}

}  // namespace metagate
