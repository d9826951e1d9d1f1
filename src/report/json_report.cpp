#include <algorithm>
#include <tuple>

#include "json/write.h"
#include "report/formats.h"
#include "report/json_text.h"
#include "report/patterns.h"
#include "report/rows.h"

namespace metagate {
namespace {

// Longer values are cut inside (json/write.h): references can double a value
// with each level.
constexpr std::size_t most_value_bytes = 65536;

void write_node(JsonText& json, std::string_view field, const NodeName& name) {
  json.begin_object(field);
  json.text("graph", name.graph);
  json.text("node", name.node);
  json.end_object();
}

void write_node(JsonText& json, std::string_view field,
                const std::optional<NodeName>& name) {
  if (name) {
    write_node(json, field, *name);
  } else {
    json.null(field);
  }
}

void write_value(JsonText& json, std::string_view field,
                 const std::optional<Quoted>& value) {
  if (!value) return;
  json.raw(field, value_json(value->tree, *value->store, most_value_bytes));
}

void write_source(JsonText& json, const std::optional<Place>& place) {
  if (!place) {
    json.null("source");
    return;
  }
  json.begin_object("source");
  json.text("file", place->file);
  json.number("line", place->line);
  json.number("column", place->column);
  json.end_object();
}

void write_finding(JsonText& json, const Row& row) {
  const Finding& finding = *row.finding;
  json.begin_object();
  json.text("case", row.pair->case_name);
  json.text("id", row.id);
  json.text("rule", finding.rule);
  json.begin_array("stages");
  json.text({}, row.pair->before.stage);
  json.text({}, row.pair->after.stage);
  json.end_array();
  json.begin_object("at");
  json.text("graph", finding.at.graph);
  json.text("node", finding.at.node);
  json.text("place", finding.place);
  json.end_object();
  std::vector<NodeName> also = finding.also;
  std::sort(also.begin(), also.end());
  json.begin_array("also");
  for (const NodeName& name : also) write_node(json, {}, name);
  json.end_array();
  write_node(json, "from", finding.from);
  if (finding.key.empty()) {
    json.null("key");
  } else {
    json.text("key", finding.key);
  }
  write_value(json, "expected", finding.expected);
  write_value(json, "got", finding.got);
  write_node(json, "owner", finding.owner);
  json.text("message", row.message);
  write_source(json, row.place);
  json.null("waiver");
  json.end_object();
}

void write_inputs(JsonText& json, std::vector<Input> inputs) {
  const auto order = [](const Input& input) {
    return std::tie(input.name, input.sha256);
  };
  std::sort(inputs.begin(), inputs.end(), [&](const Input& a, const Input& b) {
    return order(a) < order(b);
  });
  json.begin_array("inputs");
  for (const Input& input : inputs) {
    json.begin_object();
    json.text("name", input.name);
    json.text("sha256", input.sha256);
    json.end_object();
  }
  json.end_array();
}

void write_coverage(JsonText& json, const Run& run) {
  const Coverage coverage = coverage_of(run);
  json.begin_object("coverage");
  json.number("cases", case_count(run));
  json.number("pairs", run.pairs.size());
  json.number("graphs", coverage.graphs);
  json.number("nodes", coverage.nodes);
  json.number("keys", coverage.keys);
  json.number("delegates", coverage.delegates);
  json.number("getitems", coverage.getitems);
  json.number("unmatched", coverage.unmatched);
  json.begin_array("not_checked");
  for (const std::string_view rule : not_checked(run)) json.text({}, rule);
  json.end_array();
  json.end_object();
}

void write_patterns(JsonText& json, const std::vector<Pattern>& patterns) {
  json.begin_array("patterns");
  for (const Pattern& pattern : patterns) {
    json.begin_object();
    json.text("rule", pattern.rule);
    if (pattern.key.empty()) {
      json.null("key");
    } else {
      json.text("key", pattern.key);
    }
    json.text("sentence", pattern.sentence);
    json.begin_array("findings");
    for (const std::string& id : pattern.ids) json.text({}, id);
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

void write_problems(JsonText& json, Problems problems) {
  const auto order = [](const Problem& problem) {
    return std::tie(problem.file, problem.line, problem.column, problem.path,
                    problem.message);
  };
  std::sort(
      problems.begin(), problems.end(),
      [&](const Problem& a, const Problem& b) { return order(a) < order(b); });
  json.begin_array("problems");
  for (const Problem& problem : problems) {
    json.begin_object();
    json.text("message", problem.message);
    json.text("file", problem.file);
    json.number("line", problem.line);
    json.number("column", problem.column);
    json.text("path", problem.path);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string json_report(const Run& run) {
  Places places;
  std::vector<Row> rows = rows_of(run, places);
  sort_by_name(rows);
  const Verdict verdict = verdict_of(run);

  JsonText json;
  json.begin_object();
  json.text("schema", "metagate.report/1");
  json.begin_object("tool");
  json.text("name", "metagate");
  json.text("version", run.version);
  json.end_object();
  json.text("verdict", name_of(verdict));
  json.number("exit_code", static_cast<std::uint64_t>(exit_code(verdict)));
  write_inputs(json, run.inputs);
  json.begin_object("policy");
  json.text("name", run.policy.name);
  json.text("sha256", run.policy_sha256);
  json.end_object();
  write_coverage(json, run);
  json.begin_array("findings");
  for (const Row& row : rows) write_finding(json, row);
  json.end_array();
  write_patterns(json, patterns_of(rows));
  write_problems(json, run.problems);
  json.end_object();
  return std::move(json).take();
}

}  // namespace metagate
