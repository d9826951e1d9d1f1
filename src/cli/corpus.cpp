#include "cli/corpus.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "case/case.h"
#include "json/escape.h"
#include "json/read.h"

namespace metagate {
namespace {

namespace fs = std::filesystem;

Problem unfit(const std::string& path, const char* why) {
  return {
      .message = fmt::format(
          "no fixture of the corpus: {}; it belongs into another folder", why),
      .file = path};
}

Result<Program> read_program(const std::string& path) {
  const Result<Document> document = read_file(path);
  if (!document) return document.error();
  if (document->programs.size() != 1) {
    return unfit(path, "it has several stages");
  }
  const Result<Case> read = read_case(*document);
  if (!read) return read.error();
  if (read->rounds) return unfit(path, "it is lowered in rounds");
  if (read->policy) return unfit(path, "it has a policy of its own");
  if (!read->refuse.empty()) return unfit(path, "it is refused");
  if (!read->expect.empty()) return unfit(path, "it expects findings");
  return document->programs.front();
}

bool is_fixture(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".json") || name.ends_with(".json.gz");
}

}  // namespace

Result<std::vector<CorpusProgram>> read_corpus(const std::string& folder) {
  std::vector<CorpusProgram> corpus;
  std::error_code error;
  if (!fs::exists(folder, error)) return corpus;
  std::vector<fs::path> paths;
  for (fs::recursive_directory_iterator it(folder, error), end;
       !error && it != end; it.increment(error)) {
    if (is_fixture(it->path())) paths.push_back(it->path());
  }
  if (error) {
    return Problem{.message = "cannot be read: " + error.message(),
                   .file = folder};
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    Result<Program> program = read_program(path.string());
    if (!program) return program.error();
    const std::string name = path.lexically_relative(folder).generic_string();
    corpus.push_back({name.substr(0, name.find(".json")), *std::move(program)});
  }
  return corpus;
}

CaseSource after_corpus(const std::vector<CorpusProgram>& corpus,
                        CaseSource random) {
  const std::uint64_t count = corpus.size();
  return {
      [&corpus, count, first = random.first](std::uint64_t i) {
        return i < count ? corpus[i].program : first(i - count);
      },
      [count, second = random.second](
          std::uint64_t i, const Program& lowered) -> std::optional<Program> {
        if (i < count) return std::nullopt;
        return second(i - count, lowered);
      }};
}

std::string case_of_found(const std::string& lowering,
                          const std::string& fault) {
  std::string out = "{\"about\":";
  append_string(out, fmt::format("fuzz found {} here, in what {} made of it",
                                 fault, lowering));
  return out + "}";
}

}  // namespace metagate
