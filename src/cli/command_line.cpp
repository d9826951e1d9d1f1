#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <deque>

#include "cli/fail.h"
#include "cli/streams.h"
#include "cli/suggest.h"
#include "cli/verbs.h"

namespace metagate {
namespace {

constexpr int usage_error = 2;

// "out" of "-o,--out", "FILE" of "FILE".
std::string_view long_name(const Option& option) {
  const std::size_t dashes = option.flags.rfind("--");
  return dashes == std::string_view::npos ? option.flags
                                          : option.flags.substr(dashes + 2);
}

bool is_positional(const Option& option) {
  return option.flags.find('-') == std::string_view::npos;
}

std::string shown_name(const Option& option) {
  return (is_positional(option) ? "" : "--") + std::string(long_name(option));
}

std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    parts.push_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return parts;
}

// The options of one verb as CLI11 fills them.
struct Filled {
  CLI::App* app = nullptr;
  const Verb* verb = nullptr;
  std::deque<std::vector<std::string>> values;  // by option; flags too
  std::deque<bool> flags;
};

void add_option(Filled& filled, const Option& option) {
  std::vector<std::string>& values = filled.values.emplace_back();
  bool& flag = filled.flags.emplace_back(false);
  const std::string about(option.about);
  if (option.value.empty() && !is_positional(option)) {
    filled.app->add_flag(std::string(option.flags), flag, about);
    return;
  }
  CLI::Option* added =
      filled.app->add_option(std::string(option.flags), values, about);
  added->type_name(std::string(option.value));
  if (is_positional(option)) return;
  // One value each time; how many times is looked at in complaint().
  added->expected(1);
  // A list takes all words up to the next option unless told not to: `--out
  // json FILE` would lose its FILE.
  added->allow_extra_args(false);
  added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// What is wrong with what was given, or nothing.
std::string complaint(const Option& option,
                      const std::vector<std::string>& values) {
  const std::string name = shown_name(option);
  if (option.needed && values.empty()) return "no " + name + " is given";
  if (!option.many && values.size() > 1) return name + " is given twice";
  if (option.one_of.empty()) return {};
  const std::vector<std::string_view> known = split(option.one_of);
  for (const std::string& value : values) {
    if (std::find(known.begin(), known.end(), value) != known.end()) continue;
    return name + " `" + value + "` is none of " + std::string(option.one_of) +
           did_you_mean(value, known);
  }
  return {};
}

int refuse(const std::string& message, std::string_view verb = {}) {
  tell("metagate: " + message);
  tell("try: metagate " + (verb.empty() ? "" : std::string(verb) + " ") +
       "--help");
  return usage_error;
}

int print(const std::string& text) {
  const std::optional<Problem> problem = write_to_stdout(text);
  return problem ? fail({*problem}) : 0;
}

int run_verb(const Filled& filled) {
  Arguments arguments;
  const std::vector<Option> options = filled.verb->all_options();
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Option& option = options[i];
    const std::string wrong = complaint(option, filled.values[i]);
    if (!wrong.empty()) return refuse(wrong, filled.verb->name);
    if (filled.flags[i]) arguments.add(long_name(option), {});
    if (!filled.values[i].empty()) {
      arguments.add(long_name(option), filled.values[i]);
    }
  }
  return filled.verb->run(arguments);
}

// The first word that looks like an option and is none of the verb's.
std::string unknown_flag(const Verb& verb,
                         const std::vector<std::string>& words) {
  std::vector<std::string> texts = {"--help", "-h"};
  for (const Option& option : verb.all_options()) {
    if (is_positional(option)) continue;
    for (const std::string_view flag : split(option.flags)) {
      texts.emplace_back(flag);
    }
  }
  const std::vector<std::string_view> known(texts.begin(), texts.end());
  for (const std::string& word : words) {
    if (word == "--") break;
    if (!word.starts_with("--")) continue;
    const std::string_view name =
        std::string_view(word).substr(0, word.find('='));
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return "unknown option `" + std::string(name) + "` of `" +
           std::string(verb.name) + "`" + did_you_mean(name, known);
  }
  return {};
}

std::string unknown_verb(const std::string& word) {
  std::vector<std::string_view> known = {"--help", "--version"};
  for (const Verb* verb : verbs()) known.push_back(verb->name);
  return (word.starts_with("-") ? "unknown option `" : "unknown verb `") +
         word + "`" + did_you_mean(word, known);
}

bool is_global(const std::string& word) {
  return word == "--help" || word == "-h" || word == "--version" ||
         word == "-V";
}

}  // namespace

int run_command_line(const std::vector<std::string>& words) {
  CLI::App app("proves that a graph lowering loses no node metadata",
               "metagate");
  app.set_version_flag("-V,--version", "metagate " METAGATE_VERSION);
  app.footer(
      "exit codes: 0 clean, 1 findings, 2 not everything could be checked\n"
      "help on a verb: metagate check --help");
  std::deque<Filled> filled;
  for (const Verb* verb : verbs()) {
    Filled& one = filled.emplace_back();
    one.verb = verb;
    one.app =
        app.add_subcommand(std::string(verb->name), std::string(verb->about));
    one.app->footer(std::string(verb->examples));
    for (const Option& option : verb->all_options()) add_option(one, option);
  }

  if (words.empty()) {
    tell(app.help());
    return usage_error;
  }
  const Verb* verb = find_verb(words.front());
  if (verb == nullptr && !is_global(words.front())) {
    return refuse(unknown_verb(words.front()));
  }
  if (verb != nullptr) {
    const std::string wrong = unknown_flag(*verb, words);
    if (!wrong.empty()) return refuse(wrong, verb->name);
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    return print(chosen.empty() ? app.help()
                                : chosen.front()->help(app.get_name()));
  } catch (const CLI::CallForVersion& version) {
    return print(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    return refuse(error.what(), verb == nullptr ? "" : verb->name);
  }
  for (const Filled& one : filled) {
    if (one.app->parsed()) return run_verb(one);
  }
  return refuse("no verb is given");
}

}  // namespace metagate
