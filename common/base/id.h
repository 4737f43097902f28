/*
 * id.h - identifiers: UUIDv7 (RFC 9562) in binary, prefixed Crockford base32 as text.
 */
#ifndef KITH_COMMON_BASE_ID_H
#define KITH_COMMON_BASE_ID_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/field.h"

/* Room for the longest prefix, '_', 26 characters and a NUL. */
#define ID_TEXT_MAX 40

/* A new UUIDv7 from the wall clock and getrandom(2); increasing within a process. */
struct uuid id_new(void);

/* Writes the prefix, '_', 26 characters and a NUL; returns the length without the NUL. */
size_t id_format(char out[ID_TEXT_MAX], const char *prefix, const struct uuid *uuid);

/* Parses an id with the given prefix; false for anything else. */
bool id_parse(const char *data, size_t size, const char *prefix, struct uuid *uuid);

/* The kind of an id with any known prefix, for error messages ("an event's id"), or
 * NULL. */
const char *id_kind(const char *data, size_t size);

bool id_equal(const struct uuid *a, const struct uuid *b);

#endif
