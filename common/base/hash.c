/*
 * hash.c - FNV-1a with the finalizer of MurmurHash3.
 */
#include "common/base/hash.h"

uint64_t
hash_seeded(uint64_t seed, const void *key, size_t size)
{
	const uint8_t *bytes = key;
	uint64_t value = seed;

	for (size_t i = 0; i < size; i++)
		value = (value ^ bytes[i]) * UINT64_C(0x100000001b3);
	value = (value ^ (value >> 33)) * UINT64_C(0xff51afd7ed558ccd);
	value = (value ^ (value >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
	return value ^ (value >> 33);
}
