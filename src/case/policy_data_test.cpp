#include "case/policy_data.h"

#include <gtest/gtest.h>

namespace metagate {
namespace {

Policy read(const std::string& text) {
  Result<Policy> policy = read_policy_text("p.json", text);
  EXPECT_TRUE(policy) << (policy ? "" : policy.error().front().message);
  return policy ? *policy : Policy{};
}

Problem refused(const std::string& text) {
  const Result<Policy> policy = read_policy_text("p.json", text);
  EXPECT_FALSE(policy);
  return policy ? Problem{.message = {}} : policy.error().front();
}

bool same(const Policy& a, const Policy& b) {
  return a.name == b.name && a.otherwise == b.otherwise && a.keys == b.keys;
}

// The policy that is built in, as somebody would write it.
constexpr const char* executorch = R"({
  "name": "executorch",
  "default": "carry",
  "keys": {
    "nn_module_stack": {"getitem": "drop"},
    "source_fn_stack": {"getitem": "drop"},
    "backend_id": "transient",
    "compile_spec": "transient",
    "submodule_program": "transient",
    "toplevel_input_specs_to_delete": "transient",
    "toplevel_output_specs_to_delete": "transient",
    "is_submodule": "transient",
    "submodule_output_node": "transient",
    "match": "transient",
    "no_copy": "transient"
  }
})";

TEST(PolicyData, can_say_what_the_built_in_policy_says) {
  EXPECT_TRUE(same(read(executorch), executorch_policy()));
  EXPECT_EQ(policy_sha256(read(executorch)),
            policy_sha256(executorch_policy()));
}

TEST(PolicyData, reads_back_what_it_writes) {
  const Policy policy = read(
      R"({"name":"p","default":"exist","keys":{"a":{"output":"drop"},
          "b":"free","c":{},"d":{"delegate":"carry","inside":"transient"}}})");
  EXPECT_TRUE(same(read(policy_json(policy)), policy)) << policy_json(policy);
}

TEST(PolicyData, a_key_replaces_what_the_base_says_of_it) {
  const Policy policy = read(
      R"({"name":"p","base":"executorch","keys":{"nn_module_stack":"free"}})");
  EXPECT_EQ(policy.of("nn_module_stack", Role::getitem), Class::free);
  EXPECT_EQ(policy.of("source_fn_stack", Role::getitem), Class::drop);
  EXPECT_EQ(policy.of("val", Role::outside), Class::carry);
}

TEST(PolicyData, a_role_that_is_not_named_takes_the_default) {
  const Policy policy = read(
      R"({"name":"p","default":"free","keys":{"spec":{"getitem":"exist"}}})");
  EXPECT_EQ(policy.of("spec", Role::getitem), Class::exist);
  EXPECT_EQ(policy.of("spec", Role::inside), Class::free);
}

TEST(PolicyData, carry_asks_nothing_of_nodes_that_the_lowering_makes) {
  const Policy policy = read(R"({"name":"p","default":"carry"})");
  EXPECT_EQ(policy.of("val", Role::delegate), Class::free);
  EXPECT_EQ(policy.of("val", Role::output), Class::free);
  EXPECT_EQ(policy.of("val", Role::placeholder), Class::carry);
}

TEST(PolicyData, refuses_an_unknown_field_with_its_place) {
  const Problem problem =
      refused("{\"name\": \"p\", \"default\": \"carry\",\n  \"key\": {}}");
  EXPECT_EQ(problem.line, 2U);
  EXPECT_EQ(problem.column, 3U);
  EXPECT_EQ(problem.path, "/key");
  EXPECT_NE(problem.message.find("unknown field \"key\""), std::string::npos);
}

TEST(PolicyData, refuses_unknown_classes_roles_and_bases) {
  const Problem of_class =
      refused(R"({"name":"p","default":"free","keys":{"a":"keep"}})");
  EXPECT_EQ(of_class.path, "/keys/a");
  EXPECT_NE(of_class.message.find("unknown class \"keep\""), std::string::npos);
  const Problem of_role = refused(
      R"({"name":"p","default":"free","keys":{"a":{"getitems":"carry"}}})");
  EXPECT_EQ(of_role.path, "/keys/a/getitems");
  EXPECT_EQ(refused(R"({"name":"p","base":"qnn"})").path, "/base");
}

TEST(PolicyData, refuses_a_policy_that_leaves_keys_undecided) {
  EXPECT_NE(refused(R"({"name":"p"})").message.find("default"),
            std::string::npos);
  EXPECT_NE(refused(R"({"default":"carry"})").message.find("name"),
            std::string::npos);
}

TEST(PolicyData, refuses_what_is_no_policy_at_all) {
  EXPECT_EQ(refused("[]").line, 1U);
  EXPECT_FALSE(refused("").message.empty());
  EXPECT_FALSE(refused("{").message.empty());
  EXPECT_FALSE(
      refused(R"({"name":"p","default":"free","keys":{"a":"free","a":"drop"}})")
          .message.empty());
}

}  // namespace
}  // namespace metagate
