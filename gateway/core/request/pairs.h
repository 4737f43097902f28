/*
 * pairs.h - the names and values of a query or a form, as fields of a record.
 *
 * All values are strings. Each becomes the type of its field if it reads like one;
 * otherwise it stays a string, and the validator reports it.
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_PAIRS_H
#define KITH_GATEWAY_CORE_REQUEST_PAIRS_H

#include "common/base/arena.h"
#include "gateway/http/http.h"

struct pairs {
	const struct http_parameter *list;
	size_t count;
};

/* Whether the same name occurs earlier. */
bool pairs_seen_before(const struct pairs *pairs, size_t index);

/* How often the name at `index` occurs from there on. */
size_t pairs_occurrences(const struct pairs *pairs, size_t index);

/* The first value of a name, or NULL. */
const struct text *pairs_find(const struct pairs *pairs, const char *name);

/* Writes the value of the name at `index` by the type of its field; for a list, all its
 * values as an array. A NULL field is unknown to the record. */
void pairs_put(struct buffer *map, const struct pairs *pairs, size_t index,
	const struct field *field);

#endif
