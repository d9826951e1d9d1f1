#include "harness/golden/golden.h"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/golden/change.h"
#include "harness/golden/run_case.h"
#include "json/read.h"
#include "json/write.h"
#include "report/printable.h"

namespace metagate {
namespace {

namespace fs = std::filesystem;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::optional<std::string> bytes_of(const std::string& path) {
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
  if (!file) return std::nullopt;
  std::string bytes;
  char buffer[1 << 16];
  std::size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof buffer, file.get())) > 0) {
    bytes.append(buffer, count);
  }
  if (std::ferror(file.get()) != 0) return std::nullopt;
  return bytes;
}

// The line that starts at `offset`, taken off `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// The part of a line around the place where it differs.
std::string excerpt(std::string_view line, std::size_t at) {
  constexpr std::size_t before = 30;
  constexpr std::size_t width = 100;
  const std::size_t from = at > before ? at - before : 0;
  std::string text = from > 0 ? "..." : "";
  text += printable(line.substr(from, width));
  if (from + width < line.size()) text += "...";
  return text;
}

void add_first_difference(std::string_view was, std::string_view is,
                          std::vector<std::string>& lines) {
  for (std::size_t number = 1; !was.empty() || !is.empty(); ++number) {
    const bool was_over = was.empty();
    const bool is_over = is.empty();
    const std::string_view x = take_line(was);
    const std::string_view y = take_line(is);
    if (x == y && was_over == is_over) continue;
    std::size_t at = 0;
    while (at < x.size() && at < y.size() && x[at] == y[at]) ++at;
    lines.push_back(fmt::format("first other line, {}:", number));
    lines.push_back("  golden " +
                    (was_over ? "(no more lines)" : excerpt(x, at)));
    lines.push_back("  now    " +
                    (is_over ? "(no more lines)" : excerpt(y, at)));
    return;
  }
  lines.emplace_back("other line ends");
}

void compare_golden(const CaseRun& run, GoldenCase& out) {
  const std::string& path = out.file.golden_path;
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) {
    out.golden = GoldenState::missing;
    return;
  }
  const std::optional<std::string> was = bytes_of(path);
  if (!was) {
    out.problems.push_back({.message = "cannot be read", .file = path});
    return;
  }
  out.golden = *was == out.bytes ? GoldenState::same : GoldenState::changed;
  if (out.golden == GoldenState::same) return;
  Result<Document> document = read_text(path, *was);
  if (document) {
    out.changes = changes_between(document->programs, run.lowered);
  } else {
    const Problem& problem = document.error().front();
    out.changes.push_back(fmt::format("{}:{}:{}: {}", path, problem.line,
                                      problem.column, problem.message));
  }
  add_first_difference(*was, out.bytes, out.changes);
}

// A fixture as it was read.
struct Fixture {
  std::shared_ptr<const Document> document;
  Case the_case;
};

Result<Fixture> read_fixture(const FixtureFile& file) {
  Result<Document> read = read_file(file.path);
  if (!read) return std::move(read).error();
  const auto document = std::make_shared<const Document>(*std::move(read));
  Result<Case> the_case = read_case(*document);
  if (!the_case) return std::move(the_case).error();
  return Fixture{document, *std::move(the_case)};
}

// Runs it, and takes over what was found.
std::optional<CaseRun> run_into(GoldenCase& out, const Fixture& fixture,
                                const Lowering& lowering) {
  Result<CaseRun> run =
      run_case(out.file.name, fixture.document, fixture.the_case, lowering);
  if (!run) {
    out.problems = std::move(run).error();
    return std::nullopt;
  }
  out.wrong = run->wrong;
  out.is_unsupported = run->is_unsupported;
  for (const Pair& pair : run->pairs) {
    out.coverage += pair.checked.coverage;
    ++out.steps;
  }
  return *std::move(run);
}

}  // namespace

GoldenCase judge_fixture(const FixtureFile& file, const Lowering& lowering) {
  GoldenCase out;
  out.file = file;
  const Result<Fixture> fixture = read_fixture(file);
  if (!fixture) {
    out.problems = fixture.error();
    return out;
  }
  const std::optional<CaseRun> run = run_into(out, *fixture, lowering);
  if (!run) return out;
  if (has_golden(*fixture->document, fixture->the_case)) {
    if (run->lowered.empty()) return out;  // refused, and told as wrong
    out.bytes = write_golden(run->lowered);
    compare_golden(*run, out);
    return out;
  }
  std::error_code error;
  if (fs::exists(fs::symlink_status(file.golden_path, error))) {
    out.problems.push_back(
        {.message = "a golden of a fixture that has none: it is refused, or "
                    "has stages of its own",
         .file = file.golden_path});
  }
  return out;
}

GoldenCase try_fixture(const FixtureFile& file, const Lowering& lowering) {
  GoldenCase out;
  out.file = file;
  const Result<Fixture> fixture = read_fixture(file);
  if (!fixture) {
    out.problems = fixture.error();
  } else if (fixture->document->programs.size() > 1) {
    out.has_stages = true;
  } else {
    static_cast<void>(run_into(out, *fixture, lowering));
  }
  return out;
}

}  // namespace metagate
