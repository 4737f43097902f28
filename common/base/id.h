/*
 * id.h - identifiers: UUIDv7 (RFC 9562) inside, prefixed Crockford base32 outside.
 */
#ifndef KITH_COMMON_BASE_ID_H
#define KITH_COMMON_BASE_ID_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/field.h"

/* The longest prefix, '_', 26 characters and a NUL. */
#define ID_TEXT_MAX 40

/* A new UUIDv7, from the wall clock and getrandom(2); increasing within a process. */
struct uuid id_new(void);

/* Writes "prefix_" and 26 characters and a NUL; answers the length without the NUL. */
size_t id_format(char out[ID_TEXT_MAX], const char *prefix, const struct uuid *uuid);

/* Reads an id of the given prefix; false when it is anything else. */
bool id_parse(const char *data, size_t size, const char *prefix, struct uuid *uuid);

/* What an id with another prefix is, say "an event's id"; NULL when it is none. */
const char *id_kind(const char *data, size_t size);

bool id_equal(const struct uuid *a, const struct uuid *b);

#endif
