#include "case/policy_data.h"

#include <optional>

#include "base/digest.h"
#include "json/escape.h"
#include "json/fields.h"
#include "json/grammar.h"
#include "json/read.h"

namespace metagate {
namespace {

constexpr Role all_roles[] = {
    Role::outside, Role::inside,   Role::placeholder,
    Role::getitem, Role::delegate, Role::output,
};

// What a plain class says of each role.
Classes plain(Class class_) {
  Classes classes = same_in_all_roles(class_);
  if (class_ == Class::carry || class_ == Class::exist) {
    classes[static_cast<std::size_t>(Role::delegate)] = Class::free;
    classes[static_cast<std::size_t>(Role::output)] = Class::free;
  }
  return classes;
}

std::optional<Class> take_class(Cursor& cursor, Complaints& complaints) {
  const std::size_t at = cursor.next();
  if (!expect(cursor, Form::text, "a class", complaints)) return std::nullopt;
  const std::string name = cursor.take_text();
  const std::optional<Class> class_ = class_of(name);
  if (!class_) {
    complaints.add(at, "unknown class " + in_quotes(name) +
                           ", known are: carry, drop, transient, exist, free");
  }
  return class_;
}

// The roles that an object names.
void take_roles(Cursor& cursor, Classes& classes, Complaints& complaints) {
  KeySet seen;
  each_member(cursor, [&](const Key& key) {
    const std::optional<Role> role = role_of(key.text);
    if (!role) {
      complaints.add(key.at, "unknown role " + in_quotes(key.text) +
                                 ", known are: outside, inside, placeholder, "
                                 "getitem, delegate, output");
    }
    seen.add(key, complaints);
    const std::optional<Class> class_ = take_class(cursor, complaints);
    if (role && class_) classes[static_cast<std::size_t>(*role)] = *class_;
  });
}

// The keys that a policy file gives, for when its default is known.
class PolicyReader {
 public:
  explicit PolicyReader(Complaints& complaints) : complaints_(complaints) {}

  Policy read(Cursor& cursor) {
    static constexpr Field fields[] = {
        {"name", Form::text, true},
        {"base", Form::text, false},
        {"default", Form::text, false},
        {"keys", Form::object, false},
    };
    const std::size_t begin = cursor.next();
    std::size_t keys_at = 0;
    read_fields(cursor, fields, "the policy", complaints_,
                [&](std::size_t row) {
                  switch (row) {
                    case 0:
                      name_ = cursor.take_text();
                      return;
                    case 1:
                      take_base(cursor);
                      return;
                    case 2:
                      default_ = take_class(cursor, complaints_);
                      has_default_ = true;
                      return;
                    default:
                      keys_at = cursor.next();
                      cursor.skip();
                  }
                });
    if (!has_base_ && !has_default_) {
      complaints_.add(begin,
                      "a policy without \"default\" and without \"base\"");
    }
    Policy policy = has_base_ ? executorch_policy() : Policy{};
    policy.name = name_;
    if (default_) policy.otherwise = plain(*default_);
    if (keys_at != 0) {
      Cursor keys(cursor.text(), keys_at);
      take_keys(keys, policy);
    }
    return policy;
  }

 private:
  void take_base(Cursor& cursor) {
    const std::size_t at = cursor.next();
    const std::string base = cursor.take_text();
    has_base_ = true;
    if (base != executorch_policy().name) {
      complaints_.add(at, "unknown base " + in_quotes(base) +
                              ", the only one is \"executorch\"");
    }
  }

  void take_keys(Cursor& cursor, Policy& policy) {
    KeySet seen;
    each_member(cursor, [&](const Key& key) {
      seen.add(key, complaints_);
      const std::string name(key.text);
      Classes classes = policy.otherwise;
      if (cursor.peek() == '{') {
        take_roles(cursor, classes, complaints_);
      } else if (const auto class_ = take_class(cursor, complaints_)) {
        classes = plain(*class_);
      }
      policy.keys.insert_or_assign(name, classes);
    });
  }

  Complaints& complaints_;
  std::string name_;
  bool has_base_ = false;
  bool has_default_ = false;
  std::optional<Class> default_;
};

void append_classes(std::string& out, const Classes& classes,
                    const Classes& otherwise) {
  for (const Class class_ : {Class::carry, Class::drop, Class::transient,
                             Class::exist, Class::free}) {
    if (classes != plain(class_)) continue;
    append_string(out, name_of(class_));
    return;
  }
  out += '{';
  const std::size_t begin = out.size();
  for (const Role role : all_roles) {
    const auto i = static_cast<std::size_t>(role);
    if (classes[i] == otherwise[i]) continue;
    if (out.size() > begin) out += ',';
    append_string(out, name_of(role));
    out += ':';
    append_string(out, name_of(classes[i]));
  }
  out += '}';
}

}  // namespace

Policy read_policy(Cursor& cursor, Complaints& complaints) {
  return PolicyReader(complaints).read(cursor);
}

Result<Policy> read_policy_text(const std::string& file,
                                const std::string& text) {
  Complaints complaints;
  Policy policy;
  if (auto error = syntax_error(text)) {
    complaints.add(error->at, std::move(error->message));
  } else {
    Cursor cursor(text);
    policy = read_policy(cursor, complaints);
  }
  if (complaints.empty()) return policy;
  return std::move(complaints).problems(file, text);
}

Result<PolicyFile> read_policy_file(const std::string& path) {
  Result<std::string> text = file_bytes(path);
  if (!text) return std::move(text).error();
  std::string sha256 = sha256_hex(*text);
  Result<Policy> policy = read_policy_text(path, *text);
  if (!policy) return std::move(policy).error();
  return PolicyFile{*std::move(policy), std::move(sha256)};
}

std::string policy_json(const Policy& policy) {
  std::string out = "{\"name\":";
  append_string(out, policy.name);
  out += ",\"default\":";
  append_classes(out, policy.otherwise, {});
  out += ",\"keys\":{";
  bool is_first = true;
  for (const auto& [key, classes] : policy.keys) {
    if (!is_first) out += ',';
    is_first = false;
    append_string(out, key);
    out += ':';
    append_classes(out, classes, policy.otherwise);
  }
  return out + "}}";
}

std::string policy_sha256(const Policy& policy) {
  return sha256_hex(policy_json(policy));
}

}  // namespace metagate
