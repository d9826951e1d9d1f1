// Reads `metagate/1` (FORMAT.md): all that the format refuses is a problem
// with line, column and JSON pointer. Reading goes on after a problem where
// it can; the first 100 problems are told.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "ir/store.h"
#include "json/document.h"

namespace metagate {

// Longer documents are refused: places in it are remembered in 32 bits.
inline constexpr std::uint64_t most_bytes = 0xffffff00;

// A file `*.gz` is unpacked (json/gunzip.h). `path` is what problems and the
// document name.
[[nodiscard]] Result<Document> read_file(const std::string& path);

// What a document is read on top of: its store stands on `store`, so that names
// and values of both can be compared by their ids, and the first entries of its
// object table are these objects of it, perhaps with other values. An entry for
// which there is none is an object of its own.
struct Ground {
  std::shared_ptr<const Store> store = nullptr;
  std::span<const ObjectId> objects = {};
};

// A document that is not (yet) in a file; `file_name` is for messages.
[[nodiscard]] Result<Document> read_text(std::string file_name,
                                         std::string text,
                                         const Ground& ground = {});

// The bytes of a file as they are; a folder is none.
[[nodiscard]] Result<std::string> file_bytes(const std::string& path);

}  // namespace metagate
