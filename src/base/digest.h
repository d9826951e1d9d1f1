// SHA-256 of bytes, as everybody's sha256sum prints it.
#pragma once

#include <string>
#include <string_view>

namespace metagate {

// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace metagate
