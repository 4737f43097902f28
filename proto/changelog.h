/*
 * changelog.h - what each feature level of the contract added or changed.
 *
 * docs/levels.txt holds a digest of the contract's shape for each level. `make docs` and
 * `make check-docs` fail when the shape differs from the digest of the latest level: a
 * change of a name, route, field, bound or tool needs a new level here.
 */
#ifndef KITH_PROTO_CHANGELOG_H
#define KITH_PROTO_CHANGELOG_H

#include <stdbool.h>
#include <stddef.h>

/* One change. The lines of an area are adjacent; backticks mark code in the text. */
struct change_line {
	const char *area; /* NULL ends a list of lines */
	const char *text; /* sentences for a caller of the API */
};

struct change {
	int level;
	const char *date; /* 2026-11-21 */
	const struct change_line *lines;
};

/* The latest level first; it is the contract's feature level. */
extern const struct change changelog[];
extern const size_t changelog_count;

/* Whether a line is the first of its area. */
bool change_begins_area(const struct change *change, const struct change_line *line);

#endif
