#include "cli/shell_word.h"

namespace metagate {

std::string quoted_for_shell(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "_-./,:=+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
    return std::string(word);
  }
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

}  // namespace metagate
