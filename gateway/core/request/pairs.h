/*
 * pairs.h - names with strings, as a query and a form have them, and the fields that they mean.
 *
 * There are only strings in such a list, so each becomes the type that its field wants, if it
 * reads like one; what does not stays a string, and the validator says what is wrong with it.
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_PAIRS_H
#define KITH_GATEWAY_CORE_REQUEST_PAIRS_H

#include "common/base/arena.h"
#include "gateway/http/http.h"

struct pairs {
	const struct http_parameter *list;
	size_t count;
};

/* The field of a record by name, or NULL. */
const struct field *pairs_field(const struct record *record, const struct text *name);

/* Whether the same name stands earlier. */
bool pairs_seen_before(const struct pairs *pairs, size_t index);

/* How often the name at `index` occurs from there on. */
size_t pairs_occurrences(const struct pairs *pairs, size_t index);

/* The first value of a name, or NULL. */
const struct text *pairs_find(const struct pairs *pairs, const char *name);

/* Writes what the name at `index` says as a value of the field: all its values as an array where
 * that is a list. A NULL field is one that the record does not have. */
void pairs_put(struct buffer *map, const struct pairs *pairs, size_t index,
	const struct field *field);

#endif
