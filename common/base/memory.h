/*
 * memory.h - what happens to freed memory.
 */
#ifndef KITH_COMMON_BASE_MEMORY_H
#define KITH_COMMON_BASE_MEMORY_H

/* Makes freed large blocks return to the system at once. Call it before any thread
 * starts. */
void memory_return_large(void);

#endif
