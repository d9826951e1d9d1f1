// Reads the object table into a store: values that refer to each other, in
// any order and in circles.
#pragma once

#include <span>
#include <string_view>

#include "ir/store.h"
#include "json/complaints.h"
#include "json/layout.h"
#include "json/node_names.h"

namespace metagate {

// `store` is told of as many objects as there are, with their facts; those of
// one `same_object` group get its lowest index as identity.
void read_objects(std::string_view text, const Layout& layout,
                  const NodeNames& names, Store& store, Complaints& complaints);

// The first objects that were read are these of the store that `store` stands
// on: they get their identities. A `same_object` group goes with its lowest.
void keep_identities(const Layout& layout, std::span<const ObjectId> objects,
                     Store& store);

}  // namespace metagate
