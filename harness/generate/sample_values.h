// Values for generated meta: at least one of every tag of FORMAT.md, and all
// that Python takes for false.
#pragma once

#include <vector>

#include "ir/store.h"

namespace metagate {

// Of every tag but $node and $ref, which need a program and a store.
[[nodiscard]] std::vector<Tree> sample_trees();

// null, false, 0, 0.0, "", [], (), {}, set().
[[nodiscard]] std::vector<Tree> falsy_trees();

// The description of one of many different tensors.
[[nodiscard]] Tree tensor_tree(std::uint32_t number);

// A symbolic integer.
[[nodiscard]] Tree symint_tree(std::uint32_t number);

// A dict, as quantizers and users write them; another one for each number.
[[nodiscard]] Tree dict_tree(std::uint32_t number);

// Fills the store's object table, and returns values that refer to its objects:
// flat ones, ones that hold others, one that many roads lead to, and circles.
[[nodiscard]] std::vector<ValueId> add_sample_objects(Store& store);

}  // namespace metagate
