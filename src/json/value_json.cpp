#include <algorithm>

#include "json/escape.h"
#include "json/value_writer.h"
#include "json/write.h"

namespace metagate {
namespace {

constexpr std::size_t most_depth = 256;

class ExpandingWriter : public ValueWriter {
 public:
  ExpandingWriter(const Store& store, std::size_t budget)
      : store_(store), budget_(budget) {}

 protected:
  void write_text(std::string& out, std::string_view text) override {
    if (is_full(out)) {
      write_rest(out);
    } else {
      append_string(out, text);
    }
  }

  void write_object(std::string& out, ObjectId object,
                    std::size_t depth) override {
    if (is_full(out) || depth > most_depth) {
      write_rest(out);
      return;
    }
    if (std::find(path_.begin(), path_.end(), object) != path_.end()) {
      leave_out(out, "the value that this is a part of");
      return;
    }
    path_.push_back(object);
    write_contents(out, store_.tree(store_.object(object).value), depth + 1);
    path_.pop_back();
  }

  void write_operand(std::string& out, std::uint32_t index) override {
    leave_out(out, "operand " + std::to_string(index));
  }

  void write_node(std::string& out, std::string_view name,
                  const Tree& graph) override {
    append_long_node(out, name, graph);
  }

  [[nodiscard]] bool is_full(const std::string& out) const override {
    return out.size() >= budget_;
  }

  void write_rest(std::string& out) override { leave_out(out, "..."); }

 private:
  static void leave_out(std::string& out, std::string_view what) {
    out += "{\"$opaque\":{\"class\":\"metagate.left_out\",\"repr\":";
    append_string(out, what);
    out += ",\"sha256\":\"\"}}";
  }

  const Store& store_;
  std::size_t budget_;
  std::vector<ObjectId> path_;
};

}  // namespace

std::string value_json(const Tree& tree, const Store& store,
                       std::size_t budget) {
  std::string out;
  ExpandingWriter(store, budget).write(out, tree, 0);
  return out;
}

}  // namespace metagate
