// What a verb of the command is: a row of the table in verbs.cpp, and a file of
// its own. To add one: write verb_NAME.cpp, declare its row in verbs.h, list it
// in verbs.cpp.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace metagate {

// An option or, where `flags` has no dash, the positional arguments.
struct Option {
  std::string_view flags;  // "-o,--out", "--all", "FILE"
  std::string_view value;  // what follows it, for the help; empty = nothing
  std::string_view about;
  bool many = false;    // may be given several times
  bool needed = false;  // must be given
  // The only values it takes, with ',' between them; empty = any.
  std::string_view one_of = {};
};

// What was given, by the option's long name without dashes ("out", "FILE").
class Arguments {
 public:
  void add(std::string_view name, std::vector<std::string> values);

  [[nodiscard]] bool has(std::string_view name) const;
  // All values, in the order given.
  [[nodiscard]] const std::vector<std::string>& all(
      std::string_view name) const;
  // The value of an option that is given at most once.
  [[nodiscard]] std::string_view text(std::string_view name,
                                      std::string_view otherwise = {}) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

struct Verb {
  std::string_view name;
  std::string_view about;     // one line
  std::string_view examples;  // the end of its help
  std::span<const Option> options;
  int (*run)(const Arguments&);  // returns the exit code
  // Options that several verbs have; behind its own.
  std::span<const Option> (*shared)() = nullptr;

  [[nodiscard]] std::vector<Option> all_options() const {
    std::vector<Option> all(options.begin(), options.end());
    if (shared == nullptr) return all;
    const std::span<const Option> more = shared();
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
};

}  // namespace metagate
