#include "common/base/memory.h"

#include <malloc.h>

/* Above the size of common answers, and far below that of images and large pages. */
#define LARGE_BYTES (128 * 1024)

/* By default, glibc raises this threshold when a large block is freed, and then keeps
 * such blocks on the heap, where they fragment it. */
void
memory_return_large(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
#endif
}
