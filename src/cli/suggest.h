// "did you mean": the known word that a mistyped one comes closest to.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace metagate {

// The closest of `known`, or nothing where none comes close.
[[nodiscard]] std::string_view closest(std::string_view word,
                                       std::span<const std::string_view> known);

// ", did you mean `closest`?", or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string_view> known);

}  // namespace metagate
