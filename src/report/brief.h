// A meta value in a few words, the way torch.fx users write it: for people, in
// one line of printable ASCII. What is exact is value_json (json/write.h).
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "check/finding.h"

namespace metagate {

// `float32[1,4]`, `("add_1", 2)`, `{"scale": 0.5}`, `aten.add.Tensor`. At most
// `width` characters; "..." stands for what is left out.
[[nodiscard]] std::string brief(const Quoted& value, std::size_t width);

// Two values that differ, cut so that the first difference is seen.
[[nodiscard]] std::pair<std::string, std::string> brief_difference(
    const Quoted& expected, const Quoted& got, std::size_t width);

}  // namespace metagate
