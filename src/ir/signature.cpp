#include "ir/signature.h"

#include <iterator>

namespace metagate {
namespace {

constexpr std::string_view input_names[] = {
    "user_input",      "parameter",  "buffer",
    "constant_tensor", "custom_obj", "token",
};

constexpr std::string_view output_names[] = {
    "user_output", "buffer_mutation", "user_input_mutation",
    "loss_output", "token",
};

template <class Kind, std::size_t n>
std::optional<Kind> find(const std::string_view (&names)[n],
                         std::string_view name) {
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(InputKind kind) {
  return input_names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(OutputKind kind) {
  return output_names[static_cast<std::size_t>(kind)];
}

std::optional<InputKind> input_kind(std::string_view name) {
  return find<InputKind>(input_names, name);
}

std::optional<OutputKind> output_kind(std::string_view name) {
  return find<OutputKind>(output_names, name);
}

}  // namespace metagate
