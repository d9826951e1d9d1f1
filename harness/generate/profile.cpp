#include "harness/generate/profile.h"

#include "harness/generate/prng.h"

namespace metagate {
namespace {

constexpr Profile table[] = {
    {.name = "default", .about = "every shape"},
    {.name = "tiny",
     .about = "a few nodes: the smallest case of everything",
     .calls = {1, 4},
     .inputs = {1, 2},
     .constants = {0, 1},
     .keys = {0, 3}},
    {.name = "single_output",
     .about = "chains: most partitions have one output",
     .operators = {{1, 90, 9, 0, 0, 0, 0}},
     .recent = 95,
     .body_call = 0},
    {.name = "multi_output",
     .about = "most partitions have several outputs",
     .calls = {6, 24},
     .follows = 90,
     .recent = 25,
     .body_call = 0,
     .returns_used = 30},
    {.name = "wide",
     .about = "partitions of a dozen outputs and more",
     .calls = {20, 40},
     .delegated = 85,
     .follows = 95,
     .classes = 1,
     .recent = 5,
     .body_call = 0,
     .returns_unused = 100,
     .returns_used = 50,
     .keys = {0, 4}},
    {.name = "constants",
     .about = "constants, owned, shared and copied",
     .constants = {3, 8},
     .delegated = 75,
     .classes = 3,
     .from_constant = 55,
     .owned = 90,
     .body_call = 0},
    {.name = "mutation",
     .about = "buffers that are mutated, most of them in a delegate",
     .calls = {2, 10},
     .constants = {1, 4},
     .delegated = 85,
     .follows = 90,
     .from_constant = 30,
     .owned = 100,
     .mutated = 90,
     .input_mutated = 15,
     .body_call = 0},
    {.name = "nested",
     .about = "cond, while_loop and map, in each other",
     .calls = {2, 8},
     .body_call = 35,
     .body_depth = 3,
     .body_calls = {1, 5}},
    {.name = "rounds",
     .about = "lowered twice",
     .calls = {3, 14},
     .delegated = 45,
     .second_round = 100},
    {.name = "symint",
     .about = "scalars made and used on both sides of a boundary",
     .operators = {{0, 15, 15, 0, 5, 65, 0}},
     .body_call = 0},
    {.name = "lists",
     .about = "list- and tuple-valued nodes, read on both sides of a boundary",
     .operators = {{0, 20, 20, 0, 60, 0, 0}},
     .body_call = 0},
    {.name = "objects",
     .about = "values with an identity, many of them shared",
     .keys = {3, 12},
     .key_kinds = {{40, 60, 0, 0}},
     .falsy = 0,
     .any_value = 30},
    {.name = "falsy",
     .about = "values that Python takes for false",
     .keys = {1, 6},
     .falsy = 70},
    {.name = "twins",
     .about = "calls that do the same with the same operands",
     .twin = 30,
     .body_call = 0,
     .returns_unused = 50},
    {.name = "dead",
     .about = "partitions nobody uses",
     .calls = {1, 8},
     .returns_unused = 25,
     .exported = 0},
    {.name = "exported",
     .about = "what ExecuTorch's to_backend can take",
     .exported = 100},
    {.name = "large",
     .about = "some 300 nodes",
     .calls = {200, 360},
     .inputs = {2, 6},
     .constants = {4, 12},
     .body_call = 1,
     .returns_unused = 30},
};

}  // namespace

std::span<const Profile> profiles() {
  return table;
}

Profile as_exported(Profile profile) {
  profile.operators[static_cast<std::size_t>(OperatorKind::method)] = 0;
  profile.element_inside = 100;
  profile.returns_unused = 100;
  profile.no_val = 0;
  profile.owns_objects = false;
  profile.takes_bodies = false;
  return profile;
}

Profile profile_for(const Profile& profile, std::uint64_t seed) {
  const bool exported = Prng(seed ^ 0x5eed0003).percent(profile.exported);
  return exported ? as_exported(profile) : profile;
}

const Profile* find_profile(std::string_view name) {
  for (const Profile& profile : table) {
    if (profile.name == name) return &profile;
  }
  return nullptr;
}

}  // namespace metagate
