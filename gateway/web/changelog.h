/*
 * changelog.h - what each feature level of the contract brought.
 */
#ifndef KITH_CHANGELOG_H
#define KITH_CHANGELOG_H

#include <stddef.h>

struct change {
	int level;
	const char *date; /* 2026-11-21 */
	const char *text; /* sentences */
};

/* The latest first; its level is the contract's feature_level. */
extern const struct change changelog[];
extern const size_t changelog_count;

/* Prints the changes as Markdown (--print-changelog). */
void changelog_print(void);

#endif
