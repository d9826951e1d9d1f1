// A policy as data (DESIGN.md section 6):
//
//   {"name": TEXT, "base": "executorch", "default": CLASS,
//    "keys": {KEY: CLASS | {ROLE: CLASS, ...}, ...}}
//
// `name` is needed, and `default` where there is no `base`. Keys are exact. A
// key that is given replaces what the base says of it; a role that is not named
// takes the default.
//
// A plain CLASS speaks of every role, with one exception: `carry` and `exist`
// leave the roles `delegate` and `output` free. Their nodes are made by the
// lowering and have nothing to carry; their `val` and `debug_handle` are judged
// by rules of their own. Who wants more names the role.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "check/policy.h"
#include "json/complaints.h"
#include "json/cursor.h"

namespace metagate {

// A policy, and the SHA-256 of the file it was read from.
struct PolicyFile {
  Policy policy;
  std::string sha256;
};

// Reads a file that holds one policy. Unknown fields, roles and classes are
// refused, with line, column and JSON pointer.
[[nodiscard]] Result<PolicyFile> read_policy_file(const std::string& path);

// The same from text; `file` is for messages.
[[nodiscard]] Result<Policy> read_policy_text(const std::string& file,
                                              const std::string& text);

// Takes the policy at the cursor of a text that is JSON. What is returned means
// something only if there were no complaints.
[[nodiscard]] Policy read_policy(Cursor& cursor, Complaints& complaints);

// The one spelling of what a policy says: without blanks, without base, keys
// sorted, roles only where a plain class does not say it. Reading it gives the
// policy again.
[[nodiscard]] std::string policy_json(const Policy& policy);

// The SHA-256 of that spelling: two policies that say the same have the same.
[[nodiscard]] std::string policy_sha256(const Policy& policy);

}  // namespace metagate
