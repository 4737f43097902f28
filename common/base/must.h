/*
 * must.h - memory without which a process cannot go on.
 */
#ifndef KITH_COMMON_BASE_MUST_H
#define KITH_COMMON_BASE_MUST_H

/* Returns what an allocation gave. Logs and ends the process when that is NULL. */
void *must(void *memory);

#endif
