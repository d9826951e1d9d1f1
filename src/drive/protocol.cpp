#include "drive/protocol.h"

#include <charconv>
#include <optional>

#include "json/cursor.h"
#include "json/grammar.h"

namespace metagate {
namespace {

// What keeps a line from being an object, or nothing.
std::optional<Problem> no_object(const std::string& line) {
  if (const auto error = syntax_error(line)) {
    return Problem{.message = "a line that is " + error->message};
  }
  if (Cursor(line).peek() == '{') return std::nullopt;
  return Problem{.message = "a line that is no JSON object"};
}

// The fields of one line, as far as they have the right form.
class Fields {
 public:
  explicit Fields(Cursor& cursor) : cursor_(cursor) {}

  std::string text(std::string_view name) {
    if (cursor_.peek() == '"') return cursor_.take_text();
    refuse(name, "a string");
    return {};
  }

  std::uint64_t number(std::string_view name) {
    std::uint64_t value = 0;
    if (cursor_.peek() >= '0' && cursor_.peek() <= '9') {
      const std::string_view word = cursor_.take_word();
      const char* const end = word.data() + word.size();
      const auto [stop, error] = std::from_chars(word.data(), end, value);
      if (error == std::errc() && stop == end) return value;
      wrong_ = std::string(name) + " is " + std::string(word) +
               ", not a whole number";
      return 0;
    }
    refuse(name, "a whole number");
    return 0;
  }

  bool boolean(std::string_view name) {
    const char first = cursor_.peek();
    if (first == 't' || first == 'f') return cursor_.take_word() == "true";
    refuse(name, "true or false");
    return false;
  }

  // The text of an object, as it stands there.
  std::string_view object(std::string_view name) {
    if (cursor_.peek() != '{') {
      refuse(name, "an object");
      return {};
    }
    const std::size_t begin = cursor_.next();
    cursor_.skip();
    return cursor_.text().substr(begin, cursor_.at() - begin);
  }

  void skip() { cursor_.skip(); }

  // The last thing that was wrong; empty if nothing was.
  [[nodiscard]] const std::string& wrong() const { return wrong_; }

 private:
  void refuse(std::string_view name, std::string_view wanted) {
    wrong_ = std::string(name) + " is " + std::string(kind_of(cursor_.peek())) +
             ", not " + std::string(wanted);
    cursor_.skip();
  }

  Cursor& cursor_;
  std::string wrong_;
};

void read_error(Cursor& cursor, Fields& fields, Answer& answer) {
  each_member(cursor, [&](const Key& key) {
    if (key.text == "code") {
      answer.code = fields.text("error.code");
    } else if (key.text == "message") {
      answer.message = fields.text("error.message");
    } else {
      fields.skip();
    }
  });
}

}  // namespace

Result<Hello> read_hello(const std::string& line) {
  if (auto problem = no_object(line)) return *std::move(problem);
  Hello hello;
  std::optional<std::uint64_t> version;
  std::uint64_t window = 1;
  Cursor cursor(line);
  Fields fields(cursor);
  each_member(cursor, [&](const Key& key) {
    if (key.text == "metagate-driver") {
      version = fields.number("metagate-driver");
    } else if (key.text == "name") {
      hello.name = fields.text("name");
    } else if (key.text == "version") {
      hello.version = fields.text("version");
    } else if (key.text == "window") {
      window = fields.number("window");
    } else {
      fields.skip();
    }
  });
  if (!fields.wrong().empty()) return Problem{.message = fields.wrong()};
  if (!version) {
    return Problem{.message = "the first line has no metagate-driver"};
  }
  if (*version != protocol_version) {
    return Problem{.message = "protocol version " + std::to_string(*version) +
                              ", and only 1 is spoken here"};
  }
  if (window < 1 || window > most_window) {
    return Problem{.message = "window " + std::to_string(window) +
                              " is not from 1 to 64"};
  }
  hello.window = static_cast<unsigned>(window);
  return hello;
}

Result<Answer> read_answer(const std::string& line) {
  if (auto problem = no_object(line)) return *std::move(problem);
  Answer answer;
  bool has_id = false;
  bool has_error = false;
  Cursor cursor(line);
  Fields fields(cursor);
  each_member(cursor, [&](const Key& key) {
    if (key.text == "id") {
      has_id = true;
      answer.id = fields.number("id");
    } else if (key.text == "document") {
      answer.document = fields.object("document");
    } else if (key.text == "same_objects") {
      answer.same_objects = fields.boolean("same_objects");
    } else if (key.text == "error") {
      has_error = true;
      if (cursor.peek() == '{') {
        read_error(cursor, fields, answer);
      } else {
        fields.object("error");
      }
    } else {
      fields.skip();
    }
  });
  if (!fields.wrong().empty()) return Problem{.message = fields.wrong()};
  if (!has_id) return Problem{.message = "an answer without id"};
  if (has_error != answer.document.empty()) {
    return Problem{.message = has_error
                                  ? "an answer with a document and an error"
                                  : "an answer without document and error"};
  }
  if (has_error && answer.code.empty()) answer.code = "error";
  return answer;
}

std::string request_line(std::uint64_t id, std::string_view document) {
  std::string line = "{\"id\":" + std::to_string(id) + ",\"document\":";
  line += document;
  line += "}\n";
  return line;
}

}  // namespace metagate
