// Unpacks gzip (RFC 1952) with zlib.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace metagate {

// A stream that grows beyond both of these is taken for a bomb: more than
// 64 MiB, and more than 256 times what was packed. Captures pack 20- to
// 60-fold.
inline constexpr std::uint64_t bomb_size = std::uint64_t{64} << 20U;
inline constexpr std::uint64_t bomb_ratio = 256;

[[nodiscard]] bool is_gzip(std::string_view bytes);

// All members of the stream, one after the other. Zero bytes behind the last
// are padding; anything else there, a cut stream and a wrong checksum are
// problems (without a place).
[[nodiscard]] Result<std::string> gunzip(std::string_view packed);

}  // namespace metagate
