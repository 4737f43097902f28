/*
 * hash.h - a hash for tables in memory, whose keys strangers choose.
 */
#ifndef KITH_COMMON_BASE_HASH_H
#define KITH_COMMON_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Every bit of the result depends on every bit of the key. With a random seed, nobody
 * outside can choose keys that share a place of a table. Not for secrets. */
uint64_t hash_seeded(uint64_t seed, const void *key, size_t size);

#endif
