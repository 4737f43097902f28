/*
 * changelog.h - what each feature level of the contract brought.
 *
 * docs/levels.txt holds a digest of the contract's shape for each level, and `make docs`
 * and `make check-docs` fail when the contract has another shape than its level had:
 * whoever changes a name, a route, a field, a bound or a tool adds an entry here.
 */
#ifndef KITH_PROTO_CHANGELOG_H
#define KITH_PROTO_CHANGELOG_H

#include <stddef.h>

struct change {
	int level;
	const char *date;     /* 2026-11-21 */
	const char *sentence; /* what is new, for a reader who calls it; `…` marks code */
};

/* The latest first; its level is the contract's. */
extern const struct change changelog[];
extern const size_t changelog_count;

#endif
