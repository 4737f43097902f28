/*
 * shape.h - what clients can rely on in the contract, as lines of text: every operation
 * with its route, its guard, its fields and their bounds, its problems and its tool,
 * and no words. Two builds with the same shape serve the same clients.
 */
#ifndef KITH_GATEWAY_REFERENCE_SHAPE_H
#define KITH_GATEWAY_REFERENCE_SHAPE_H

#include "common/base/arena.h"

void shape_write(struct buffer *out);

/* Prints the feature level and the SHA-256 of the shape, as a line of docs/levels.txt. */
void shape_print_level(void);

/* Prints the changes as Markdown, for docs/changelog.md. */
void shape_print_changelog(void);

#endif
