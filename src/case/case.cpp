#include "case/case.h"

#include <utility>

#include "case/policy_data.h"
#include "case/step_name.h"
#include "check/rules.h"
#include "json/fields.h"
#include "json/locate.h"

namespace metagate {
namespace {

std::vector<std::string> take_texts(Cursor& cursor, std::string_view what,
                                    Complaints& complaints) {
  std::vector<std::string> texts;
  each_element(cursor, [&](std::size_t) {
    if (!expect(cursor, Form::text, what, complaints)) return;
    texts.push_back(cursor.take_text());
  });
  return texts;
}

class CaseReader {
 public:
  explicit CaseReader(Complaints& complaints) : complaints_(complaints) {}

  Case read(Cursor& cursor) {
    static constexpr Field fields[] = {
        {"about", Form::text, true},     {"source", Form::text, false},
        {"policy", Form::object, false}, {"step", Form::text, false},
        {"rounds", Form::array, false},  {"refuse", Form::text, false},
        {"expect", Form::array, false},
    };
    read_fields(cursor, fields, "the case", complaints_,
                [&](std::size_t row) { take(cursor, row); });
    return std::move(case_);
  }

  // Where each expectation stands in the text.
  [[nodiscard]] const std::vector<std::size_t>& expectation_offsets() const {
    return offsets_;
  }

 private:
  void take(Cursor& cursor, std::size_t row) {
    switch (row) {
      case 0:
        case_.about = take_sentence(cursor, "about");
        return;
      case 1:
        case_.source = take_sentence(cursor, "source");
        return;
      case 2:
        case_.policy = read_policy(cursor, complaints_);
        return;
      case 3:
        take_step(cursor);
        return;
      case 4:
        take_rounds(cursor);
        return;
      case 5:
        case_.refuse = take_sentence(cursor, "refuse");
        return;
      default:
        each_element(cursor, [&](std::size_t) { take_expectation(cursor); });
    }
  }

  std::string take_sentence(Cursor& cursor, std::string_view field) {
    const std::size_t at = cursor.next();
    std::string text = cursor.take_text();
    if (text.empty()) {
      complaints_.add(at, in_quotes(field) + " says nothing");
    }
    return text;
  }

  void take_step(Cursor& cursor) {
    const std::size_t at = cursor.next();
    const std::string name = cursor.take_text();
    if (const std::optional<Step> step = step_named(name)) {
      case_.step = *step;
    } else {
      complaints_.add(at, "unknown step " + in_quotes(name) +
                              ", known are: auto, lowering, pass");
    }
  }

  void take_rounds(Cursor& cursor) {
    case_.rounds.emplace();
    each_element(cursor, [&](std::size_t) {
      Round round;
      if (expect(cursor, Form::object, "a round", complaints_)) {
        take_round(cursor, round);
      }
      case_.rounds->push_back(std::move(round));
    });
  }

  void take_round(Cursor& cursor, Round& round) {
    KeySet seen;
    each_member(cursor, [&](const Key& key) {
      seen.add(key, complaints_);
      Tagging tagging{.node = std::string(key.text), .tag = {}};
      if (!expect(cursor, Form::text, "a tag", complaints_)) return;
      tagging.tag = cursor.take_text();
      round.push_back(std::move(tagging));
    });
  }

  void take_expectation(Cursor& cursor) {
    static constexpr Field fields[] = {
        {"rule", Form::text, true},   {"stages", Form::array, false},
        {"graph", Form::text, true},  {"node", Form::text, true},
        {"keys", Form::array, false},
    };
    offsets_.push_back(cursor.next());
    Expectation wanted;
    read_fields(
        cursor, fields, "an expectation", complaints_, [&](std::size_t row) {
          const std::size_t at = cursor.next();
          switch (row) {
            case 0:
              wanted.rule = cursor.take_text();
              if (find_rule(wanted.rule) == nullptr) {
                complaints_.add(at, "unknown rule " + in_quotes(wanted.rule));
              }
              return;
            case 1:
              take_stages(cursor, wanted);
              return;
            case 2:
              wanted.graph = cursor.take_text();
              return;
            case 3:
              wanted.node = cursor.take_text();
              return;
            default:
              wanted.keys = take_texts(cursor, "a key", complaints_);
              if (wanted.keys.empty()) {
                complaints_.add(at, "\"keys\" names none");
              }
          }
        });
    case_.expect.push_back(std::move(wanted));
  }

  void take_stages(Cursor& cursor, Expectation& wanted) {
    const std::size_t at = cursor.next();
    std::vector<std::string> stages =
        take_texts(cursor, "a stage", complaints_);
    if (stages.size() != 2) {
      complaints_.add(at, "\"stages\" must name two: before and after");
      return;
    }
    wanted.stages = {std::move(stages[0]), std::move(stages[1])};
  }

  Complaints& complaints_;
  Case case_;
  std::vector<std::size_t> offsets_;
};

void set_places(const Document& document,
                const std::vector<std::size_t>& offsets, Case& result) {
  const std::vector<std::string> pointers =
      pointers_at(*document.text, offsets);
  const Lines lines(*document.text);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const Position position = lines.at(offsets[i]);
    result.expect[i].place = {.message = {},
                              .file = document.file,
                              .line = position.line,
                              .column = position.column,
                              .path = pointers[i]};
  }
}

}  // namespace

Result<Case> read_case(const Document& document) {
  if (document.case_json.empty()) {
    return Problem{.message = "no \"case\" in the document: not a fixture",
                   .file = document.file};
  }
  const std::string_view text = *document.text;
  Complaints complaints;
  Cursor cursor(
      text, static_cast<std::size_t>(document.case_json.data() - text.data()));
  CaseReader reader(complaints);
  Case result = reader.read(cursor);
  if (!complaints.empty()) {
    return std::move(complaints).problems(document.file, text);
  }
  set_places(document, reader.expectation_offsets(), result);
  return result;
}

}  // namespace metagate
