#include "cli/memory.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace metagate {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int bytes = 1 << 28;
  mallopt(M_TRIM_THRESHOLD, bytes);
  mallopt(M_MMAP_THRESHOLD, bytes);
#endif
}

}  // namespace metagate
