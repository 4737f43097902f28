/*
 * must.h - allocations that end the process on failure.
 */
#ifndef KITH_COMMON_BASE_MUST_H
#define KITH_COMMON_BASE_MUST_H

/* Returns `memory`. When it is NULL, logs and ends the process. */
void *must(void *memory);

#endif
