#include "cli/outputs.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

#include "cli/fail.h"
#include "cli/streams.h"
#include "cli/suggest.h"

namespace metagate {
namespace {

std::string unknown_format(const std::string& name) {
  std::vector<std::string_view> known;
  std::string list;
  for (const Format& format : formats()) {
    known.push_back(format.name);
    list += (list.empty() ? "" : ", ") + std::string(format.name);
  }
  return "unknown format `" + name + "` of --out, known are " + list +
         did_you_mean(name, known);
}

bool is_one_of(const std::string& file,
               const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code error;
    if (std::filesystem::equivalent(file, input, error)) return true;
  }
  return false;
}

}  // namespace

Result<std::vector<Output>> read_outputs(
    const std::vector<std::string>& given,
    const std::vector<std::string>& inputs) {
  std::vector<Output> outputs;
  std::set<std::string> files;
  for (const std::string& value : given) {
    const std::size_t equals = value.find('=');
    const std::string name = value.substr(0, equals);
    const Format* format = find_format(name);
    if (format == nullptr) return Problem{.message = unknown_format(name)};
    std::string file =
        equals == std::string::npos ? "-" : value.substr(equals + 1);
    if (file.empty()) {
      return Problem{.message = "--out `" + value + "` names no file"};
    }
    if (file == "-") file.clear();
    if (!files.insert(file).second) {
      return Problem{.message = "two reports would go to " +
                                (file.empty() ? "standard output" : file)};
    }
    if (!file.empty() && is_one_of(file, inputs)) {
      return Problem{.message = "--out would overwrite the input " + file};
    }
    outputs.push_back({format, std::move(file)});
  }
  if (files.count("") == 0) outputs.push_back({find_format("text"), ""});
  return outputs;
}

int write_outputs(const Run& run, const std::vector<Output>& outputs) {
  int code = exit_code(verdict_of(run));
  for (const Output& output : outputs) {
    const std::string bytes = output.format->write(run);
    const std::optional<Problem> problem = output.file.empty()
                                               ? write_to_stdout(bytes)
                                               : write_file(output.file, bytes);
    if (problem) code = fail({*problem});
  }
  return code;
}

}  // namespace metagate
