#include "report/formats.h"

namespace metagate {
namespace {

constexpr Format table[] = {
    {"text", "for people: what, where, why, and what was compared",
     text_report},
    {"concise", "a line a finding, for editors and grep", concise_report},
    {"json", "metagate.report/1, for scripts", json_report},
};

}  // namespace

std::span<const Format> formats() {
  return table;
}

const Format* find_format(std::string_view name) {
  for (const Format& format : table) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

}  // namespace metagate
