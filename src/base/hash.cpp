#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace metagate {

Hash128 hash_bytes(std::string_view bytes, std::uint64_t seed) {
  const XXH128_hash_t hash =
      XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
  return {hash.low64, hash.high64};
}

}  // namespace metagate
